// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/program/replay.h"

#include "tests/support/await.h"

#include <algorithm>
#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::support {

namespace {

constexpr qsizetype bulk = 100; // items of one submission, the most the service takes
constexpr qint64 patienceMs = 120000;

// Shown in the order in which a request passes through them.
const std::initializer_list<std::pair<const char *, QLatin1StringView>> stages {
    { "asking", "APPROVAL_SENDING"_L1 }, { "in approval", "APPROVAL_SENT"_L1 },
    { "queued", "QUEUED"_L1 },           { "in merge request", "MR_CREATING"_L1 },
    { "checked", "MR_CREATED"_L1 },      { "merging", "MERGING"_L1 },
    { "merged", "MERGED"_L1 },           { "VALIDATED", "VALIDATED"_L1 },
};
const QStringList failures { u"CREATE_FAILED"_s, u"HANDLE_FAILED"_s, u"REJECTED"_s, u"CLOSED"_s };

} // namespace

Replay::Replay(const ChangeList &changes, ServiceClient &requester, TwinClient &twin, const QString &approver, Screen &screen)
    : m_changes(changes)
    , m_requester(requester)
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
    m_clock.start();
    m_sinceMove.start();
    while (m_figures.validated < m_changes.size()) {
        submitWhatMayGo();
        approveWhatIsAsked();
        QElapsedTimer reading;
        reading.start();
        readStands();
        show();
        if (!m_failed.isEmpty())
            refuse(explain(m_failed));
        if (m_sinceMove.elapsed() > patienceMs)
            refuse(u"nothing has moved for two minutes: "_s + explain(m_waiting));
        if (!m_problem.isEmpty())
            throw std::runtime_error(m_problem.toStdString());
        // Reading must not become the service's main occupation.
        const std::chrono::milliseconds pause(std::clamp<qint64>(4 * reading.elapsed(), 100, 2000));
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
    QList<qsizetype> free;
    for (auto it = m_queues.begin(); it != m_queues.end(); ++it) {
        if (!it->isEmpty() && !m_busy.contains(it.key())) {
            free.append(it->takeFirst());
            m_busy.insert(it.key());
        }
    }
    std::ranges::sort(free);
    for (qsizetype from = 0; from < free.size(); from += bulk)
        submit(free.mid(from, bulk));
    if (!m_requester.http().settle(60s))
        refuse(u"the service did not answer a submission within a minute"_s);
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
    const QJsonArray outcomes = reply.data()["items"_L1].toArray();
    if (!reply.isSuccess() || outcomes.size() != indexes.size())
        return refuse(u"a submission was refused: %1"_s.arg(reply.text()));
    for (qsizetype i = 0; i < indexes.size(); ++i) {
        const QString code = outcomes[i]["code"_L1].toString();
        if (code != "ACCEPTED"_L1 && code != "DUPLICATE_SUBMIT"_L1)
            return refuse(u"%1 was refused: %2"_s.arg(idOf(indexes[i]), code));
    }
    m_sinceMove.restart();
}

void Replay::readStands()
{
    m_perStatus.clear();
    m_waiting.clear();
    for (const QJsonObject &item : m_requester.listAll())
        take(item);
}

void Replay::take(const QJsonObject &item)
{
    const QString id = item["operationId"_L1].toString();
    const QString status = item["bindingStatus"_L1].toString();
    const qsizetype index = id.section(u'-', 1).toLongLong() - 1;
    if (index < 0 || index >= m_stands.size() || id != idOf(index))
        return;
    ++m_perStatus[status];
    if (item["batchId"_L1].isDouble() || item["batchId"_L1].isString())
        m_figures.batches.insert(item["batchId"_L1].toVariant().toString());
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

void Replay::approveWhatIsAsked()
{
    const qsizetype sent = std::ranges::count_if(m_stands, [](Stand stand) { return stand != Stand::Held; });
    if (m_decided.size() >= sent)
        return;
    for (const QJsonObject &approval : m_twin.approvals()) {
        const QString key = approval["approval_key"_L1].toString();
        if (approval["state"_L1].toString() != "pending"_L1 || m_decided.contains(key))
            continue;
        m_decided.insert(key);
        const QJsonObject decision { { "decision"_L1, u"approved"_s }, { "approver"_L1, m_approver } };
        m_twin.http().send("POST", u"/__twin/v1/approvals/%1/decide"_s.arg(QString::fromLatin1(QUrl::toPercentEncoding(key))),
                           decision, {}, [this](const JsonReply &reply) {
                               if (!reply.isSuccess())
                                   refuse(u"the approval system refuses a decision: %1"_s.arg(reply.text()));
                           });
    }
    if (!m_twin.http().settle(60s))
        refuse(u"the approval system did not answer within a minute"_s);
}

void Replay::show()
{
    QStringList parts;
    for (const auto &[label, status] : stages) {
        if (const int count = m_perStatus.value(status); count > 0)
            parts.append(u"%1 %2"_s.arg(QString::fromLatin1(label)).arg(count));
    }
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
