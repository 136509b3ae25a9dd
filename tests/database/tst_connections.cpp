// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/durability.h"
#include "service/database/transaction.h"
#include "tests/database/support/databasefixture.h"
#include "tests/database/thingtable.h"

#include <QRegularExpression>
#include <QTest>

#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::database;
using namespace slipway::test;

/// What every session promises, and what becomes of it when the server ends it.
class TestConnections : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_connection.reset(); }
    void cleanupTestCase() { m_fixture.reset(); }

    void affectedRowsAreFoundRows();
    void sessionsAreStrictAndInUtc();
    void valuesAreNeverInErrorTexts();
    void foreignTextFindsNothingInsteadOfFailing();
    void readsSurviveAKilledSession();
    void writesReportAKilledSession();
    void statementsSurviveAnAlteredTable();
    void statementsMayRunInsideTheirOwnRows();
    void anotherThreadHasItsOwnConnection();
    void aForeignThreadIsRefused();
    void theServerIsDurable();
    void plainTextIsRefusedWhereEncryptionIsAskedFor();
    void aServerThatIsNotThereIsUnavailable();

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

void TestConnections::initTestCase() { m_fixture = std::make_unique<DatabaseFixture>(); }

void TestConnections::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_settings = m_fixture->emptySchema();
    m_connection = std::make_unique<Connection>(m_settings);
    m_connection->write(createTable);
}

qint64 TestConnections::insert(const QString &name, const QVariant &big, const QVariant &small, const QVariant &at,
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

void TestConnections::affectedRowsAreFoundRows()
{
    insert(u"a"_s);
    QCOMPARE(m_connection->write({ "test/same", "UPDATE thing SET name = name" }), 1);
    QCOMPARE(m_connection->write({ "test/none", "UPDATE thing SET name = name WHERE id = 0" }), 0);
}

void TestConnections::sessionsAreStrictAndInUtc()
{
    insert(u"a"_s);
    const ThrownError error = thrownBy([&] {
        m_connection->write({ "test/long", "UPDATE thing SET label = :label" }, { { "label", u"x"_s.repeated(21) } });
    });
    QVERIFY2(error.detail.contains("1406"_L1), qPrintable(error.detail));
    m_connection->run({ "test/zone", "SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(), NOW()) AS shift, @@time_zone AS zone" }, {},
                      [](const Row &row) {
                          QCOMPARE(row.number("shift"), 0);
                          QCOMPARE(row.text("zone"), u"+00:00"_s);
                      });
}

void TestConnections::valuesAreNeverInErrorTexts()
{
    m_connection->write({ "test/key", "ALTER TABLE thing ADD UNIQUE KEY uk_name (name)" });
    insert(u"secret for key 'uk_other'"_s);
    const ThrownError error = thrownBy([&] { insert(u"secret for key 'uk_other'"_s); });
    QVERIFY2(!error.detail.contains("secret"_L1) && error.detail.contains("uk_name"_L1), qPrintable(error.detail));
    QVERIFY(error.detail.contains("test/insert"_L1));
    const ThrownError bad = thrownBy([&] { insert(u"x"_s, {}, {}, u"secret"_s); });
    QVERIFY2(!bad.detail.contains("secret"_L1) && bad.detail.contains("at"_L1), qPrintable(bad.detail));
}

void TestConnections::foreignTextFindsNothingInsteadOfFailing()
{
    const Settings settings = m_fixture->freshSchema();
    Connection connection(settings);
    QCOMPARE(connection.run(
                 { "test/find", "SELECT operation_id FROM operation WHERE operation_id = :id AND binding_status = :status" },
                 { { "id", u"😀é"_s }, { "status", u"é"_s } }, [](const Row &) {}),
             0);
}

void TestConnections::readsSurviveAKilledSession()
{
    const qint64 id = insert(u"a"_s);
    withRow(id, [](const Row &) {}); // Prepared now.
    m_fixture->killSession(DatabaseFixture::sessionId(*m_connection));
    withRow(id, [](const Row &row) { QCOMPARE(row.text("name"), u"a"_s); });
}

void TestConnections::writesReportAKilledSession()
{
    m_fixture->killSession(DatabaseFixture::sessionId(*m_connection));
    QCOMPARE(thrownBy([&] { m_connection->write({ "test/same", "UPDATE thing SET name = name" }); }).code, Code::Unavailable);
    QCOMPARE(m_connection->write({ "test/same", "UPDATE thing SET name = name" }), 0);
}

void TestConnections::statementsSurviveAnAlteredTable()
{
    const qint64 id = insert(u"a"_s);
    const Statement all { "test/all", "SELECT * FROM thing WHERE id = :id" };
    QCOMPARE(m_connection->run(all, { { "id", id } }, [](const Row &) {}), 1);
    m_connection->write({ "test/alter", "ALTER TABLE thing ADD COLUMN more INT NOT NULL DEFAULT 7" });
    QCOMPARE(m_connection->run(all, { { "id", id } }, [](const Row &row) { QCOMPARE(row.number("more"), 7); }), 1);
}

void TestConnections::statementsMayRunInsideTheirOwnRows()
{
    const qint64 a = insert(u"a"_s);
    const qint64 b = insert(u"b"_s);
    const Statement from { "test/from", "SELECT id FROM thing WHERE id >= :id ORDER BY id" };
    QList<qint64> seen;
    for (int round = 0; round < 2; ++round) { // The second time with a prepared handle at hand.
        seen.clear();
        m_connection->run(from, { { "id", a } }, [&](const Row &outer) {
            m_connection->run(from, { { "id", outer.number("id") } },
                              [&](const Row &inner) { seen.append(inner.number("id")); });
        });
        QCOMPARE(seen, (QList<qint64> { a, b, b }));
    }
}

void TestConnections::anotherThreadHasItsOwnConnection()
{
    Connection &here = Connection::forThisThread(m_settings);
    QCOMPARE(&Connection::forThisThread(m_settings), &here);
    const Connection *there = nullptr;
    qint64 sessionThere = 0;
    std::thread([&] {
        Connection &connection = Connection::forThisThread(m_settings);
        there = &connection;
        sessionThere = DatabaseFixture::sessionId(connection);
    }).join();
    QVERIFY(there && there != &here);
    const Statement alive { "test/alive", "SELECT id FROM information_schema.processlist WHERE id = :id" };
    QTRY_COMPARE(m_connection->run(alive, { { "id", sessionThere } }, [](const Row &) {}),
                 0); // Closed with its thread.
}

void TestConnections::aForeignThreadIsRefused()
{
    m_connection->ensure();
    bool refused = false;
    std::thread([&] {
        try {
            m_connection->ensure();
        } catch (const std::logic_error &) {
            refused = true;
        }
    }).join();
    QVERIFY(refused);
}

void TestConnections::theServerIsDurable()
{
    assertDurable(*m_connection);
    m_connection->write({ "test/lax", "SET GLOBAL innodb_flush_log_at_trx_commit = 2" });
    const ThrownError error = thrownBy([&] { assertDurable(*m_connection); });
    m_connection->write({ "test/strict", "SET GLOBAL innodb_flush_log_at_trx_commit = 1" });
    QCOMPARE(error.code, Code::Unavailable);
    QVERIFY(error.detail.contains("innodb_flush_log_at_trx_commit=2"_L1));
}

void TestConnections::plainTextIsRefusedWhereEncryptionIsAskedFor()
{
    Settings settings = m_settings;
    settings.tls = true;
    Connection connection(settings);
    QCOMPARE(thrownBy([&] { connection.ensure(); }).code, Code::Unavailable);
}

void TestConnections::aServerThatIsNotThereIsUnavailable()
{
    Settings settings = m_settings;
    settings.socket = u"/nonexistent/socket"_s;
    Connection connection(settings);
    try {
        connection.ensure();
        QFAIL("no error");
    } catch (const DatabaseError &error) {
        QCOMPARE(error.kind(), Kind::CannotConnect);
        QCOMPARE(error.code(), Code::Unavailable);
    }
}

QTEST_GUILESS_MAIN(TestConnections)
#include "tst_connections.moc"
