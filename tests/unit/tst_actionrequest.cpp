// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionplan.h"
#include "service/operations/actionrequest.h"
#include "service/operations/auditlog.h"
#include "service/operations/batchviews.h"
#include "service/operations/roundplan.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::operations;

namespace {

QJsonObject body(std::initializer_list<std::pair<QString, QJsonValue>> changes = {})
{
    QJsonObject object { { u"action"_s, u"RUN_ROUND"_s },
                         { u"mode"_s, u"preview"_s },
                         { u"targets"_s,
                           QJsonArray { QJsonObject { { u"type"_s, u"partition"_s }, { u"id"_s, u"main"_s } } } } };
    for (const auto &[name, value] : changes)
        object.insert(name, value);
    return object;
}

QString refusal(const QJsonObject &object, const QByteArray &key = {})
{
    try {
        readActionRequest(object, key, u"olga"_s);
        return {};
    } catch (const Error &error) {
        return QString::fromLatin1(rowOf(error.code()).name.data()) + u' ' + error.detail();
    }
}

QJsonArray target(const QJsonObject &changes)
{
    QJsonObject object { { u"type"_s, u"partition"_s }, { u"id"_s, u"main"_s } };
    for (auto each = changes.begin(); each != changes.end(); ++each)
        object.insert(each.key(), each.value());
    return { object };
}

PartitionStanding open() { return { .mode = u"OPEN"_s, .version = 3, .slotHolder = {}, .waiting = 2 }; }

QString codeOf(const PlannedItem &planned) { return planned.code; }

} // namespace

class ActionRequestTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void theShapeIsStrict_data()
    {
        QTest::addColumn<QJsonObject>("object");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *name, const QJsonObject &object, const char *said) {
            QTest::newRow(name) << object << QString::fromLatin1(said);
        };
        row("fine", body(), "");
        row("unknown action", body({ { u"action"_s, u"FREE_SLOT"_s } }), "INVALID_REQUEST action=unknown_value");
        row("action of another version",
            body({ { u"action"_s, u"SET_PRIORITY"_s }, { u"targets"_s, target({ { u"type"_s, u"operation"_s } }) } }),
            "VALIDATION_FAILED action=action_not_available");
        row("the same target twice", body({ { u"targets"_s, QJsonArray { target({})[0], target({})[0] } } }),
            "VALIDATION_FAILED targets[1].id=repeated");
        row("unknown mode", body({ { u"mode"_s, u"dry"_s } }), "INVALID_REQUEST mode=unknown_value");
        row("unknown field", body({ { u"operator"_s, u"root"_s } }), "INVALID_REQUEST operator=unknown_field");
        row("no targets", body({ { u"targets"_s, QJsonArray() } }), "INVALID_REQUEST targets=required");
        row("unknown type", body({ { u"targets"_s, target({ { u"type"_s, u"slot"_s } }) } }),
            "INVALID_REQUEST targets[0].type=unknown_value");
        row("wrong type", body({ { u"targets"_s, target({ { u"type"_s, u"batch"_s } }) } }),
            "VALIDATION_FAILED targets[0].type=wrong_target_type");
        row("odd version", body({ { u"targets"_s, target({ { u"version"_s, 1.5 } }) } }),
            "INVALID_REQUEST targets[0].version=wrong_type");
        row("unknown in target", body({ { u"targets"_s, target({ { u"name"_s, u"x"_s } }) } }),
            "INVALID_REQUEST targets[0].name=unknown_field");
        row("execute without plan and reason", body({ { u"mode"_s, u"execute"_s } }),
            "INVALID_REQUEST reason=required planHash=required");
        row("blank reason",
            body({ { u"mode"_s, u"execute"_s }, { u"reason"_s, u" "_s }, { u"planHash"_s, u"a"_s.repeated(64) } }),
            "VALIDATION_FAILED reason=blank");
        row("plan hash of no hash", body({ { u"planHash"_s, u"abc"_s } }), "INVALID_REQUEST planHash=bad_form");
        row("parameters", body({ { u"parameters"_s, 5 } }), "INVALID_REQUEST parameters=wrong_type");
    }

    void theShapeIsStrict()
    {
        QFETCH(QJsonObject, object);
        QTEST(refusal(object), "said");
    }

    void theOperatorIsWhomTheServerKnows()
    {
        const QJsonObject claimed { { u"__authenticatedOperator"_s, u"root"_s }, { u"note"_s, u"kept"_s } };
        const ActionRequest request = readActionRequest(body({ { u"parameters"_s, claimed } }), {}, u"olga"_s);
        QCOMPARE(request.parameters["__authenticatedOperator"_L1].toString(), u"olga"_s);
        QCOMPARE(request.parameters["note"_L1].toString(), u"kept"_s);
    }

    void theKeyHasAForm()
    {
        QCOMPARE(readActionRequest(body(), "\"k-1\"", u"olga"_s).requestKey, u"k-1"_s);
        QCOMPARE(refusal(body(), "a b"), u"INVALID_REQUEST Idempotency-Key=bad_form"_s);
    }

    void aRoundIsPlannedByWhatItWouldMeet()
    {
        const ActionTarget main { u"partition"_s, u"main"_s, {} };
        QVERIFY(planRound(main, open()).outcome == PlannedItem::Outcome::WouldDo);
        PartitionStanding standing = open();
        standing.waiting = 0;
        QCOMPARE(codeOf(planRound(main, standing)), u"NOTHING_WAITING"_s);
        standing.slotHolder = BatchId(9);
        QCOMPARE(codeOf(planRound(main, standing)), u"SLOT_OCCUPIED"_s);
        standing.isFrozen = true;
        QCOMPARE(codeOf(planRound(main, standing)), u"FROZEN"_s);
        standing.mode = u"HALTED"_s;
        QCOMPARE(codeOf(planRound(main, standing)), u"PAUSED"_s);
        QCOMPARE(codeOf(planRound({ u"partition"_s, u"main"_s, 2 }, standing)), u"PREEMPTED"_s);
        standing.isKnown = false;
        QCOMPARE(codeOf(planRound(main, standing)), u"UNKNOWN_PARTITION"_s);
    }

    void thePlanIsTheSameWhileOnlyTheLineGrows()
    {
        const ActionRequest request = readActionRequest(body(), {}, u"olga"_s);
        const auto hash = [&](const PartitionStanding &standing, const ActionRequest &asked) {
            const auto item = itemOf(recovery::Action::RunRound, planRound(asked.targets[0], standing), Language::English);
            return planHashOf(asked.action, asked.parameters, { item });
        };
        PartitionStanding longer = open();
        longer.waiting = 50;
        QCOMPARE(hash(longer, request), hash(open(), request));
        longer.waiting = 0;
        QCOMPARE(hash(longer, request), hash(open(), request));
        PartitionStanding paused = open();
        paused.mode = u"PAUSED"_s;
        QVERIFY(hash(paused, request) != hash(open(), request));
        QVERIFY(hash(open(), readActionRequest(body(), {}, u"otto"_s)) != hash(open(), request));
    }

    void secretsAreMaskedAndTextsCut()
    {
        const QJsonObject kept = maskedParameters({ { u"gitToken"_s, u"abc"_s },
                                                    { u"nested"_s, QJsonObject { { u"PASSWORD"_s, 7 } } },
                                                    { u"list"_s, QJsonArray { QJsonObject { { u"secretName"_s, u"x"_s } } } },
                                                    { u"long"_s, u"x"_s.repeated(500) } });
        QCOMPARE(kept["gitToken"_L1].toString(), u"***"_s);
        QCOMPARE(kept["nested"_L1]["PASSWORD"_L1].toString(), u"***"_s);
        QCOMPARE(kept["list"_L1][0]["secretName"_L1].toString(), u"***"_s);
        QCOMPARE(kept["long"_L1].toString().size(), 200);
    }
};

QTEST_APPLESS_MAIN(ActionRequestTest)
#include "tst_actionrequest.moc"
