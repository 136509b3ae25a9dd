// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/program/situations.h"

#include "tests/support/await.h"

#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::support {
namespace {

constexpr auto patience = 60s;
constexpr auto secondBranch = "billing"_L1;

/// With a second partition, so that one batch may lie dead while another is blocked.
QJsonObject catalogue()
{
    QJsonObject made =
        StageFiles::catalogueOf({ QJsonObject { { u"key"_s, u"db/read"_s }, { u"description"_s, u"Read the database"_s } },
                                  QJsonObject { { u"key"_s, u"db/write"_s }, { u"description"_s, u"Write to it"_s } },
                                  QJsonObject { { u"key"_s, u"billing/read"_s }, { u"description"_s, u"Read the bills"_s } } },
                                u"carol"_s);
    QJsonArray partitions = made.value("partitions"_L1).toArray();
    QJsonObject second = partitions.first().toObject();
    second.insert(u"key"_s, QString(secondBranch));
    second.insert(u"branch"_s, QString(secondBranch));
    partitions.append(second);
    made.insert(u"partitions"_s, partitions);
    QJsonArray targets = made.value("targets"_L1).toArray();
    QJsonObject target = targets.last().toObject();
    target.insert(u"partition"_s, QString(secondBranch));
    targets.replace(targets.size() - 1, target);
    made.insert(u"targets"_s, targets);
    return made;
}

[[noreturn]] void disappointed(const QString &what) { throw std::runtime_error(what.toStdString()); }

} // namespace

void Situations::prepare(StageOptions &stage)
{
    stage.roles = { { u"ops.read"_s, { u"olga"_s, u"bob"_s } }, { u"ops.act"_s, { u"olga"_s, u"bob"_s } } };
    stage.hot.insert(u"poll.pipeline.limit"_s, u"5"_s);
    stage.hot.insert(u"poll.pipeline.longMs"_s, u"600000"_s);
    stage.hot.insert(u"poll.deploy.shortMs"_s, u"200"_s);
    stage.hot.insert(u"approve.maxRetries"_s, u"1"_s);
    // So long does nobody take over what a dead process had in hand.
    stage.hot.insert(u"engine.leaseMs"_s, u"1800000"_s);
    stage.hot.insert(u"poll.settle.longMs"_s, u"\"soon\""_s); // No number: the service says so and takes its default.
    stage.catalogue = catalogue();
}

void Situations::bringAbout()
{
    const auto step = [this](const QString &what, void (Situations::*make)()) {
        m_screen.begin(what);
        (this->*make)();
        m_screen.done();
    };
    step(u"kill the service in the middle of a batch"_s, &Situations::orphaned);
    step(u"land some requests"_s, &Situations::landed);
    step(u"land some whose deployment fails or is never heard of"_s, &Situations::landedWithoutProof);
    step(u"take a bot's right to approve away for a while"_s, &Situations::notApproved);
    step(u"let a batch fail"_s, &Situations::failed);
    step(u"leave some waiting for their approver"_s, &Situations::waiting);
    step(u"block a batch, with others behind it"_s, &Situations::blocked);
    step(u"wait until the dead process is known to be dead"_s, &Situations::awaitOrphan);
    tell();
}

QMap<QString, QStringList> Situations::diagnoses()
{
    QMap<QString, QStringList> found;
    const auto note = [&](const QJsonValue &item, const QString &name) {
        if (const QString code = item["diagnosis"_L1]["code"_L1].toString(); !code.isEmpty())
            found[code].append(name);
    };
    ServiceClient olga = m_stack.as(u"olga"_s);
    for (const QJsonValue &item : olga.get(u"/ops/v1/operations"_s, Headers()).data()["items"_L1].toArray())
        note(item, item["subjectId"_L1].toString());
    for (const QJsonValue &item : olga.get(u"/ops/v1/attention"_s, Headers()).data()["items"_L1].toArray()) {
        if (item["kind"_L1] != "operation"_L1 && item["kind"_L1] != "batch"_L1)
            note(item, item["id"_L1].toString());
    }
    return found;
}

void Situations::awaitOrphan()
{
    if (!support::await([&] { return diagnoses().contains(u"RUNNING_ORPHANED"_s); }, patience))
        disappointed(u"nobody noticed that a process had died"_s);
}

void Situations::tell()
{
    m_screen.line(u"\n  prepared (/ops/v1/operations and /ops/v1/attention say more)"_s);
    const auto found = diagnoses();
    for (auto it = found.cbegin(); it != found.cend(); ++it)
        m_screen.line(u"  %1 %2"_s.arg(it.key(), -22).arg(it->join(u", "_s)));
}

QString Situations::submit(const QString &subject, const QString &target, bool isApproved)
{
    const JsonReply reply = m_stack.as(u"alice"_s)
                                .submit(QJsonObject { { u"subjectId"_s, subject },
                                                      { u"targetKey"_s, target },
                                                      { u"parameters"_s, QJsonObject { { u"role"_s, u"member"_s } } },
                                                      { u"reason"_s, u"%1 joined the team"_s.arg(subject) } });
    if (reply.status != 202)
        disappointed(u"a submission was answered "_s + reply.text());
    const QString operation = reply.data().value("operationId"_L1).toString();
    if (isApproved)
        m_stack.twin().decide(operation, u"approved"_s, u"carol"_s);
    return operation;
}

void Situations::await(const QString &operation, const QStringList &statuses)
{
    const QJsonObject seen = m_stack.as(u"alice"_s).follow(operation, statuses, patience);
    if (!statuses.contains(seen.value("bindingStatus"_L1).toString()))
        disappointed(u"%1 did not become %2"_s.arg(operation, statuses.join(u'/')));
}

void Situations::awaitStep(const QString &operation, int step)
{
    const bool there = support::await(
        [&] { return m_stack.as(u"alice"_s).get(operation).data()["stepStatus"_L1]["code"_L1].toInt() == step; }, patience);
    if (!there)
        disappointed(u"%1 did not come to step %2"_s.arg(operation).arg(step));
}

QJsonObject Situations::act(const QString &action, const QString &type, const QString &id, const QString &reason)
{
    ServiceClient olga = m_stack.as(u"olga"_s);
    QJsonObject body { { u"action"_s, action },
                       { u"mode"_s, u"preview"_s },
                       { u"targets"_s, QJsonArray { QJsonObject { { u"type"_s, type }, { u"id"_s, id } } } },
                       { u"reason"_s, reason } };
    body.insert(u"planHash"_s, olga.post(u"/ops/v1/actions"_s, body).data().value("planHash"_L1));
    body.insert(u"mode"_s, u"execute"_s);
    const JsonReply reply = olga.post(u"/ops/v1/actions"_s, body);
    if (!reply.isSuccess())
        disappointed(u"%1 was answered %2"_s.arg(action, reply.text()));
    return reply.data()["items"_L1][0].toObject();
}

void Situations::policy(const QString &pipelineResult)
{
    m_stack.twin().post(u"/projects/config%2Faccess/policy"_s, { { u"pipeline_result"_s, pipelineResult } });
}

void Situations::deploys(const QJsonObject &policy) { m_stack.twin().post(u"/deploys/policy"_s, policy); }

void Situations::landed()
{
    for (const QString &subject : { u"ann"_s, u"ben"_s, u"cleo"_s })
        await(submit(subject), { u"VALIDATED"_s });
}

void Situations::orphaned()
{
    JsonClient forge(m_stack.twinApi());
    const JsonReply branch = forge.post(u"/api/v4/projects/config%2Faccess/repository/branches"_s,
                                        QJsonObject { { u"branch"_s, QString(secondBranch) }, { u"ref"_s, u"main"_s } },
                                        { { "PRIVATE-TOKEN", m_stack.files().secret(u"maintainer-token"_s) } });
    if (!branch.isSuccess())
        disappointed(u"a branch was answered "_s + branch.text());
    const QString hang = m_stack.twin().addFault({ { u"match"_s, QJsonObject { { u"op"_s, u"mr.approve"_s } } },
                                                   { u"times"_s, -1 },
                                                   { u"do"_s, QJsonObject { { u"kind"_s, u"hang"_s } } } });
    submit(u"omar"_s, u"billing/read"_s);
    const bool isWaiting =
        support::await([&] { return m_stack.twin().get(u"/faults"_s)["faults"_L1][0]["hits"_L1].toInt() > 0; }, patience);
    if (!isWaiting)
        disappointed(u"no bot has approved"_s);
    m_stack.service().kill();
    m_stack.launchInstance(0);
    m_stack.awaitInstance(0);
    m_stack.twin().remove(u"/faults/"_s + hang);
}

void Situations::landedWithoutProof()
{
    deploys({ { u"result"_s, u"failed"_s } });
    awaitStep(submit(u"dan"_s), 10302);
    // Eve's callback never comes; what is deployed after hers contains it and proves it. Gus' never comes either, and nothing follows.
    deploys({ { u"enabled"_s, false } });
    awaitStep(submit(u"eve"_s), 10103);
    deploys({ { u"enabled"_s, true }, { u"result"_s, u"success"_s } });
    await(submit(u"fred"_s), { u"VALIDATED"_s });
    deploys({ { u"enabled"_s, false } });
    m_unproven = submit(u"gus"_s);
    awaitStep(m_unproven, 10103);
}

void Situations::notApproved()
{
    const QString refusal = m_stack.twin().addFault(
        { { u"match"_s, QJsonObject { { u"op"_s, u"mr.approve"_s }, { u"user"_s, u"slipway-reviewer-1"_s } } },
          { u"times"_s, -1 },
          { u"do"_s,
            QJsonObject { { u"kind"_s, u"status"_s }, { u"code"_s, 401 }, { u"body"_s, u"{\"message\":\"refused\"}"_s } } } });
    await(submit(u"otto"_s), { u"HANDLE_FAILED"_s });
    m_stack.twin().remove(u"/faults/"_s + refusal);
}

void Situations::failed()
{
    policy(u"failed"_s);
    QStringList operations;
    for (const QString &subject : { u"finn"_s, u"gina"_s, u"hugo"_s })
        operations.append(submit(subject, u"db/write"_s));
    for (const QString &operation : operations)
        await(operation, { u"CREATE_FAILED"_s });
}

void Situations::waiting()
{
    for (const QString &subject : { u"ida"_s, u"jan"_s })
        await(submit(subject, u"db/read"_s, false), { u"APPROVAL_SENT"_s });
}

void Situations::blocked()
{
    policy(u"running"_s);
    const QString stuck = submit(u"kim"_s);
    awaitStep(stuck, 10502);
    const QJsonObject read = m_stack.as(u"alice"_s).get(stuck).data();
    act(u"BLOCK"_s, u"batch"_s, QString::number(read.value("batchId"_L1).toInteger()), u"The runner pool is being repaired"_s);
    for (const QString &subject : { u"lea"_s, u"max"_s, u"nora"_s })
        await(submit(subject, u"db/write"_s), { u"QUEUED"_s });
    act(u"MARK_VALIDATED"_s, u"operation"_s, m_unproven, u"Seen live by the platform team"_s);
}

} // namespace slipway::support
