// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/transaction.h"
#include "tests/database/support/databasefixture.h"
#include "tests/database/thingtable.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::database;
using namespace slipway::test;

/// What goes into a statement and what comes out of a row.
class TestRows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_connection.reset(); }
    void cleanupTestCase() { m_fixture.reset(); }

    void emojiAndForeignLettersReturnUnchanged();
    void microsecondsReturnUnchanged();
    void nullAndEmptyTextAreDifferent();
    void theWidestNumbersReturnUnchanged();
    void sumsOfWholeNumbersAreWholeNumbers();
    void unknownColumnIsAnErrorThatNamesStatementAndColumn();
    void nullInARequiredFieldIsAnError();
    void rawDateTimeIsRefused();
    void textThatIsNoNumberIsAnError();
    void jsonReadsAnObjectAndRefusesAnythingElse();
    void columnNamesAreComparedExactly();

    void missingBindingIsRefused();
    void surplusBindingIsRefused();
    void bindingTwiceIsRefused();
    void dateTimesAreNotBound();
    void listsExpand();
    void emptyAndOverlongListsAreRefused();
    void onePlaceholderMayStandTwice();
    void colonsInsideQuotesAreNoPlaceholders();

private:
    qint64 insert(const QString &name, const QVariant &big = {}, const QVariant &small = {}, const QVariant &at = {},
                  const QVariant &body = {});
    template <class Use>
    void withRow(qint64 id, Use &&use)
    {
        QCOMPARE(m_connection->run(selectThing, { { "id", id } }, use), 1);
    }

    std::unique_ptr<DatabaseFixture> m_fixture;
    std::unique_ptr<Connection> m_connection;
    Settings m_settings;
};

void TestRows::initTestCase() { m_fixture = std::make_unique<DatabaseFixture>(); }

void TestRows::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_settings = m_fixture->emptySchema();
    m_connection = std::make_unique<Connection>(m_settings);
    m_connection->write(createTable);
}

qint64 TestRows::insert(const QString &name, const QVariant &big, const QVariant &small, const QVariant &at,
                        const QVariant &body)
{
    return inTransaction(*m_connection, "insert", [&](Transaction &transaction) {
        return transaction.insert(insertThing,
                                  { { "name", name },
                                    { "label", name.left(5) },
                                    { "big", big },
                                    { "small", small },
                                    { "at", at },
                                    { "body", body } });
    });
}

void TestRows::emojiAndForeignLettersReturnUnchanged()
{
    const QString name = u"😀 álice 王 \u0000end"_s;
    withRow(insert(name), [&](const Row &row) {
        QCOMPARE(row.text("name"), name);
        QCOMPARE(row.text("label"), name.left(5));
        QCOMPARE(row.id<SubjectId>("name"), SubjectId(name));
    });
}

void TestRows::microsecondsReturnUnchanged()
{
    const Instant at = *fromIso(u"2026-11-30T23:59:59.999999Z");
    withRow(insert(u"x"_s, {}, {}, toSql(at)), [&](const Row &row) { QCOMPARE(row.instant("at"), at); });
}

void TestRows::nullAndEmptyTextAreDifferent()
{
    withRow(insert(u""_s), [](const Row &row) {
        QVERIFY(!row.isNull("name"));
        QCOMPARE(row.text("name"), u""_s);
        QCOMPARE(row.maybeText("name"), u""_s);
        QVERIFY(!row.maybeNumber("big"));
        QVERIFY(!row.maybeInstant("at"));
        QVERIFY(!row.maybeId<BatchId>("big"));
    });
    withRow(insert(QString()), [](const Row &row) {
        QVERIFY(row.isNull("name"));
        QVERIFY(!row.maybeText("name"));
    });
}

void TestRows::theWidestNumbersReturnUnchanged()
{
    const qint64 least = std::numeric_limits<qint64>::min();
    withRow(insert(u"x"_s, least, -128), [&](const Row &row) {
        QCOMPARE(row.number("big"), least);
        QCOMPARE(row.number("small"), -128);
        QCOMPARE(row.id<BatchId>("big"), BatchId(least));
    });
    withRow(insert(u"x"_s, std::numeric_limits<qint64>::max(), true), [](const Row &row) {
        QCOMPARE(row.number("big"), std::numeric_limits<qint64>::max());
        QVERIFY(row.flag("small"));
    });
    withRow(insert(u"x"_s, 2, 2),
            [](const Row &row) { QVERIFY(thrownBy([&] { row.flag("small"); }).detail.contains("neither 0 nor 1"_L1)); });
}

void TestRows::sumsOfWholeNumbersAreWholeNumbers()
{
    insert(u"a"_s, Q_INT64_C(9007199254740993));
    insert(u"b"_s, 1);
    m_connection->run({ "test/sum", "SELECT SUM(big) AS total, COUNT(*) AS n FROM thing" }, {}, [](const Row &row) {
        QCOMPARE(row.number("total"), Q_INT64_C(9007199254740994));
        QCOMPARE(row.number("n"), 2);
    });
}

void TestRows::unknownColumnIsAnErrorThatNamesStatementAndColumn()
{
    withRow(insert(u"x"_s), [](const Row &row) {
        const ThrownError error = thrownBy([&] { row.text("nmae"); });
        QCOMPARE(error.code, Code::InternalError);
        QVERIFY(error.detail.contains("test/select"_L1) && error.detail.contains("nmae"_L1));
    });
}

void TestRows::nullInARequiredFieldIsAnError()
{
    withRow(insert(QString()), [](const Row &row) {
        QVERIFY(thrownBy([&] { row.text("name"); }).detail.contains("NULL"_L1));
        QVERIFY(thrownBy([&] { row.number("big"); }).detail.contains("NULL"_L1));
        QVERIFY(thrownBy([&] { row.instant("at"); }).detail.contains("NULL"_L1));
    });
}

void TestRows::rawDateTimeIsRefused()
{
    withRow(insert(u"x"_s, {}, {}, u"2026-11-30 10:00:00.123456"_s), [](const Row &row) {
        QCOMPARE(thrownBy([&] { row.instant("raw_at"); }).code, Code::InternalError);
        QCOMPARE(thrownBy([&] { row.text("raw_at"); }).code, Code::InternalError);
    });
}

void TestRows::textThatIsNoNumberIsAnError()
{
    withRow(insert(u"x"_s), [](const Row &row) { QCOMPARE(thrownBy([&] { row.number("name"); }).code, Code::InternalError); });
}

void TestRows::jsonReadsAnObjectAndRefusesAnythingElse()
{
    withRow(insert(u"x"_s, {}, {}, {}, uR"({"role":"読"})"_s),
            [](const Row &row) { QCOMPARE(row.json("body").value("role"_L1).toString(), u"読"_s); });
    withRow(insert(u"x"_s), [](const Row &row) { QVERIFY(row.json("body").isEmpty()); });
    withRow(insert(u"x"_s, {}, {}, {}, u"[1]"_s),
            [](const Row &row) { QCOMPARE(thrownBy([&] { row.json("body"); }).code, Code::InternalError); });
}

void TestRows::columnNamesAreComparedExactly()
{
    withRow(insert(u"x"_s), [](const Row &row) { QCOMPARE(thrownBy([&] { row.text("NAME"); }).code, Code::InternalError); });
}

void TestRows::missingBindingIsRefused()
{
    const ThrownError error = thrownBy([&] { m_connection->run(selectThing, {}, [](const Row &) {}); });
    QCOMPARE(error.code, Code::InternalError);
    QVERIFY(error.detail.contains(":id"_L1) && error.detail.contains("not bound"_L1));
}

void TestRows::surplusBindingIsRefused()
{
    const ThrownError error = thrownBy([&] {
        m_connection->run(selectThing, { { "id", 1 }, { "ID", 2 } }, [](const Row &) {});
    });
    QCOMPARE(error.code, Code::InternalError);
    QVERIFY(error.detail.contains(":ID"_L1));
}

void TestRows::bindingTwiceIsRefused()
{
    QVERIFY(thrownBy([&] {
                m_connection->run(selectThing, { { "id", 1 }, { "id", 2 } }, [](const Row &) {});
            }).detail.contains("twice"_L1));
}

void TestRows::dateTimesAreNotBound()
{
    QCOMPARE(thrownBy([&] {
                 m_connection->run(selectThing, { { "id", QDateTime::currentDateTimeUtc() } }, [](const Row &) {});
             }).code,
             Code::InternalError);
}

void TestRows::listsExpand()
{
    const QVariantList ids { insert(u"a"_s), insert(u"b"_s), insert(u"c"_s) };
    const Statement statement { "test/list", "SELECT id FROM thing WHERE id IN (:ids) AND name <> :name" };
    const auto rows = [&](const QVariantList &list) {
        return m_connection->run(statement, { { "ids", list }, { "name", u"b"_s } }, [](const Row &) {});
    };
    QCOMPARE(rows(ids), 2);
    QCOMPARE(rows(ids.first(1)), 1); // The same statement with another number of items.
    QCOMPARE(m_connection->run({ "test/names", "SELECT id FROM thing WHERE name IN (:names)" },
                               { { "names", QStringList { u"a"_s, u"c"_s } } }, [](const Row &) {}),
             2);
}

void TestRows::emptyAndOverlongListsAreRefused()
{
    const Statement statement { "test/list", "SELECT id FROM thing WHERE id IN (:ids)" };
    for (const QVariantList &list : { QVariantList(), QVariantList(501, 1) })
        QCOMPARE(thrownBy([&] {
                     m_connection->run(statement, { { "ids", list } }, [](const Row &) {});
                 }).code,
                 Code::InternalError);
    QCOMPARE(m_connection->run(statement, { { "ids", QVariantList(500, 1) } }, [](const Row &) {}), 0);
}

void TestRows::onePlaceholderMayStandTwice()
{
    insert(u"a"_s);
    insert(u"b"_s);
    const Statement statement { "test/optional", "SELECT id FROM thing WHERE :name IS NULL OR name = :name" };
    QCOMPARE(m_connection->run(statement, { { "name", u"a"_s } }, [](const Row &) {}), 1);
    QCOMPARE(m_connection->run(statement, { { "name", QString() } }, [](const Row &) {}), 2);
}

void TestRows::colonsInsideQuotesAreNoPlaceholders()
{
    const Statement statement { "test/colon", "SELECT ':name' AS a, '10:00' AS b, :c AS c" };
    m_connection->run(statement, { { "c", u"x"_s } }, [](const Row &row) {
        QCOMPARE(row.text("a"), u":name"_s);
        QCOMPARE(row.text("c"), u"x"_s);
    });
}

QTEST_GUILESS_MAIN(TestRows)
#include "tst_rows.moc"
