// SPDX-License-Identifier: GPL-3.0-only
#include "tests/answers/lanes.h"

#include "shared/workflow/state.h"
#include "tests/support/await.h"

#include <QJsonDocument>
#include <QUrl>

#include <algorithm>
#include <map>

namespace slipway::support {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Far beyond the longest row of waits that one bad answer can cause here.
constexpr qint64 patienceMs = 90'000;

QString compact(const QJsonObject &object) { return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)); }

QJsonObject catalogueOf(int lanes)
{
    QJsonArray partitions;
    QJsonArray targets;
    for (int lane = 0; lane < lanes; ++lane) {
        const QJsonArray one { QJsonObject { { u"key"_s, u"lane-%1/read"_s.arg(lane) } } };
        const QJsonObject alone = StageFiles::catalogueOf(one, u"carol"_s);
        QJsonObject partition = alone["partitions"_L1].toArray().first().toObject();
        partition[u"key"_s] = u"lane-%1"_s.arg(lane);
        partition[u"project"_s] = u"config/lane-%1"_s.arg(lane);
        partitions.append(partition);
        QJsonObject target = alone["targets"_L1].toArray().first().toObject();
        target[u"partition"_s] = u"lane-%1"_s.arg(lane);
        targets.append(target);
    }
    return { { u"partitions"_s, partitions }, { u"targets"_s, targets } };
}

Stack::Options optionsFor(workflow::Flow flow, int lanes)
{
    Stack::Options options;
    options.stage.catalogue = catalogueOf(lanes);
    options.stage.policy = { { u"pipeline_step_ms"_s, 20 } };
    options.stage.hot = switchesFor(flow);
    // What waits looks again soon, and silence is short: the waits of one answer shall not be the length of the test.
    options.stage.hot.insert({ { u"batch.lingerMs"_s, u"0"_s },
                               { u"deadline.forgeMs"_s, u"1500"_s },
                               { u"deadline.gitMs"_s, u"3000"_s },
                               { u"deadline.approvalMs"_s, u"1500"_s },
                               { u"poll.approval.longMs"_s, u"500"_s },
                               { u"poll.pipeline.longMs"_s, u"500"_s },
                               { u"poll.settle.longMs"_s, u"500"_s },
                               { u"poll.merge.longMs"_s, u"500"_s },
                               { u"poll.mergeability.longMs"_s, u"500"_s } });
    return options;
}

} // namespace

QString RemoteCall::text() const
{
    return u"%1 #%2%3"_s.arg(operation).arg(nth + 1).arg(account.isEmpty() ? QString() : u" by "_s + account);
}

QString Try::name() const { return call.text() + u": "_s + QString::fromLatin1(answer->name); }

QString Lanes::project(int lane) { return u"config/lane-%1"_s.arg(lane); }
QString Lanes::target(int lane) { return u"lane-%1/read"_s.arg(lane); }

Lanes::Lanes(workflow::Flow flow, int count)
    : m_flow(flow)
    , m_journey(std::make_unique<Journey>(optionsFor(flow, count)))
{
    for (int number = 0; number < count; ++number)
        m_lanes.push_back({ .number = number });
    Stack &stack = m_journey->stack();
    stack.startTwin();
    prepareTwin();
    stack.startService();
    m_alice = std::make_unique<ServiceClient>(stack.serviceUrls(), u"alice"_s);
    m_olga = std::make_unique<ServiceClient>(stack.serviceUrls(), u"olga"_s);
}

Lanes::~Lanes()
{
    // Whoever still hangs would hold up the end of the service.
    try {
        m_journey->twin().clearFaults();
    } catch (const std::exception &error) {
        qInfo("%s", error.what());
    }
}

void Lanes::prepareTwin()
{
    QJsonObject seed = m_journey->stack().files().seed();
    const QJsonObject first = seed["projects"_L1].toArray().first().toObject();
    QJsonArray projects;
    for (const Lane &lane : m_lanes) {
        QJsonObject mine = first;
        mine[u"path"_s] = project(lane.number);
        projects.append(mine);
    }
    m_journey->twin().seed({ { u"projects"_s, projects } });
    m_journey->twin().post(u"/approvals/policy"_s, { { u"auto"_s, u"approve"_s }, { u"delay_ms"_s, 20 } });
    m_journey->twin().post(u"/services"_s, { { u"retry_ms"_s, QJsonArray { 200, 200, 200, 500 } } });
}

QJsonArray Lanes::journalSince(qint64 entry)
{
    return m_journey->twin().get(u"/journal?since=%1"_s.arg(entry)).value("entries"_L1).toArray();
}

std::vector<RemoteCall> Lanes::census()
{
    const qint64 before = m_journey->twin().get(u"/journal?op=none"_s).value("last"_L1).toInteger();
    std::vector<Try> undisturbed(m_lanes.size());
    std::deque<Try *> waiting;
    for (Try &each : undisturbed)
        waiting.push_back(&each);
    playUntilEmpty(waiting);
    for (const Try &each : undisturbed) {
        if (!each.problem.isEmpty() || each.status != "VALIDATED"_L1)
            throw std::runtime_error("an undisturbed journey went wrong: " + (each.status + u' ' + each.problem).toStdString());
    }
    using Kind = std::pair<QString, QString>;
    std::map<QString, std::map<Kind, int>> made; // By the request's id.
    std::map<Kind, int> least;
    const QJsonArray entries = journalSince(before);
    for (size_t lane = 0; lane < undisturbed.size(); ++lane) {
        // As many requests as lanes: each took the one of its number.
        const QString path = QString::fromLatin1(QUrl::toPercentEncoding(project(int(lane))));
        for (const QJsonValue &entry : entries) {
            const QString where = entry["path"_L1].toString();
            if (where.contains(path + u'/') || where.endsWith(path) || where.contains(project(int(lane)) + u".git"_s)
                || (where + entry["body"_L1].toString()).contains(undisturbed[lane].requestId))
                ++made[undisturbed[lane].requestId][{ entry["op"_L1].toString(), entry["user"_L1].toString() }];
        }
    }
    for (const auto &[kind, times] : made.begin()->second) {
        int fewest = times;
        for (const auto &[request, kinds] : made)
            fewest = std::min(fewest, kinds.contains(kind) ? kinds.at(kind) : 0);
        least[kind] = fewest;
    }
    std::vector<RemoteCall> calls;
    for (const auto &[kind, times] : least) {
        for (int nth = 0; nth < times; ++nth)
            calls.push_back({ kind.first, kind.second, nth });
    }
    return calls;
}

void Lanes::play(std::vector<Try> &tries)
{
    for (int round = 0; round < 3; ++round) {
        std::deque<Try *> waiting;
        for (Try &each : tries) {
            if (!each.wasHit)
                waiting.push_back(&each);
        }
        playUntilEmpty(std::move(waiting));
    }
}

void Lanes::playUntilEmpty(std::deque<Try *> waiting)
{
    const auto hasWork = [&](Lane &lane) {
        if (lane.current && !look(lane))
            return true;
        lane.current = nullptr;
        if (waiting.empty())
            return false;
        begin(lane, *waiting.front());
        waiting.pop_front();
        return true;
    };
    for (bool isBusy = true; isBusy;) {
        isBusy = false;
        for (Lane &lane : m_lanes)
            isBusy = hasWork(lane) || isBusy;
        await([] { return false; }, 20ms);
    }
}

void Lanes::begin(Lane &lane, Try &next)
{
    lane.current = &next;
    lane.clock.start();
    lane.fault.clear();
    TwinClient &twin = m_journey->twin();
    lane.effectsBefore = twin.get(u"/effects?kind=none"_s).value("last"_L1).toInteger();
    next.requestId = u"answers-%1"_s.arg(++m_requests, 6, 10, QLatin1Char('0'));
    ++next.attempts;
    if (next.answer) {
        QJsonObject match { { u"op"_s, next.call.operation } };
        if (!next.call.account.isEmpty())
            match.insert(u"user"_s, next.call.account);
        if (next.call.operation == "approval.create"_L1)
            match.insert(u"body_contains"_s, next.requestId);
        else if (next.call.operation.startsWith("approval."_L1))
            match.insert(u"path_regex"_s, next.requestId);
        else
            match.insert(u"path_regex"_s, u"config(/|%2F)lane-%1(/|\\.git|$)"_s.arg(lane.number));
        QJsonObject rule = next.answer->rule();
        rule.insert(u"match"_s, match);
        rule.insert(u"skip"_s, next.call.nth);
        lane.fault = twin.addFault(rule);
    }
    const JsonReply reply = m_alice->submit({ { u"operationId"_s, next.requestId },
                                              { u"subjectId"_s, next.requestId },
                                              { u"targetKey"_s, target(lane.number) },
                                              { u"parameters"_s, QJsonObject { { u"role"_s, u"member"_s } } },
                                              { u"reason"_s, u"a bad answer"_s } });
    if (reply.status != 202)
        next.problem = u"submit was answered %1: %2"_s.arg(reply.status).arg(reply.text());
}

bool Lanes::look(Lane &lane)
{
    Try &now = *lane.current;
    if (!now.problem.isEmpty())
        return true;
    const QJsonObject change = m_alice->get(now.requestId).data();
    now.status = change.value("bindingStatus"_L1).toString();
    const bool needsPerson = now.status == "CREATE_FAILED"_L1 || now.status == "HANDLE_FAILED"_L1;
    if (now.status != "VALIDATED"_L1 && !needsPerson) {
        if (!lane.clock.hasExpired(patienceMs))
            return false;
        judgeStuck(lane);
    } else if (now.status == "VALIDATED"_L1 && isUnderWay(now) && !lane.clock.hasExpired(patienceMs)) {
        return false; // What landed is still verified: its calls belong to this journey and not to the lane's next.
    }
    judge(lane, change);
    return true;
}

bool Lanes::isUnderWay(const Try &each)
{
    const QByteArray statement = "SELECT COUNT(*) AS n FROM operation o JOIN workflow_task t ON "
                                 "(t.kind = 'operation.advance' AND t.ref = o.operation_id) OR "
                                 "(t.kind = 'batch.advance' AND t.ref = CAST(o.batch_id AS CHAR)) WHERE o.operation_id = '"
        + each.requestId.toLatin1() + '\'';
    return m_journey->count(statement.constData()) > 0;
}

void Lanes::judgeStuck(const Lane &lane)
{
    const QJsonObject page = m_olga->get(u"/ops/v1/operations/"_s + lane.current->requestId, Headers {}).data();
    lane.current->problem = u"it did not end: %1 %2"_s.arg(lane.current->status, compact(page["diagnosis"_L1].toObject()));
}

void Lanes::judge(Lane &lane, const QJsonObject &change)
{
    Try &now = *lane.current;
    TwinClient &twin = m_journey->twin();
    const QString query = u"project=%1&since=%2"_s.arg(project(lane.number), QString::number(lane.effectsBefore));
    now.effects = LandingEffects::at(twin, query);
    now.isMergeRequestMerged = now.effects.merged > 0;
    if (!lane.fault.isEmpty()) {
        for (const QJsonValue &fault : twin.get(u"/faults"_s).value("faults"_L1).toArray()) {
            if (fault["id"_L1].toVariant().toString() == lane.fault)
                now.wasHit = fault["hits"_L1].toInt() > 0;
        }
        twin.remove(u"/faults/"_s + lane.fault);
    }
    if (now.status == "VALIDATED"_L1 || !now.problem.isEmpty())
        return;
    const QJsonObject page = m_olga->get(u"/ops/v1/operations/"_s + now.requestId, Headers {}).data();
    now.diagnosis = page["diagnosis"_L1]["code"_L1].toString();
    now.status += u' ' + QString::number(change["stepStatus"_L1]["code"_L1].toInt());
    for (const QJsonValue &fact : page["diagnosis"_L1]["facts"_L1].toArray()) {
        if (fact["name"_L1] == "evidence"_L1)
            now.evidence = fact["value"_L1].toString();
    }
}

} // namespace slipway::support
