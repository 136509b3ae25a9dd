// SPDX-License-Identifier: GPL-3.0-only
#include "console/models/csv.h"
#include "console/models/listtables.h"
#include "console/models/rowsfilter.h"
#include "console/models/timelinemodel.h"
#include "console/views/phaseladder.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway;
using namespace slipway::console;
using protocol::BatchSummary;

namespace {

Instant at(qint64 seconds) { return Instant(std::chrono::seconds(1'700'000'000 + seconds)); }

BatchSummary batch(qint64 id, const QString &status = u"RUNNING"_s)
{
    BatchSummary made;
    made.id = BatchId(id);
    made.partition = PartitionKey(u"access"_s);
    made.status = status;
    made.phase = u"PIPELINE"_s;
    made.triggeredBy = u"scheduler"_s;
    made.version = 1;
    made.createdAt = at(id);
    made.updatedAt = at(id);
    return made;
}

QJsonArray page(const std::vector<BatchSummary> &batches)
{
    QJsonArray items;
    for (const BatchSummary &each : batches)
        items.append(each.toJson());
    return items;
}

QStringList keysOf(const RowsModel &model)
{
    QStringList keys;
    for (int row = 0; row < model.rowCount(); ++row)
        keys.append(model.keyAt(row));
    return keys;
}

protocol::TimelineItem entry(qint64 seconds, const QString &source, std::optional<workflow::Step> step = {})
{
    protocol::TimelineItem item;
    item.at = at(seconds);
    item.source = source;
    item.what = u"something"_s;
    if (step) {
        item.toStep = protocol::StepView::of(*step);
        item.toStatus = u"QUEUED"_s;
    }
    return item;
}

} // namespace

class ConsoleModelsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aRefreshChangesOnlyWhatDiffers();
    void theChoiceSurvivesRowsThatComeAndGo();
    void rowsBehindTheHeadStay();
    void aHeadWithoutACommonRowReplacesAll();
    void rowsMoveIntoTheirNewOrder();
    void aRowThatComesTwiceCountsOnce();
    void furtherPagesAreAppended();
    void whatCannotBeReadIsLeftOutAndSaid();
    void manyRowsAreRefreshedInAnInstant();
    void sortingGoesByMeaning();
    void rowsFindTheirPlaceAmongSortedOnes();
    void aLongTableIsSortedAndFilteredWithoutStandingStill();
    void everyWordOfTheFilterMustStandSomewhere();
    void whatHoldsUpManyComesFirst();
    void spreadsheetsGetNoFormulas_data();
    void spreadsheetsGetNoFormulas();
    void silenceIsSaidInTheTimeline();
    void theTimelineGrowsAtItsEnd();
    void theLadderAddsUpWhatAPhaseTook();
    void everyTableSurvivesTheModelTester();
};

void ConsoleModelsTest::aRefreshChangesOnlyWhatDiffers()
{
    ListModel<BatchSummary> model(tables::batches());
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(model.takeHead(page({ batch(3), batch(2), batch(1) }), true));
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy inserts(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removals(&model, &QAbstractItemModel::rowsRemoved);
    model.takeHead(page({ batch(4), batch(3), batch(2, u"BLOCKED"_s) }), true);
    QCOMPARE(keysOf(model), QStringList({ u"4"_s, u"3"_s, u"2"_s }));
    QCOMPARE(resets.size(), 0);
    QCOMPARE(changes.size(), 1);
    QCOMPARE(inserts.size(), 1);
    QCOMPARE(removals.size(), 1);
    QCOMPARE(model.at(2).status, u"BLOCKED"_s);
}

void ConsoleModelsTest::theChoiceSurvivesRowsThatComeAndGo()
{
    ListModel<BatchSummary> model(tables::batches());
    QItemSelectionModel selection(&model);
    model.takeHead(page({ batch(3), batch(2), batch(1) }), true);
    selection.setCurrentIndex(model.index(1, 0), QItemSelectionModel::SelectCurrent | QItemSelectionModel::Rows);
    model.takeHead(page({ batch(5), batch(4), batch(2), batch(1) }), true);
    QCOMPARE(model.keyAt(selection.currentIndex().row()), u"2"_s);
    QVERIFY(selection.isRowSelected(2));
}

void ConsoleModelsTest::rowsBehindTheHeadStay()
{
    ListModel<BatchSummary> model(tables::batches());
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.takeHead(page({ batch(5), batch(4), batch(3) }), false);
    model.takeMore(page({ batch(2), batch(1) }));
    model.takeHead(page({ batch(6), batch(5), batch(3) }), false);
    QCOMPARE(keysOf(model), QStringList({ u"6"_s, u"5"_s, u"3"_s, u"2"_s, u"1"_s }));
}

void ConsoleModelsTest::aHeadWithoutACommonRowReplacesAll()
{
    ListModel<BatchSummary> model(tables::batches());
    model.takeHead(page({ batch(2), batch(1) }), true);
    model.takeHead(page({ batch(9), batch(8) }), false); // Between 8 and 2 anything may be.
    QCOMPARE(keysOf(model), QStringList({ u"9"_s, u"8"_s }));
}

void ConsoleModelsTest::rowsMoveIntoTheirNewOrder()
{
    ListModel<BatchSummary> model(tables::batches());
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.takeHead(page({ batch(1), batch(2), batch(3) }), true);
    model.takeHead(page({ batch(3), batch(1), batch(2) }), true);
    QCOMPARE(keysOf(model), QStringList({ u"3"_s, u"1"_s, u"2"_s }));
}

void ConsoleModelsTest::aRowThatComesTwiceCountsOnce()
{
    ListModel<BatchSummary> model(tables::batches());
    model.takeHead(page({ batch(2), batch(1), batch(2) }), true);
    QCOMPARE(keysOf(model), QStringList({ u"2"_s, u"1"_s }));
    model.takeMore(page({ batch(1) }));
    QCOMPARE(model.rowCount(), 2);
}

void ConsoleModelsTest::furtherPagesAreAppended()
{
    ListModel<BatchSummary> model(tables::batches());
    QSignalSpy wanted(&model, &RowsModel::moreWanted);
    model.takeHead(page({ batch(3) }), false);
    QVERIFY(!model.canFetchMore({}));
    model.setGoesOn(true);
    QVERIFY(model.canFetchMore({}));
    model.fetchMore({});
    QCOMPARE(wanted.size(), 1);
    model.setFetching(true);
    QVERIFY(!model.canFetchMore({})); // One page at a time.
}

void ConsoleModelsTest::whatCannotBeReadIsLeftOutAndSaid()
{
    ListModel<BatchSummary> model(tables::batches());
    QJsonArray items = page({ batch(2) });
    items.append(QJsonObject { { u"batchId"_s, u"not a number"_s } });
    QVERIFY(!model.takeHead(items, true));
    QCOMPARE(model.rowCount(), 1);
}

void ConsoleModelsTest::manyRowsAreRefreshedInAnInstant()
{
    ListModel<BatchSummary> model(tables::batches());
    std::vector<BatchSummary> rows;
    for (qint64 id = 100'000; id > 0; --id)
        rows.push_back(batch(id));
    model.merge(rows, true);
    std::vector<BatchSummary> head(rows.begin(), rows.begin() + 300);
    for (size_t i = 0; i < 100; ++i)
        head[i * 3].version = 2;
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    QElapsedTimer clock;
    clock.start();
    model.merge(head, false);
    const qint64 took = clock.elapsed();
    QCOMPARE(changes.size(), 100);
    QCOMPARE(model.rowCount(), 100'000);
    // Generous, for a busy machine and a build without optimisation; what it takes otherwise is measured apart.
    QVERIFY2(took < 500, qPrintable(QString::number(took)));
}

void ConsoleModelsTest::sortingGoesByMeaning()
{
    ListModel<BatchSummary> model(tables::batches());
    RowsFilter filter(model);
    QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.takeHead(page({ batch(2), batch(10), batch(1) }), true);
    filter.sort(0, Qt::AscendingOrder);
    QCOMPARE(filter.index(2, 0).data().toString(), u"10"_s);
    filter.sort(6, Qt::DescendingOrder); // Began
    QCOMPARE(filter.index(0, 0).data().toString(), u"10"_s);
}

void ConsoleModelsTest::rowsFindTheirPlaceAmongSortedOnes()
{
    ListModel<BatchSummary> model(tables::batches());
    RowsFilter filter(model);
    QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.takeHead(page({ batch(5), batch(3), batch(1) }), false);
    filter.sort(0, Qt::AscendingOrder);
    QPersistentModelIndex chosen(filter.index(1, 0));
    model.takeHead(page({ batch(6), batch(5), batch(4), batch(3) }), true);
    const auto shown = [&] {
        QStringList ids;
        for (int row = 0; row < filter.rowCount(); ++row)
            ids.append(filter.index(row, 0).data().toString());
        return ids.join(u' ');
    };
    QTRY_COMPARE(shown(), u"3 4 5 6"_s);
    QCOMPARE(chosen.data().toString(), u"3"_s);
    filter.setWords(u"status:blocked"_s);
    QCOMPARE(filter.rowCount(), 0);
    model.takeHead(page({ batch(6), batch(5, u"BLOCKED"_s), batch(4), batch(3, u"BLOCKED"_s) }), true);
    QTRY_COMPARE(shown(), u"3 5"_s);
    model.takeHead(page({ batch(6), batch(5), batch(4), batch(3, u"BLOCKED"_s) }), true);
    QTRY_COMPARE(shown(), u"3"_s);
    filter.setWords({});
    filter.sort(-1);
    QCOMPARE(shown(), u"6 5 4 3"_s); // As the service has them.
    model.takeHead(page({ batch(4), batch(6), batch(3), batch(5) }), true);
    QCOMPARE(shown(), u"4 6 3 5"_s);
}

void ConsoleModelsTest::aLongTableIsSortedAndFilteredWithoutStandingStill()
{
    ListModel<BatchSummary> model(tables::batches());
    RowsFilter filter(model);
    QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    std::vector<BatchSummary> rows;
    for (qint64 id = 3000; id > 0; --id)
        rows.push_back(batch(id, id % 2 ? u"FAILED"_s : u"SUCCEEDED"_s));
    model.merge(rows, true);
    QPersistentModelIndex chosen(filter.index(0, 0));
    filter.sort(0, Qt::AscendingOrder);
    QVERIFY(filter.isArranging());
    QCOMPARE(filter.index(0, 0).data().toString(), u"3000"_s); // As it was, until it is sorted.
    model.takeHead(page({ batch(3001), batch(3000) }), false); // What comes meanwhile is sorted too.
    QTRY_VERIFY(!filter.isArranging());
    QTRY_COMPARE(filter.index(3000, 0).data().toString(), u"3001"_s);
    QCOMPARE(filter.index(0, 0).data().toString(), u"1"_s);
    QCOMPARE(chosen.row(), 2999);
    filter.setWords(u"status:failed"_s);
    QVERIFY(filter.isArranging());
    QTRY_VERIFY(!filter.isArranging());
    QCOMPARE(filter.rowCount(), 1500);
    QCOMPARE(filter.index(1499, 0).data().toString(), u"2999"_s);
}

void ConsoleModelsTest::everyWordOfTheFilterMustStandSomewhere()
{
    ListModel<BatchSummary> model(tables::batches());
    RowsFilter filter(model);
    model.takeHead(page({ batch(2, u"BLOCKED"_s), batch(12), batch(1) }), true);
    filter.setWords(u"blocked access"_s);
    QCOMPARE(filter.rowCount(), 1);
    filter.setWords(u"batch:2"_s);
    QCOMPARE(filter.rowCount(), 2);
    filter.setWords(u"status:2"_s);
    QCOMPARE(filter.rowCount(), 0);
    filter.setWords(u"nonsense:2"_s); // No column is named so: taken as it is.
    QCOMPARE(filter.rowCount(), 0);
    filter.setWords({});
    QCOMPARE(filter.rowCount(), 3);
}

void ConsoleModelsTest::whatHoldsUpManyComesFirst()
{
    const auto item = [](const QString &kind, qint64 since) {
        protocol::AttentionItem made;
        made.kind = kind;
        made.since = at(since);
        return made;
    };
    const Instant now = at(1000);
    QVERIFY(urgencyOf(item(u"forge"_s, 990), now) > urgencyOf(item(u"batch"_s, 500), now));
    QVERIFY(urgencyOf(item(u"batch"_s, 900), now) > urgencyOf(item(u"operation"_s, 0), now));
    QVERIFY(urgencyOf(item(u"operation"_s, 0), now) > urgencyOf(item(u"operation"_s, 10), now));
}

void ConsoleModelsTest::spreadsheetsGetNoFormulas_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("field");
    QTest::newRow("plain") << u"db/read"_s << u"db/read"_s;
    QTest::newRow("comma") << u"a,b"_s << u"\"a,b\""_s;
    QTest::newRow("quote") << u"a\"b"_s << u"\"a\"\"b\""_s;
    QTest::newRow("line") << u"a\nb"_s << u"\"a\nb\""_s;
    QTest::newRow("equals") << u"=1+1"_s << u"'=1+1"_s;
    QTest::newRow("plus") << u"+1"_s << u"'+1"_s;
    QTest::newRow("minus") << u"-1"_s << u"'-1"_s;
    QTest::newRow("at") << u"@SUM(A1)"_s << u"'@SUM(A1)"_s;
    QTest::newRow("behind blanks") << u"  =1"_s << u"'  =1"_s;
    QTest::newRow("full width") << u"＝1"_s << u"'＝1"_s;
    QTest::newRow("formula with a comma") << u"=HYPERLINK(\"x\",\"y\")"_s << u"\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""_s;
}

void ConsoleModelsTest::spreadsheetsGetNoFormulas()
{
    QFETCH(QString, text);
    QFETCH(QString, field);
    QCOMPARE(csvField(text), field);
}

void ConsoleModelsTest::silenceIsSaidInTheTimeline()
{
    using workflow::Step;
    const auto lines = TimelineModel::withGaps(
        { entry(0, u"HISTORY"_s, Step::Queued), entry(10, u"REMOTE"_s), entry(600, u"REMOTE"_s) }, 60s, at(1200));
    QCOMPARE(lines.size(), size_t(5));
    QVERIFY(!lines[1].gap);
    QCOMPARE(lines[2].gap, std::optional<std::chrono::milliseconds>(590s));
    QCOMPARE(lines[2].item.toStep, std::optional(protocol::StepView::of(Step::Queued))); // Named by what it stood at.
    QCOMPARE(lines[4].gap, std::optional<std::chrono::milliseconds>(600s));
    QCOMPARE(TimelineModel::withGaps({ entry(0, u"HISTORY"_s) }, 60s, std::nullopt).size(), size_t(1)); // It is over.
}

void ConsoleModelsTest::theTimelineGrowsAtItsEnd()
{
    TimelineModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.show({ entry(0, u"HISTORY"_s), entry(10, u"REMOTE"_s) }, std::nullopt);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy removals(&model, &QAbstractItemModel::rowsRemoved);
    model.show({ entry(0, u"HISTORY"_s), entry(10, u"REMOTE"_s), entry(20, u"TASK"_s) }, std::nullopt);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(resets.size() + removals.size(), 0);
    model.show({ entry(5, u"HISTORY"_s) }, std::nullopt);
    QCOMPARE(model.rowCount(), 1);
}

void ConsoleModelsTest::theLadderAddsUpWhatAPhaseTook()
{
    protocol::BatchDetail detail;
    detail.summary = batch(1);
    const auto phase = [](qint64 seconds, const QString &to, std::optional<qint64> lasted) {
        protocol::BatchPhase made;
        made.at = at(seconds);
        made.toPhase = to;
        made.lastedMs = lasted;
        return made;
    };
    detail.phases = { phase(0, u"BUILDING"_s, 2000), phase(2, u"PIPELINE"_s, 5000), phase(7, u"REBASING"_s, 1000),
                      phase(8, u"PIPELINE"_s, {}) };
    const QList<PhaseLadder::Rung> rungs = PhaseLadder::rungsOf(detail, at(18));
    QVERIFY(!rungs[0].lasted);
    QCOMPARE(rungs[2].phase, u"PIPELINE"_s);
    QCOMPARE(rungs[2].lasted, std::optional<std::chrono::milliseconds>(15s));
    QVERIFY(rungs[2].isCurrent);
    detail.summary.status = u"FAILED"_s;
    QVERIFY(!PhaseLadder::rungsOf(detail, at(18))[2].isCurrent);
}

void ConsoleModelsTest::everyTableSurvivesTheModelTester()
{
    const auto judge = [](RowsModel &&model) {
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(model.columnCount() > 3);
        QSet<QString> titles;
        for (int column = 0; column < model.columnCount(); ++column)
            titles.insert(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        QCOMPARE(titles.size(), model.columnCount()); // No two of one table are called the same.
    };
    judge(ListModel<protocol::AttentionItem>(tables::attention()));
    judge(ListModel<protocol::BatchMember>(tables::members()));
    judge(ListModel<protocol::RemoteCall>(tables::remoteCalls()));
    judge(ListModel<protocol::OperationSummary>(tables::requests()));
    judge(ListModel<protocol::OperationSummary>(tables::pending()));
    judge(ListModel<protocol::FindingView>(tables::findings()));
    judge(ListModel<protocol::AuditView>(tables::audit()));
    judge(ListModel<protocol::KeyView>(tables::keys()));
    judge(ListModel<protocol::ApprovalView>(tables::approvals()));
    judge(ListModel<protocol::ActionSummary>(tables::actions()));
    judge(ListModel<protocol::InstanceView>(tables::instances()));
}

QTEST_GUILESS_MAIN(ConsoleModelsTest)
#include "tst_consolemodels.moc"
