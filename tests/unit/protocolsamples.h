// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/protocol/action.h"
#include "shared/protocol/change.h"
#include "shared/protocol/diagnosis.h"
#include "shared/protocol/remotereading.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

/// Structs of the protocol with every field set, and the one thing that must hold for all of them. For tests.
namespace slipway::protocol {

using namespace Qt::StringLiterals;

inline constexpr Instant noon { std::chrono::microseconds(1'796'040'926'123'456) };

inline StepView queued() { return StepView::of(workflow::Step::Queued); }

inline MergeRequest mergeRequest()
{
    return MergeRequest::at(u"https://forge.example/"_s, u"acme/config"_s, MergeRequestIid(5));
}

inline Accepted accepted() { return { OperationId(u"op-12345678"_s), u"QUEUED"_s, queued(), 1 }; }

inline ChangeSummary changeSummary()
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

inline ActionItem actionItem()
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

inline ActionResult actionResult()
{
    return { u"partition"_s, u"main"_s, u"DONE"_s, u"CLAIMED"_s, u"Batch 17 was begun."_s, BatchId(17) };
}

inline Diagnosis diagnosis()
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

inline RemoteReading remoteReading()
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

/// As it comes over the wire.
inline QJsonObject sent(const QJsonObject &object) { return QJsonDocument::fromJson(QJsonDocument(object).toJson()).object(); }

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

} // namespace slipway::protocol
