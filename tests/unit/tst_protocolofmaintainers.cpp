// SPDX-License-Identifier: GPL-3.0-only
#include "shared/protocol/operation.h"
#include "shared/protocol/records.h"
#include "tests/unit/protocolsamples.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::protocol;

namespace {

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

} // namespace

/// What the service and its maintainers tell each other.
class ProtocolOfMaintainersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

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
        crosses(CardView { 3, u"x-1"_s, u"approval"_s, u"bob"_s, 2, 1, u"PENDING"_s, 4, u"later"_s, noon, noon },
                { u"lastError"_s });
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
};

QTEST_APPLESS_MAIN(ProtocolOfMaintainersTest)
#include "tst_protocolofmaintainers.moc"
