// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/program/replay.h"

#include "tests/support/await.h"

#include <QJsonDocument>

#include <algorithm>
#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::support {

namespace {

constexpr qsizetype bulk = 100; // items of one submission, the most the service takes
constexpr qint64 patienceMs = 120000;
// A look at all requests costs the service more than counting them, so that is done only when a count says that it is worth it.
constexpr auto pause = 250ms;
constexpr qint64 longestBlindMs = 5000;

// Shown in the order in which a request passes through them.
const std::initializer_list<std::pair<const char *, QLatin1StringView>> stages {
    { "asking", "APPROVAL_SENDING"_L1 }, { "in approval", "APPROVAL_SENT"_L1 },
    { "queued", "QUEUED"_L1 },           { "in merge request", "MR_CREATING"_L1 },
    { "checked", "MR_CREATED"_L1 },      { "merging", "MERGING"_L1 },
    { "merged", "MERGED"_L1 },           { "VALIDATED", "VALIDATED"_L1 },
};
const QStringList ends { u"VALIDATED"_s, u"CREATE_FAILED"_s, u"HANDLE_FAILED"_s, u"REJECTED"_s, u"CLOSED"_s };
const QStringList failures { u"CREATE_FAILED"_s, u"HANDLE_FAILED"_s, u"REJECTED"_s, u"CLOSED"_s };

} // namespace

Replay::Replay(const ChangeList &changes, ServiceClient &requester, ServiceClient &maintainer, TwinClient &twin,
               const QString &approver, Screen &screen)
    : m_changes(changes)
    , m_requester(requester)
    , m_maintainer(maintainer)
    , m_twin(twin)
    , m_approver(approver)
    , m_screen(screen)
    , m_stands(changes.size(), Stand::Held)
{
    for (qsizetype i = 0; i < changes.size(); ++i)
        m_queues[changes.changes()[i].pair()].append(i);
}

QString Replay::idOf(qsizetype index) { return u"change-"_s + QString::number(index + 1).rightJustified(6, u'0'); }

Replay::Figures Replay::run()
{
    m_twin.post(u"/approvals/policy"_s, { { "auto"_L1, u"approve"_s }, { "approver"_L1, m_approver } });
    m_figures.startedAt = QDateTime::currentDateTimeUtc();
    m_clock.start();
    m_sinceMove.start();
    while (m_figures.validated < m_changes.size()) {
        submitWhatMayGo();
        if (readCounts() || !m_sinceStands.isValid() || m_sinceStands.hasExpired(longestBlindMs))
            readStands();
        show();
        if (!m_failed.isEmpty())
            refuse(explain(m_failed));
        if (m_sinceMove.elapsed() > patienceMs)
            refuse(u"nothing has moved for two minutes: "_s + explain(m_waiting));
        if (!m_problem.isEmpty())
            throw std::runtime_error(m_problem.toStdString());
        if (m_figures.validated < m_changes.size())
            await([] { return false; }, pause);
    }
    m_figures.seconds = double(m_clock.elapsed()) / 1000;
    const QJsonObject effects = m_twin.effectCounts();
    m_figures.mergeRequests = effects["create_mr"_L1].toInteger();
    m_figures.merges = effects["merge"_L1].toInteger();
    m_screen.settle();
    return m_figures;
}

void Replay::submitWhatMayGo()
{
    QList<qsizetype> free = std::exchange(m_again, {});
    for (auto it = m_queues.begin(); it != m_queues.end(); ++it) {
        if (!it->isEmpty() && !m_busy.contains(it.key())) {
            free.append(it->takeFirst());
            m_busy.insert(it.key());
        }
    }
    // Pairs with a change still to come go first: their next one has to wait for this one.
    std::ranges::sort(
        free, {}, [this](qsizetype index) { return std::pair(-m_queues[m_changes.changes()[index].pair()].size(), index); });
    for (qsizetype from = 0; from < free.size(); from += bulk)
        submit(free.mid(from, bulk));
    if (!m_requester.http().settle(90s))
        refuse(u"the service did not answer a submission in time"_s);
}

void Replay::submit(const QList<qsizetype> &indexes)
{
    QJsonArray items;
    for (const qsizetype index : indexes) {
        const Change &change = m_changes.changes()[index];
        QJsonObject item { { "operationId"_L1, idOf(index) },
                           { "subjectId"_L1, change.subject },
                           { "targetKey"_L1, change.target },
                           { "kind"_L1, change.binds ? u"bind"_s : u"unbind"_s },
                           { "reason"_L1, u"Change %1 of the demo"_s.arg(index + 1) } };
        if (change.binds)
            item.insert("parameters"_L1, QJsonObject { { "role"_L1, change.role } });
        items.append(item);
        m_stands[index] = Stand::Sent;
    }
    m_requester.send("POST", u"/api/v1/changes"_s, QJsonObject { { "items"_L1, items } },
                     [this, indexes](const JsonReply &reply) { takeOutcomes(indexes, reply); });
}

void Replay::takeOutcomes(const QList<qsizetype> &indexes, const JsonReply &reply)
{
    if (reply.status == 0 || reply.status == 503)
        return sendAgain(indexes);
    const QJsonArray outcomes = reply.data()["items"_L1].toArray();
    if (!reply.isSuccess() || outcomes.size() != indexes.size())
        return refuse(u"a submission was refused: %1"_s.arg(reply.text()));
    for (qsizetype i = 0; i < indexes.size(); ++i) {
        const QString code = outcomes[i]["code"_L1].toString();
        if (code == "UNAVAILABLE"_L1)
            sendAgain({ indexes[i] });
        else if (code != "ACCEPTED"_L1 && code != "DUPLICATE_SUBMIT"_L1)
            return refuse(u"%1 was refused: %2"_s.arg(
                idOf(indexes[i]), QString::fromUtf8(QJsonDocument(outcomes[i].toObject()).toJson(QJsonDocument::Compact))));
    }
    m_sinceMove.restart();
}

void Replay::sendAgain(const QList<qsizetype> &indexes) { m_again.append(indexes); }

bool Replay::readCounts()
{
    const JsonReply reply = m_maintainer.get(u"/ops/v1/overview"_s, Headers());
    if (!reply.isSuccess())
        return false; // An instance that is away; the next one is asked next time.
    const QMap<QString, int> before = std::exchange(m_perStatus, {});
    for (const QJsonValue &status : reply.data()["statuses"_L1].toArray())
        m_perStatus.insert(status["bindingStatus"_L1].toString(), status["count"_L1].toInt());
    return std::ranges::any_of(ends, [&](const QString &end) { return before.value(end) != m_perStatus.value(end); });
}

void Replay::readStands()
{
    try {
        const QList<QJsonObject> items = m_requester.listAll();
        m_waiting.clear();
        for (const QJsonObject &item : items)
            take(item);
        m_sinceStands.start();
    } catch (const std::exception &) {
        m_sinceStands.invalidate(); // An instance that is away.
    }
}

void Replay::take(const QJsonObject &item)
{
    const QString id = item["operationId"_L1].toString();
    const QString status = item["bindingStatus"_L1].toString();
    const qsizetype index = id.section(u'-', 1).toLongLong() - 1;
    if (index < 0 || index >= m_stands.size() || id != idOf(index))
        return;
    if (failures.contains(status))
        m_failed = id;
    if (status != "VALIDATED"_L1) {
        m_waiting = id;
    } else if (m_stands[index] == Stand::Sent) {
        m_stands[index] = Stand::Validated;
        m_busy.remove(m_changes.changes()[index].pair());
        ++m_figures.validated;
        m_sinceMove.restart();
    }
}

void Replay::show()
{
    QStringList parts;
    for (const auto &[label, status] : stages) {
        if (const int count = m_perStatus.value(status); count > 0)
            parts.append(u"%1 %2"_s.arg(QString::fromLatin1(label)).arg(count));
    }
    if (parts.isEmpty())
        parts.append(u"nothing stored yet"_s);
    m_screen.progress(u"  %1 s · %2 · of %3"_s.arg(m_clock.elapsed() / 1000).arg(parts.join(u" · "_s)).arg(m_changes.size()));
}

QString Replay::explain(const QString &operationId)
{
    const QJsonObject change = m_requester.get(operationId).data();
    return u"%1 is %2, %3: %4"_s.arg(operationId, change["bindingStatus"_L1].toString(),
                                     change["stepStatus"_L1]["name"_L1].toString(),
                                     change["guidance"_L1]["text"_L1].toString());
}

void Replay::refuse(const QString &problem)
{
    if (m_problem.isEmpty())
        m_problem = problem;
}

} // namespace slipway::support
