// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/program/situations.h"

#include "tests/support/await.h"

#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::support {
namespace {

constexpr auto patience = 60s;

[[noreturn]] void disappointed(const QString &what) { throw std::runtime_error(what.toStdString()); }

} // namespace

void Situations::prepare(StageOptions &stage)
{
    stage.roles = { { u"ops.read"_s, { u"olga"_s, u"bob"_s } }, { u"ops.act"_s, { u"olga"_s, u"bob"_s } } };
    stage.hot.insert(u"poll.pipeline.limit"_s, u"5"_s);
    stage.hot.insert(u"poll.pipeline.longMs"_s, u"600000"_s);
    stage.hot.insert(u"poll.deploy.shortMs"_s, u"200"_s);
}

void Situations::bringAbout()
{
    m_screen.begin(u"land some requests"_s);
    landed();
    m_screen.done();
    m_screen.begin(u"land some whose deployment fails or is never heard of"_s);
    landedWithoutProof();
    m_screen.done();
    m_screen.begin(u"let a batch fail"_s);
    failed();
    m_screen.done();
    m_screen.begin(u"leave some waiting for their approver"_s);
    waiting();
    m_screen.done();
    m_screen.begin(u"block a batch, with others behind it"_s);
    blocked();
    m_screen.done();
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

void Situations::landedWithoutProof()
{
    deploys({ { u"result"_s, u"failed"_s } });
    awaitStep(submit(u"dan"_s), 10302);
    deploys({ { u"enabled"_s, false } });
    m_unproven = submit(u"eve"_s);
    awaitStep(m_unproven, 10103);
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
