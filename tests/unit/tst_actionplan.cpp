// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/pagequery.h"
#include "service/operations/actionplan.h"
#include "service/operations/actionregistry.h"
#include "service/operations/actions/alignment.h"
#include "service/operations/actions/retryway.h"
#include "service/operations/diagnosisview.h"
#include "shared/recovery/steprow.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::operations;
using workflow::Event;
using workflow::Flow;
using workflow::Pair;
using workflow::Step;

namespace {

QString refusals(const QByteArray &text, const QStringList &known)
{
    auto http = std::make_shared<httpserver::Request>();
    http->query = text;
    Request request;
    request.http = http;
    try {
        PageQuery query(request, known);
        query.number(u"step"_s, 10001, 10599);
        query.oneOf(u"state"_s, { u"open"_s, u"resolved"_s });
        query.instant(u"since"_s);
        query.cursor(u"list"_s, 2);
        query.finish();
    } catch (const Error &error) {
        return error.detail();
    }
    return {};
}

/// A query that says nothing but where the page before ended.
struct CursorQuery {
    explicit CursorQuery(const QString &cursor)
    {
        auto http = std::make_shared<httpserver::Request>();
        http->query = "cursor=" + cursor.toLatin1();
        request.http = http;
        query.emplace(request, QStringList());
    }
    bool isRefused() const
    {
        try {
            query->finish();
        } catch (const Error &error) {
            return error.detail().contains("cursor=bad_form"_L1);
        }
        return false;
    }

    Request request;
    std::optional<PageQuery> query;
};

PlannedItem settled(const QString &text)
{
    PlannedItem item { .target = { u"batch"_s, u"7"_s, 3 } };
    item.sentence = { text };
    item.guards = { u"merge_batch.version = 3"_s };
    item.writes = { u"merge_batch.status = 3"_s };
    return item;
}

} // namespace

/// What is decided about an action before anything is touched.
class ActionPlanTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void whatIsConfirmedIsGuardsAndWritesNotWords()
    {
        const auto hash = [](const PlannedItem &item) {
            return fingerprintOf(itemOf(recovery::Action::SettleFailed, item, Language::English));
        };
        QCOMPARE(hash(settled(u"one"_s)), hash(settled(u"two"_s)));
        PlannedItem moved = settled(u"one"_s);
        moved.guards = { u"merge_batch.version = 4"_s };
        QVERIFY(hash(moved) != hash(settled(u"one"_s)));
        moved = settled(u"one"_s);
        moved.remoteCalls = { u"PUT close"_s };
        QVERIFY(hash(moved) != hash(settled(u"one"_s)));
        PlannedItem notNow = settled(u"one"_s);
        notNow.outcome = PlannedItem::Outcome::Refused;
        notNow.code = u"REMOTE_LOCKED"_s;
        QVERIFY(hash(notNow) != hash(settled(u"one"_s)));
    }

    void outcomesAreKeptBeforeTranslation()
    {
        const QJsonObject stored = storedOutcome({ u"partition"_s, u"main"_s, {} },
                                                 { u"DONE"_s, {}, { u"Batch %1 was begun."_s, { u"17"_s } }, BatchId(17) });
        QCOMPARE(resultFrom(stored, Language::English)->text, u"Batch 17 was begun."_s);
        QVERIFY(resultFrom(stored, Language::SimplifiedChinese)->text.contains(u"17"_s));
        QVERIFY(resultFrom(stored, Language::SimplifiedChinese)->text != u"Batch 17 was begun."_s);
        QVERIFY(!resultFrom({}, Language::English));
    }

    void peoplesWordsAreNeverTakenForPlaceholders()
    {
        QCOMPARE(filledIn(u"by %1 (%2)"_s, { u"%2"_s, u"100%"_s }), u"by %2 (100%)"_s);
        QCOMPARE(filledIn(u"100% of %1"_s, {}), u"100% of "_s);
    }

    void everyFailureIsRetriedAsTheTableAllows()
    {
        for (const Pair &pair : workflow::pairs) {
            for (const Flow flow : { Flow::MergeRequestFirst, Flow::Single, Flow::Batched }) {
                for (const bool isApproved : { false, true }) {
                    for (const bool isOpen : { false, true }) {
                        const auto way = retryWay(pair, flow, isApproved, isOpen);
                        if (way)
                            QVERIFY2(workflow::next(pair, way->event), workflow::nameOf(pair.step).data());
                        const bool isDeterministic = recovery::rowOf(pair.step).code == recovery::DiagnosisCode::PipelineFailed;
                        const bool isFailed = workflow::isPendingManual(pair.step)
                            && (pair.status == workflow::Status::CreateFailed || pair.status == workflow::Status::HandleFailed);
                        if (isFailed)
                            QCOMPARE(way.has_value(), !isDeterministic);
                    }
                }
            }
        }
    }

    void aRetryGoesOnWhereItWasOnlyWithItsApprovalAndItsMergeRequest()
    {
        const Pair failed { Step::HandleMergeFailed, workflow::Status::HandleFailed };
        QCOMPARE(retryWay(failed, Flow::Single, true, true)->event, Event::RetryHandle);
        QCOMPARE(retryWay(failed, Flow::Single, true, false)->event, Event::RetryCreate);
        QCOMPARE(retryWay(failed, Flow::MergeRequestFirst, false, true)->event, Event::RetryCreate);
        QCOMPARE(retryWay(failed, Flow::Batched, true, true)->event, Event::RetryQueued);
        QCOMPARE(retryWay({ Step::HandleForeignHead, workflow::Status::HandleFailed }, Flow::Single, true, true)->event,
                 Event::RetryCreate);
    }

    void whatHasLandedAfterAllIsFoundFromEveryFailure()
    {
        for (const Pair &pair : workflow::pairs) {
            const bool mayLand = pair.status == workflow::Status::HandleFailed;
            if (mayLand)
                QVERIFY2(landingEvent(pair), workflow::nameOf(pair.step).data());
            if (workflow::isFinal(pair))
                QVERIFY(!landingEvent(pair));
        }
    }

    void everyActionIsOfferedButThree()
    {
        QStringList missing;
        for (const recovery::ActionRow &row : recovery::actionTable) {
            if (!actionFor(row.action))
                missing.append(QString::fromLatin1(row.name.data(), qsizetype(row.name.size())));
        }
        QCOMPARE(missing, QStringList({ u"REVERT_BATCH"_s, u"SET_PRIORITY"_s, u"REPAIR_CARD"_s }));
        QVERIFY(!recovery::actionNamed("FREE_SLOT"));
    }

    void aListsQueryIsStrict()
    {
        QCOMPARE(refusals("step=10103&state=open", { u"step"_s, u"state"_s }), QString());
        QVERIFY(refusals("stat=open", { u"state"_s }).contains("did you mean 'state'"_L1));
        QVERIFY(refusals("state=opne", { u"state"_s }).contains("did you mean 'open'"_L1));
        QVERIFY(refusals("step=1", { u"step"_s }).contains("out_of_range"_L1));
        QVERIFY(refusals("step=x", { u"step"_s }).contains("wrong_type"_L1));
        QVERIFY(refusals("since=yesterday", { u"since"_s }).contains("since=wrong_type"_L1));
        QVERIFY(refusals("limit=101", {}).contains("limit=out_of_range"_L1));
        QVERIFY(refusals("limit=1&limit=2", {}).contains("limit=repeated"_L1));
        QVERIFY(refusals("cursor=x", {}).contains("cursor=bad_form"_L1));
        QVERIFY(refusals("cursor=" + PageQuery::cursorAfter(u"other"_s, { u"a"_s, u"b"_s }).toLatin1(), {})
                    .contains("cursor=bad_form"_L1));
        QCOMPARE(refusals("cursor=" + PageQuery::cursorAfter(u"list"_s, { u"a"_s, u"王"_s }).toLatin1(), {}), QString());
    }

    void aCursorReadsBackAndNothingElseIsOne()
    {
        const auto cursor = [](const QStringList &parts) { return PageQuery::cursorAfter(u"list"_s, parts); };
        CursorQuery byNumber(cursor({ u"17"_s }));
        QCOMPARE(byNumber.query->cursorByNumber(u"list"_s), 17);
        QVERIFY(!byNumber.isRefused());
        for (const QString &wrong :
             { u""_s, u"x"_s, u"17"_s, cursor({ u"-1"_s }), cursor({ u"017"_s }), cursor({ u"17"_s }) + u'=' }) {
            CursorQuery query(wrong);
            query.query->cursorByNumber(u"list"_s);
            QVERIFY2(query.isRefused(), qPrintable(wrong));
        }
        const QStringList place { toSql(*fromIso(u"2026-11-30T10:00:00.123456Z")), u"abcdefgh-1"_s };
        CursorQuery byTime(cursor(place));
        QCOMPARE(byTime.query->cursorByTime(u"list"_s), place);
        QVERIFY(!byTime.isRefused());
        for (const QString &wrong : { u""_s, u"!"_s, cursor(place) + u'A', cursor(place).chopped(6), u"A"_s.repeated(5000),
                                      cursor({ u"yesterday"_s, u"x"_s }), cursor({ u"2026-11-30 10:00:00"_s, u"x"_s }) }) {
            CursorQuery query(wrong);
            query.query->cursorByTime(u"list"_s);
            QVERIFY2(query.isRefused(), qPrintable(wrong));
        }
    }
};

QTEST_APPLESS_MAIN(ActionPlanTest)
#include "tst_actionplan.moc"
