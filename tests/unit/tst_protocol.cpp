// SPDX-License-Identifier: GPL-3.0-only
#include "shared/protocol/action.h"
#include "shared/protocol/batch.h"
#include "shared/protocol/change.h"
#include "shared/protocol/envelope.h"
#include "shared/protocol/instance.h"
#include "shared/protocol/operation.h"
#include "shared/protocol/records.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::protocol;

namespace {

constexpr Instant noon { std::chrono::microseconds(1'796'040'926'123'456) };

StepView queued() { return StepView::of(workflow::Step::Queued); }

MergeRequest mergeRequest() { return MergeRequest::at(u"https://forge.example/"_s, u"acme/config"_s, MergeRequestIid(5)); }

Accepted accepted() { return { OperationId(u"op-12345678"_s), u"QUEUED"_s, queued(), 1 }; }

ChangeSummary changeSummary()
{
    return { .operation = OperationId(u"op-12345678"_s),
             .requester = u"alice"_s,
             .subject = SubjectId(u"bob"_s),
             .target = TargetKey(u"db.read"_s),
             .kind = u"bind"_s,
             .parameters = { { u"level"_s, 3 } },
             .reason = u"migration"_s,
             .expiresAt = noon + std::chrono::hours(1),
             .flow = u"BATCHED"_s,
             .bindingStatus = u"QUEUED"_s,
             .step = queued(),
             .batch = BatchId(17),
             .version = 4,
             .createdAt = noon,
             .updatedAt = noon + std::chrono::seconds(1) };
}

Guidance guidance() { return { u"WAIT"_s, u"It waits."_s, u"SLOT"_s, noon, noon + std::chrono::seconds(5), 2 }; }

TimelineEntry timelineEntry()
{
    return { noon,
             u"ENGINE"_s,
             queued(),
             StepView::of(workflow::Step::CreateStarted),
             u"QUEUED"_s,
             u"MR_CREATING"_s,
             u"Taken into a batch."_s };
}

BatchSummary batchSummary()
{
    return { .id = BatchId(9'007'199'254'740'991),
             .partition = PartitionKey(u"main"_s),
             .status = u"FAILED"_s,
             .phase = u"SETTLING"_s,
             .phaseAge = std::chrono::milliseconds(2500),
             .mergeRequest = mergeRequest(),
             .memberCount = 3,
             .attempt = 1,
             .rebases = 2,
             .triggeredBy = u"round"_s,
             .failureCode = u"CONFLICT"_s,
             .message = u"It conflicts."_s,
             .version = 6,
             .createdAt = noon,
             .updatedAt = noon };
}

BatchMember batchMember()
{
    return { OperationId(u"op-12345678"_s),
             SubjectId(u"bob"_s),
             TargetKey(u"db.read"_s),
             u"bind"_s,
             u"alice"_s,
             u"LANDED"_s,
             noon,
             u"MERGED"_s,
             queued(),
             8,
             u"CONFLICT"_s,
             true };
}

BatchPhase batchPhase()
{
    return { noon,        2,           u"RUNNING"_s, u"RUNNING"_s,         u"CLAIMED"_s, u"BUILDING"_s,
             u"ENGINE"_s, u"engine"_s, u"began"_s,   InstanceId(u"i-1"_s), 2500 };
}

RemoteCall remoteCall()
{
    return { 44, u"git.push"_s, u"branch"_s, noon, noon, 201, u"OK"_s, u"ANSWER"_s, noon, 1, InstanceId(u"i-1"_s) };
}

ActionItem actionItem()
{
    return { u"partition"_s,
             u"main"_s,
             u"WOULD_DO"_s,
             u"WHY"_s,
             u"A round would run."_s,
             { { u"mode"_s, u"OPEN"_s } },
             { { u"mode"_s, u"PAUSED"_s } },
             { u"guard"_s },
             { u"one"_s, u"two"_s },
             { u"call"_s },
             true,
             true };
}

ActionResult actionResult()
{
    return { u"partition"_s, u"main"_s, u"DONE"_s, u"CLAIMED"_s, u"Batch 17 was begun."_s, BatchId(17) };
}

Diagnosis diagnosis()
{
    return { u"WAITING_SLOT"_s,
             u"QUEUE"_s,
             noon,
             u"Queued behind batch 9."_s,
             { DiagnosisFact { u"batch"_s, u"9"_s } },
             NextAutomatic { u"The next round takes it."_s, noon },
             { AdvisedAction { u"RUN_ROUND"_s, true, u"partition"_s, u"main"_s, u"Run a round now."_s } },
             { BlockedAction { u"FREE_SLOT"_s, u"No."_s } } };
}

RemoteReading remoteReading()
{
    return { .mergeRequest = MergeRequestIid(5),
             .state = u"opened"_s,
             .detailedStatus = u"checking"_s,
             .hasConflicts = true,
             .head = u"a"_s,
             .mergeCommit = u"b"_s,
             .by = u"carol"_s,
             .targetHead = u"c"_s,
             .isTargetMoved = true,
             .pipelines = { PipelineView { 3, u"a"_s, u"running"_s, u"push"_s, u"main"_s } },
             .approvedBy = { u"bot-1"_s },
             .bots = { BotApproval { u"reviewer one"_s, true, false } },
             .readAt = noon,
             .readBy = u"olga"_s };
}

OperationSummary operationSummary()
{
    return { changeSummary(), PartitionKey(u"main"_s), 5, u"CONFLICT"_s, true, diagnosis() };
}

TimelineItem timelineItem()
{
    return { noon, u"HISTORY"_s, u"CLAIMED"_s, u"ENGINE"_s, u"olga"_s, u"why"_s, queued(), queued(), u"QUEUED"_s };
}

ActionSummary actionSummary()
{
    return { u"a-1"_s, u"BLOCK"_s, u"DONE"_s, u"bulk"_s, u"why"_s, u"olga"_s, u"bob"_s, noon, 2, noon, noon };
}

/// As it comes over the wire.
QJsonObject sent(const QJsonObject &object) { return QJsonDocument::fromJson(QJsonDocument(object).toJson()).object(); }

/// Holds for every struct: what one side writes the other reads, additions are ignored, null is nothing only where that
/// is allowed, and no field may be of another type. \a mayBeNull are the fields that may.
template <class T>
void crosses(const T &original, const QStringList &mayBeNull = {})
{
    const QJsonObject json = sent(original.toJson());
    const auto again = T::fromJson(json);
    QVERIFY(again);
    QVERIFY(*again == original);
    QCOMPARE(again->toJson(), json);

    QJsonObject ofTomorrow = json;
    ofTomorrow.insert(u"ofTomorrow"_s, QJsonArray { 1, 2 });
    QVERIFY(T::fromJson(ofTomorrow) == again);

    for (const QString &field : json.keys()) {
        QVERIFY2(!json.value(field).isNull(), qPrintable(field + " is not tried"_L1));
        QJsonObject without = json;
        without.remove(field);
        QJsonObject null = json;
        null.insert(field, QJsonValue::Null);
        QJsonObject odd = json;
        odd.insert(field, json.value(field).isBool() ? QJsonValue(1) : QJsonValue(true));
        QVERIFY2(T::fromJson(without).has_value() == mayBeNull.contains(field), qPrintable(field));
        QVERIFY2(T::fromJson(null).has_value() == mayBeNull.contains(field), qPrintable(field));
        QVERIFY2(!T::fromJson(odd), qPrintable(field));
        if (mayBeNull.contains(field))
            QCOMPARE(T::fromJson(null)->toJson(), null);
    }
    QVERIFY(!T::fromJson({}));
}

} // namespace

class ProtocolTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void theEnvelopeHoldsAnyData()
    {
        for (const QJsonValue &data : { QJsonValue(), QJsonValue(QJsonArray { 1 }), QJsonValue(u"text"_s) }) {
            const Envelope envelope { u"OK"_s, u"Fine."_s, data, u"4bf9"_s };
            QVERIFY(Envelope::fromJson(sent(envelope.toJson())) == envelope);
        }
        QVERIFY(Envelope { .data = QJsonValue::Undefined }.toJson().value("data"_L1).isNull());
        QJsonObject json = Envelope { u"OK"_s, u"Fine."_s, 1, u"4bf9"_s }.toJson();
        json.remove(u"data"_s);
        QVERIFY(Envelope::fromJson(json)->data.isNull());
        for (const QString &field : { u"code"_s, u"message"_s, u"traceId"_s }) {
            QJsonObject without = json;
            without.remove(field);
            QVERIFY2(!Envelope::fromJson(without), qPrintable(field));
        }
    }

    void thePartsOfARequestCross()
    {
        crosses(accepted());
        crosses(queued(), { u"name"_s });
        crosses(mergeRequest(), { u"url"_s });
        crosses(guidance(), { u"waitingFor"_s, u"nextCheckAt"_s, u"queuePosition"_s });
        crosses(timelineEntry(), { u"fromStep"_s, u"fromStatus"_s });
        crosses(changeSummary(), { u"expiresAt"_s, u"batchId"_s });
    }

    void aRequestCrosses()
    {
        crosses(Change { changeSummary(), guidance(), mergeRequest(), { timelineEntry(), timelineEntry() } },
                { u"expiresAt"_s, u"batchId"_s, u"mergeRequest"_s });
    }

    void thePartsOfABatchCross()
    {
        crosses(batchSummary(), { u"mergeRequest"_s, u"failureCode"_s, u"message"_s });
        crosses(batchMember(), { u"outcomeAt"_s, u"failureCode"_s });
        crosses(batchPhase(), { u"fromStatus"_s, u"fromPhase"_s, u"detail"_s, u"lastedMs"_s });
        crosses(remoteCall(),
                { u"request"_s, u"sentAt"_s, u"answeredAt"_s, u"status"_s, u"outcome"_s, u"settledBy"_s, u"settledAt"_s });
    }

    void anInstanceCrosses()
    {
        crosses(InstanceView { .id = InstanceId(u"77-a"_s),
                               .host = u"h"_s,
                               .pid = 77,
                               .version = u"0.1"_s,
                               .state = u"RUNNING"_s,
                               .startedAt = noon,
                               .lastBeatAt = noon + std::chrono::seconds(5),
                               .heartbeatAge = std::chrono::milliseconds(12),
                               .isDraining = true,
                               .loops = { QJsonObject { { u"name"_s, u"tasks"_s } } } });
    }

    void aBatchCrosses()
    {
        crosses(BatchDetail { batchSummary(),
                              u"slipway/17"_s,
                              u"a"_s,
                              u"b"_s,
                              u"c"_s,
                              u"d"_s,
                              { batchMember() },
                              { batchPhase() },
                              { remoteCall(), remoteCall() },
                              remoteReading(),
                              diagnosis() },
                { u"mergeRequest"_s, u"failureCode"_s, u"message"_s, u"remote"_s, u"diagnosis"_s });
    }

    void anActionCrosses()
    {
        crosses(actionItem(), { u"code"_s });
        crosses(ActionPlan { u"f00d"_s, { actionItem() } });
        crosses(actionResult(), { u"code"_s, u"batchId"_s });
        crosses(ActionAnswer { u"a-1"_s, u"DONE"_s, u"f00d"_s, { actionResult() } });
    }

    void whatIsKeptOfAnActionCrosses()
    {
        const QStringList mayBeNull { u"bulkId"_s, u"confirmedBy"_s, u"expiresAt"_s };
        crosses(actionSummary(), mayBeNull);
        crosses(ActionDetail { actionSummary(), u"f00d"_s, { { u"a"_s, 1 } }, { actionItem() }, { actionResult() } },
                mayBeNull);
    }

    void aDiagnosisCrosses()
    {
        crosses(diagnosis(), { u"nextAutomatic"_s });
        crosses(diagnosis().facts[0]);
        crosses(*diagnosis().nextAutomatic, { u"at"_s });
        crosses(diagnosis().nextSafeActions[0], { u"targetType"_s, u"targetId"_s });
        crosses(diagnosis().blockedActions[0]);
        crosses(AttentionItem { u"batch"_s, u"17"_s, u"Batch 17"_s, noon, 3, diagnosis() }, { u"diagnosis"_s });
    }

    void whatWasReadOfTheForgeCrosses()
    {
        crosses(remoteReading(), { u"mergeRequest"_s, u"readAt"_s });
        crosses(remoteReading().pipelines[0]);
        crosses(remoteReading().bots[0], { u"hasApproved"_s, u"mayApprove"_s });
    }

    void aRequestForMaintainersCrosses()
    {
        const QStringList mayBeNull { u"expiresAt"_s, u"batchId"_s, u"mergeRequestIid"_s, u"failureCode"_s, u"diagnosis"_s };
        crosses(operationSummary(), mayBeNull);
        crosses(timelineItem(), { u"outcome"_s, u"actor"_s, u"detail"_s, u"fromStep"_s, u"toStep"_s, u"toStatus"_s });
        crosses(OperationDetail { operationSummary(),
                                  mergeRequest(),
                                  u"b"_s,
                                  u"c"_s,
                                  u"d"_s,
                                  u"e"_s,
                                  u"f"_s,
                                  remoteReading(),
                                  { timelineItem() } },
                mayBeNull + QStringList { u"mergeRequest"_s, u"failureDetail"_s, u"remote"_s });
    }

    void theOtherListsCross()
    {
        const OperationId operation(u"op-12345678"_s);
        crosses(BindingView { SubjectId(u"bob"_s), TargetKey(u"db.read"_s), u"VALIDATED"_s, operation, operation,
                              QJsonObject { { u"level"_s, 3 } }, noon, 4, noon },
                { u"effectiveOperationId"_s, u"effectiveParameters"_s, u"effectiveExpiresAt"_s });
        crosses(ApprovalView { u"x-1"_s, operation, 1, u"builtin"_s, u"accepted"_s, u"any"_s, u"carol"_s, noon, noon, noon,
                               noon, 2, noon },
                { u"decidedBy"_s, u"decidedAt"_s, u"sentAt"_s, u"remindedAt"_s, u"expiresAt"_s });
        crosses(FindingView { 1, u"ODD"_s, u"batch:17"_s, u"look"_s, 2, noon, noon, noon, u"olga"_s },
                { u"detail"_s, u"resolvedAt"_s, u"resolvedBy"_s });
        crosses(AuditView { 1,
                            u"e"_s,
                            noon,
                            u"olga"_s,
                            u"BLOCK"_s,
                            u"batch"_s,
                            u"17"_s,
                            u"DONE"_s,
                            u"why"_s,
                            { { u"a"_s, 1 } },
                            u"trace"_s,
                            7 },
                { u"reason"_s, u"traceId"_s, u"seq"_s });
        crosses(KeyView { u"batch.lingerMs"_s, u"hot"_s, u"1"_s, u"file"_s, u"5000"_s, u"How long."_s, u"odd"_s },
                { u"warning"_s });
    }

    void oneBrokenPartSpoilsTheWhole()
    {
        QJsonObject broken = actionResult().toJson();
        broken.remove(u"outcome"_s);
        QJsonObject json = ActionAnswer { u"a-1"_s, u"DONE"_s, u"f00d"_s, { actionResult() } }.toJson();
        json.insert(u"items"_s, QJsonArray { actionResult().toJson(), broken });
        QVERIFY(!ActionAnswer::fromJson(json));
        json.insert(u"items"_s, QJsonArray { u"text"_s });
        QVERIFY(!ActionAnswer::fromJson(json));

        QJsonObject item = actionItem().toJson();
        item.insert(u"guards"_s, QJsonArray { 1 });
        QVERIFY(!ActionItem::fromJson(item));
    }

    void numbersAreWholeAndFit()
    {
        QJsonObject json = batchSummary().toJson();
        json.insert(u"memberCount"_s, 1.5);
        QVERIFY(!BatchSummary::fromJson(json));
        json.insert(u"memberCount"_s, qint64(3'000'000'000));
        QVERIFY(!BatchSummary::fromJson(json));
    }

    void timesAreInUniversalTimeToTheMicrosecond()
    {
        QJsonObject json = changeSummary().toJson();
        QCOMPARE(json.value("createdAt"_L1).toString(), toIso(noon));
        json.insert(u"createdAt"_s, u"yesterday"_s);
        QVERIFY(!ChangeSummary::fromJson(json));
    }

    void aStepOfTomorrowHasACodeOnly()
    {
        const StepView unknown = StepView::numbered(99'999);
        QCOMPARE(unknown.toJson(), QJsonObject({ { u"code"_s, 99'999 }, { u"name"_s, QJsonValue() } }));
        QVERIFY(StepView::fromJson(unknown.toJson()) == unknown);
        QCOMPARE(queued().name, u"QUEUED"_s);
    }

    void aMergeRequestHasAnAddressWhereBothEndsAreKnown()
    {
        QCOMPARE(mergeRequest().url, u"https://forge.example/acme/config/-/merge_requests/5"_s);
        QVERIFY(!MergeRequest::at({}, u"acme/config"_s, MergeRequestIid(5)).url);
        QVERIFY(!MergeRequest::at(u"https://forge.example"_s, {}, MergeRequestIid(5)).url);
    }
};

QTEST_APPLESS_MAIN(ProtocolTest)
#include "tst_protocol.moc"
