// SPDX-License-Identifier: GPL-3.0-only
#include "tests/console/desk.h"

#include "console/actions/actioncatalogue.h"
#include "console/actions/actionrun.h"
#include "tests/support/await.h"
#include "tests/support/flows.h"

#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway;
using namespace slipway::console;

Desk::Desk(support::Journey &journey, const QString &account)
    : m_session(m_network)
    , m_attention(tables::attention())
    , m_requests(tables::requests())
    , m_batches(tables::batches())
{
    const auto follow = [this](RowsModel &rows, const QString &path) {
        m_feeds.push_back(std::make_unique<ListFeed>(m_session.api(), rows, path));
        QObject::connect(&m_session, &Session::refreshDue, m_feeds.back().get(), &ListFeed::refresh);
    };
    follow(m_attention, u"/ops/v1/attention"_s);
    follow(m_requests, u"/ops/v1/operations"_s);
    follow(m_batches, u"/ops/v1/batches"_s);
    Profile profile = Profile::fresh(Profile::Stage::Development);
    profile.url = journey.stack().serviceUrl();
    profile.account = account;
    m_session.setPace(500ms);
    m_session.open(profile, {});
    await(u"the service answers"_s, [this] { return m_session.state() == Session::State::Fresh; });
}

void Desk::await(const QString &what, const std::function<bool()> &condition)
{
    if (!support::await(condition, 40s))
        throw std::runtime_error(what.toStdString());
}

protocol::AttentionItem Desk::awaitAttention(const QString &kind, const QString &code)
{
    std::optional<protocol::AttentionItem> found;
    await(u"attention lists a %1 as %2"_s.arg(kind, code), [&] {
        for (const protocol::AttentionItem &item : m_attention.rows()) {
            if (item.kind == kind && (item.diagnosis ? item.diagnosis->code : QString()) == code)
                found = item;
        }
        return found.has_value();
    });
    return *found;
}

void Desk::awaitNothingWaits()
{
    await(u"nothing waits for a person"_s, [this] { return m_attention.rowCount() == 0 && !m_feeds.front()->isReading(); });
}

protocol::Diagnosis Desk::awaitDiagnosis(const QString &operation, const QString &code)
{
    std::optional<protocol::Diagnosis> found;
    await(u"%1 waits as %2"_s.arg(operation, code), [&] {
        const int at = m_requests.rowOf(operation);
        if (at >= 0 && m_requests.at(at).diagnosis && m_requests.at(at).diagnosis->code == code)
            found = m_requests.at(at).diagnosis;
        return found.has_value();
    });
    return *found;
}

void Desk::awaitRequest(const QString &id, const QString &status)
{
    await(u"%1 becomes %2"_s.arg(id, status), [&] { return m_requests.rowOf(id) >= 0 && request(id).standing == status; });
}

Target Desk::awaitBatch(qint64 id, const QString &status)
{
    const QString key = QString::number(id);
    await(u"batch %1 becomes %2"_s.arg(key, status),
          [&] { return m_batches.rowOf(key) >= 0 && row(m_batches, key).standing == status; });
    return row(m_batches, key);
}

QString Desk::refused(const QString &outcome, const QString &reason)
{
    if (reason.trimmed().isEmpty())
        throw std::runtime_error("refused without a reason");
    m_reason = reason;
    return outcome;
}

QString Desk::act(recovery::Action action, const Selection &selection, const QJsonObject &parameters)
{
    ActionRun run(m_session, *actionFor(action), selection);
    if (const Guard guard = run.begin(); !guard.isAllowed)
        return refused(u"NOT BEGUN"_s, guard.reason);
    run.setParameters(parameters);
    await(u"the plan of %1"_s.arg(run.action().name()), [&] { return run.stage() != ActionRun::Stage::Planning; });
    if (run.stage() == ActionRun::Stage::Asking) {
        if (const Guard guard = run.confirm(u"a test"_s, run.wordToType()); !guard.isAllowed)
            return refused(u"NOT CONFIRMED"_s, guard.reason);
    }
    await(u"the end of %1"_s.arg(run.action().name()), [&] { return run.stage() == ActionRun::Stage::Ended; });
    QStringList outcomes;
    for (const RunItem &item : run.items())
        outcomes.append(item.outcome == "REFUSED"_L1 ? refused(item.outcome, item.text) : item.outcome);
    return outcomes.join(u' ');
}

QString Desk::actOnRequest(recovery::Action action, const QString &id)
{
    QString outcome;
    await(u"%1 stands still long enough to act on it"_s.arg(id), [&] {
        outcome = act(action, { request(id) });
        return outcome != "PREEMPTED"_L1;
    });
    return outcome;
}

QString Desk::actBlindly(recovery::Action action, Target target)
{
    target.version = 0;
    target.blocked.clear();
    target.standing.clear();
    target.step = 0;
    target.isInActiveBatch = false;
    return act(action, { target });
}

QString Desk::actByTwo(Desk &olga, Desk &bob, recovery::Action action, const Target &target)
{
    const QString asked = olga.act(action, { target });
    if (asked != "AWAITING_SECOND"_L1)
        return asked + u": "_s + olga.reason();
    const Target waiting = *targetOf(bob.awaitAttention(u"action"_s, {}));
    const QString confirmed = bob.act(recovery::Action::ConfirmAction, { waiting });
    return asked + u' ' + (confirmed == "REFUSED"_L1 ? confirmed + u": "_s + bob.reason() : confirmed);
}

Target Desk::row(RowsModel &model, const QString &id)
{
    await(u"%1 is listed"_s.arg(id), [&] { return model.rowOf(id) >= 0; });
    return *model.targetAt(model.rowOf(id));
}

support::Stack::Options stackWith(const QMap<QString, QString> &hot, const QJsonObject &policy)
{
    support::Stack::Options options;
    options.stage.hot = hot;
    options.stage.policy = policy;
    options.stage.roles = { { u"ops.read"_s, { u"olga"_s, u"bob"_s } }, { u"ops.act"_s, { u"olga"_s, u"bob"_s } } };
    return options;
}

support::Journey journeyWith(const QMap<QString, QString> &hot, const QJsonObject &policy)
{
    return support::Journey(stackWith(hot, policy));
}

QMap<QString, QString> single(QMap<QString, QString> more)
{
    more.insert(support::switchesFor(workflow::Flow::Single));
    return more;
}

QString approvedRequest(support::Journey &journey, const QString &subject)
{
    const QString operation = journey.submit(subject, u"db/read"_s);
    journey.approve(operation);
    return operation;
}
