// SPDX-License-Identifier: GPL-3.0-only
#include "shared/protocol/action.h"
#include "shared/protocol/batch.h"
#include "shared/protocol/change.h"
#include "shared/protocol/envelope.h"
#include "shared/protocol/instance.h"
#include "tests/unit/protocolsamples.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::protocol;

namespace {

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
