// SPDX-License-Identifier: GPL-3.0-only
#include "console/actions/actionrun.h"

#include "console/session/session.h"

#include <QJsonArray>
#include <QUuid>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::console {
namespace {

/// The service asks GitLab for no more at once.
constexpr int plansAtOnce = 4;
constexpr auto followPace = 1s;

QByteArray newKey() { return "console-" + QUuid::createUuid().toByteArray(QUuid::WithoutBraces); }

QString typeOf(const Target &target)
{
    const auto name = recovery::nameOf(target.kind);
    return QString::fromLatin1(name.data(), qsizetype(name.size()));
}

} // namespace

ActionRun::ActionRun(Session &session, const OperatorAction &action, const Selection &selection, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_action(action)
    , m_selection(selection)
    , m_bulkId(u"console-"_s + QUuid::createUuid().toString(QUuid::WithoutBraces))
{
    for (const Target &target : selection)
        m_items.push_back({ .target = target });
    m_follow.setInterval(followPace);
    connect(&m_follow, &QTimer::timeout, this, &ActionRun::follow);
}

QString ActionRun::wordToType() const
{
    Selection wanted;
    for (const RunItem &item : m_items) {
        if (item.wouldBeDone())
            wanted.append(item.target);
    }
    return m_action.wordToType(wanted);
}

int ActionRun::count(QLatin1StringView outcome) const
{
    return int(std::ranges::count_if(m_items, [&](const RunItem &item) { return item.outcome == outcome; }));
}

int ActionRun::ended() const
{
    return int(m_items.size()) - count("PLANNING"_L1) - count("WOULD_DO"_L1) - count("PENDING"_L1) - count("SENDING"_L1);
}

bool ActionRun::needsSecond() const
{
    return std::ranges::any_of(m_items, [](const RunItem &item) { return item.plan && item.plan->needsSecond; });
}

bool ActionRun::mayRetry() const { return m_stage == Stage::Ended && std::ranges::any_of(m_items, &RunItem::mayBeTriedAgain); }

Guard ActionRun::begin()
{
    if (const QString why = m_session.whyNoActions(); !why.isEmpty())
        return Guard::refusal(why);
    if (const Guard guard = m_action.guard(m_selection); !guard.isAllowed)
        return guard;
    planMore();
    return {};
}

void ActionRun::setParameters(const QJsonObject &parameters)
{
    if (parameters == m_parameters || m_stage == Stage::Running || m_stage == Stage::Ended)
        return;
    m_parameters = parameters;
    ++m_plansEra;
    m_plansUnderWay = 0;
    m_nextToPlan = 0;
    for (size_t i = 0; i < m_items.size(); ++i) {
        m_items[i].outcome = u"PLANNING"_s;
        changed(int(i));
    }
    setStage(Stage::Planning);
    planMore();
}

QJsonObject ActionRun::body(const RunItem &item, QLatin1StringView mode) const
{
    QJsonObject target { { u"type"_s, typeOf(item.target) }, { u"id"_s, item.target.id } };
    if (item.target.version > 0)
        target.insert(u"version"_s, item.target.version);
    return { { u"action"_s, m_action.name() },  { u"mode"_s, QString(mode) }, { u"targets"_s, QJsonArray { target } },
             { u"parameters"_s, m_parameters }, { u"reason"_s, m_reason },    { u"bulkId"_s, m_bulkId } };
}

void ActionRun::planMore()
{
    while (m_plansUnderWay < plansAtOnce && m_nextToPlan < int(m_items.size())) {
        const int index = m_nextToPlan++;
        if (m_items[size_t(index)].outcome != "PLANNING"_L1)
            continue;
        ++m_plansUnderWay;
        m_session.api().post(u"/ops/v1/actions"_s, body(m_items[size_t(index)], "preview"_L1), newKey(), this,
                             [this, index, era = m_plansEra](const Answer &answer) {
                                 if (era == m_plansEra && m_stage == Stage::Planning)
                                     takePlan(index, answer);
                             });
    }
    if (m_plansUnderWay == 0 && m_stage == Stage::Planning)
        setStage(count("WOULD_DO"_L1) > 0 ? Stage::Asking : Stage::Ended);
}

void ActionRun::takePlan(int index, const Answer &answer)
{
    RunItem &item = m_items[size_t(index)];
    const auto plan = answer.isOk() ? protocol::ActionPlan::fromJson(answer.object()) : std::nullopt;
    if (plan && !plan->items.empty()) {
        item.plan = plan->items.front();
        item.planHash = plan->planHash;
        item.outcome = item.plan->outcome;
        item.text = item.plan->text;
    } else {
        item.outcome = u"REFUSED"_s;
        item.text = answer.isOk() ? tr("The service's plan cannot be read. Is it newer than this console?") : answer.message;
    }
    --m_plansUnderWay;
    changed(index);
    planMore();
}

Guard ActionRun::confirm(const QString &reason, const QString &typed)
{
    if (m_stage != Stage::Asking)
        return Guard::refusal(tr("There is nothing to confirm."));
    if (const QString why = m_session.whyNoActions(); !why.isEmpty())
        return Guard::refusal(why);
    if (reason.trimmed().isEmpty())
        return Guard::refusal(tr("Say why: the audit keeps it."));
    if (const QString word = wordToType(); typed != word)
        return Guard::refusal(tr("Type %1 to confirm.").arg(word));
    m_reason = reason.trimmed();
    for (size_t i = 0; i < m_items.size(); ++i) {
        if (!m_items[i].wouldBeDone())
            continue;
        m_items[i].outcome = u"PENDING"_s;
        m_items[i].key = newKey();
        changed(int(i));
    }
    setStage(Stage::Running);
    runNext();
    return {};
}

void ActionRun::cancel()
{
    m_isCancelled = true;
    ++m_plansEra;
    for (size_t i = 0; i < m_items.size(); ++i) {
        RunItem &item = m_items[i];
        if (item.outcome != "PENDING"_L1 && item.outcome != "PLANNING"_L1 && !item.wouldBeDone())
            continue;
        item.outcome = u"CANCELLED"_s;
        item.text = tr("Nothing was done to it.");
        changed(int(i));
    }
    if (!m_isSending)
        settle();
}

void ActionRun::retry()
{
    if (!mayRetry())
        return;
    m_isCancelled = false;
    ++m_plansEra;
    m_plansUnderWay = 0;
    m_nextToPlan = 0;
    bool hasUnknown = false;
    for (size_t i = 0; i < m_items.size(); ++i) {
        RunItem &item = m_items[i];
        if (!item.mayBeTriedAgain())
            continue;
        hasUnknown = hasUnknown || item.isUnknown();
        const bool keepsItsPlan = item.isUnknown();
        item.outcome = keepsItsPlan ? u"PENDING"_s : u"PLANNING"_s;
        item.state.clear();
        item.actionId.clear();
        if (!keepsItsPlan)
            item.target.version = 0; // What it was chosen as is known to be over; the new plan is confirmed anew.
        changed(int(i));
    }
    if (hasUnknown) { // First what has been confirmed already.
        setStage(Stage::Running);
        runNext();
    } else {
        setStage(Stage::Planning);
        planMore();
    }
}

void ActionRun::runNext()
{
    const auto next = std::ranges::find(m_items, u"PENDING"_s, &RunItem::outcome);
    if (next == m_items.end()) {
        settle();
        return;
    }
    const int index = int(next - m_items.begin());
    if (const QString why = m_session.whyNoActions(); !why.isEmpty()) {
        cancel();
        return;
    }
    next->outcome = u"SENDING"_s;
    m_isSending = true;
    changed(index);
    QJsonObject whole = body(*next, "execute"_L1);
    whole.insert(u"planHash"_s, next->planHash);
    m_session.api().post(u"/ops/v1/actions"_s, whole, next->key, this, [this, index](const Answer &answer) {
        m_isSending = false;
        takeResult(index, answer);
        runNext();
    });
}

void ActionRun::takeResult(int index, const Answer &answer)
{
    RunItem &item = m_items[size_t(index)];
    item.text = answer.message;
    if (answer.isUnknown()) {
        item.outcome = u"UNKNOWN"_s;
        item.text = tr("No answer came. The service's record is being read to see whether it was done.");
    } else if (answer.code == "PLAN_CHANGED"_L1) {
        takeChangedPlan(item, answer);
    } else if (!answer.isOk()) {
        item.outcome = answer.status == 503 || answer.status == 429 ? u"FAILED"_s : u"REFUSED"_s;
    } else if (const auto result = protocol::ActionAnswer::fromJson(answer.object()); result && !result->items.empty()) {
        item.outcome = result->items.front().outcome;
        item.text = result->items.front().text;
        item.actionId = result->actionId;
        item.state = result->state;
    } else {
        item.outcome = u"UNKNOWN"_s;
        item.text = tr("The service's answer cannot be read. Is it newer than this console?");
    }
    changed(index);
}

void ActionRun::takeChangedPlan(RunItem &item, const Answer &answer)
{
    item.outcome = u"PREEMPTED"_s;
    const auto plan = protocol::ActionPlan::fromJson(answer.object());
    if (!plan || plan->items.empty())
        return;
    item.plan = plan->items.front();
    item.planHash = plan->planHash;
    item.text = tr("It changed after you confirmed, so nothing was done. Now: %1").arg(item.plan->text);
}

void ActionRun::settle()
{
    setStage(Stage::Ended);
    const bool isFollowed =
        std::ranges::any_of(m_items, [](const RunItem &item) { return item.isToBeFollowed() || item.isUnknown(); });
    if (isFollowed)
        m_follow.start();
    m_session.refresh();
}

void ActionRun::follow()
{
    bool isFollowed = false;
    for (size_t i = 0; i < m_items.size(); ++i) {
        if (m_items[i].isToBeFollowed()) {
            isFollowed = true;
            followKnown(int(i));
        }
    }
    if (std::ranges::any_of(m_items, &RunItem::isUnknown)) {
        isFollowed = true;
        findUnknown();
    }
    if (!isFollowed)
        m_follow.stop();
}

void ActionRun::followKnown(int index)
{
    const QString id = m_items[size_t(index)].actionId;
    m_session.api().get(u"/ops/v1/actions/"_s + id, this, [this, index, id](const Answer &answer) {
        RunItem &item = m_items[size_t(index)];
        const auto detail = answer.isOk() ? protocol::ActionDetail::fromJson(answer.object()) : std::nullopt;
        if (!detail || item.actionId != id)
            return;
        item.state = detail->summary.state;
        if (item.state == "REJECTED"_L1 || item.state == "EXPIRED"_L1) {
            item.outcome = item.state;
            item.text = item.state == "REJECTED"_L1
                ? tr("%1 rejected it. Nothing was done.").arg(detail->summary.confirmedBy.value_or(QString()))
                : tr("No second person confirmed it in time. Nothing was done.");
        } else if (!detail->results.empty()) {
            item.outcome = detail->results.front().outcome;
            item.text = detail->results.front().text;
        }
        changed(index);
    });
}

void ActionRun::findUnknown()
{
    m_session.api().get(u"/ops/v1/actions?bulkId="_s + m_bulkId, this, [this](const Answer &answer) {
        if (!answer.isOk())
            return; // Asked again by the timer: not knowing is no answer.
        const QJsonArray items = answer.object().value("items"_L1).toArray();
        for (const QJsonValue &each : items) {
            const QString id = each["actionId"_L1].toString();
            if (std::ranges::find(m_items, id, &RunItem::actionId) != m_items.end())
                continue;
            m_session.api().get(u"/ops/v1/actions/"_s + id, this, [this](const Answer &one) {
                if (const auto detail = one.isOk() ? protocol::ActionDetail::fromJson(one.object()) : std::nullopt)
                    adopt(*detail);
            });
        }
        for (size_t i = 0; items.isEmpty() && i < m_items.size(); ++i) {
            if (!m_items[i].isUnknown())
                continue;
            m_items[i].text = tr("The service has no record of it so far. Trying again is safe: it would be done once.");
            changed(int(i));
        }
    });
}

void ActionRun::adopt(const protocol::ActionDetail &detail)
{
    if (detail.plan.empty())
        return;
    const protocol::ActionItem &planned = detail.plan.front();
    for (size_t i = 0; i < m_items.size(); ++i) {
        RunItem &item = m_items[i];
        if (!item.isUnknown() || item.target.id != planned.id || typeOf(item.target) != planned.type)
            continue;
        item.actionId = detail.summary.actionId;
        item.state = detail.summary.state;
        item.outcome = detail.results.empty() ? item.state == "AWAITING_SECOND"_L1 ? item.state : u"STARTED"_s
                                              : detail.results.front().outcome;
        item.text = detail.results.empty() ? tr("The service has got it.") : detail.results.front().text;
        changed(int(i));
    }
}

void ActionRun::setStage(Stage stage)
{
    if (m_stage == stage)
        return;
    m_stage = stage;
    Q_EMIT stageChanged();
}

void ActionRun::changed(int index) { Q_EMIT itemChanged(index); }

} // namespace slipway::console
