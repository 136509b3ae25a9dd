// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/packet.h"
#include "service/database/transaction.h"
#include "shared/failpoint.h"
#include "tests/database/support/databasefixture.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QTest>

#include <future>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::database;

namespace {

constexpr Statement createTable {
    "test/create",
    "CREATE TABLE thing (id BIGINT NOT NULL PRIMARY KEY, name VARCHAR(2000) NULL, raw VARBINARY(200) NULL, "
    "at DATETIME(6) NULL, flag TINYINT NULL, UNIQUE KEY uk_name (name)) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin"
};
constexpr Statement insertThing { "test/insert",
                                  "INSERT INTO thing (id, name, raw, at, flag) VALUES (:id, :name, :raw, :at, :flag)" };
constexpr Statement copyThing { "test/copy",
                                "INSERT INTO thing (id, raw) SELECT id + :far, raw FROM thing WHERE name = :name" };
constexpr Statement readThing { "test/read", "SELECT id, name, raw, CAST(at AS CHAR) AS at, flag FROM thing WHERE id = :id" };
constexpr Statement countThings { "test/count", "SELECT COUNT(*) AS things FROM thing" };

} // namespace

/// Several writes in one round trip: all of them or none, whatever the values hold and whenever the session is lost.
class TestPackets : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<DatabaseFixture>(); }
    void init();
    void cleanup() { m_connection.reset(); }
    void cleanupTestCase() { m_fixture.reset(); }

    void allOfThemInOneRoundTrip();
    void everyValueArrivesAsItWas_data();
    void everyValueArrivesAsItWas();
    void whatIsNothingArrivesAsNothing();
    void aDuplicateKeyStoresNothing();
    void anErrorStoresNothingAndLeavesTheSessionUsable();
    void namesThatDoNotFitAreRefusedBeforeAnythingIsSent();
    void aLockedRowIsGivenUpWithoutEffect();
    void aSessionLostOnTheWayLeavesTheOutcomeUnknown();
    void anAnswerThatIsLostAfterCommitIsUnknownToo();
    void aPacketInsideATransactionIsRefused();

private:
    static Bindings thing(qint64 id, const QString &name)
    {
        return { { "id", id }, { "name", name }, { "raw", QByteArray("raw") }, { "at", QString() }, { "flag", true } };
    }
    qint64 things()
    {
        qint64 count = -1;
        m_connection->run(countThings, {}, [&](const Row &row) { count = row.number("things"); });
        return count;
    }
    qint64 statements()
    {
        qint64 count = 0;
        m_connection->run({ "test/questions", "SHOW SESSION STATUS LIKE 'Questions'" }, {},
                          [&](const Row &row) { count = row.text("Value").toLongLong(); });
        return count;
    }

    std::unique_ptr<DatabaseFixture> m_fixture;
    std::unique_ptr<Connection> m_connection;
    Settings m_settings;
};

void TestPackets::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_settings = m_fixture->emptySchema();
    m_settings.lockWait = std::chrono::seconds(1);
    m_connection = std::make_unique<Connection>(m_settings);
    m_connection->write(createTable);
}

void TestPackets::allOfThemInOneRoundTrip()
{
    Packet packet(*m_connection, "test");
    packet.add(insertThing, thing(1, u"one"_s));
    packet.add(insertThing, thing(2, u"two"_s));
    packet.add(copyThing, { { "far", 10 }, { "name", u"two"_s } }); // Sees what came before it.
    const qint64 before = statements();
    QVERIFY(packet.commit());
    // START TRANSACTION, three, COMMIT, and the question itself; no preparing and no resetting.
    QCOMPARE(statements() - before, 6);
    QCOMPARE(things(), 3);
    Connection other(m_settings);
    QCOMPARE(other.run(readThing, { { "id", 12 } }, [](const Row &row) { QCOMPARE(row.bytes("raw"), "raw"); }), 1);
}

void TestPackets::everyValueArrivesAsItWas_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("quotes") << u"it's \"quoted\" `so`"_s;
    QTest::newRow("backslashes") << u"\\' \\\\ \\n \\0"_s;
    QTest::newRow("an end") << u"'); DROP TABLE thing; -- "_s;
    QTest::newRow("a comment") << u"/*! DROP TABLE thing */ # x"_s;
    QTest::newRow("placeholders") << u":id ? :name %1"_s;
    QTest::newRow("controls") << u"a\tb\nc\r\u0001\u001a"_s;
    QTest::newRow("Chinese and faces") << u"王小明 😀"_s;
    QTest::newRow("half-width look-alikes") << u"ʼ ＇ ′"_s;
    QTest::newRow("empty") << u""_s;
    QTest::newRow("long") << u"'\\"_s.repeated(900);
}

void TestPackets::everyValueArrivesAsItWas()
{
    QFETCH(QString, name);
    QByteArray raw = name.toUtf8().left(100) + QByteArray::fromHex("00ff27bf5c");
    Packet packet(*m_connection, "test");
    packet.add(insertThing,
               { { "id", qint64(-7) },
                 { "name", name },
                 { "raw", raw },
                 { "at", u"2026-11-30 21:00:00.123456"_s },
                 { "flag", false } });
    QVERIFY(packet.commit());
    const int rows = m_connection->run(readThing, { { "id", -7 } }, [&](const Row &row) {
        QCOMPARE(row.text("name"), name);
        QCOMPARE(row.bytes("raw"), raw);
        QCOMPARE(row.text("at"), u"2026-11-30 21:00:00.123456"_s);
        QCOMPARE(row.number("flag"), 0);
    });
    QCOMPARE(rows, 1);
}

void TestPackets::whatIsNothingArrivesAsNothing()
{
    Packet packet(*m_connection, "test");
    packet.add(insertThing,
               { { "id", 1 },
                 { "name", QString() },
                 { "raw", QByteArray() },
                 { "at", QVariant() },
                 { "flag", QVariant(QMetaType::fromType<qint32>()) } });
    QVERIFY(packet.commit());
    m_connection->run(readThing, { { "id", 1 } }, [&](const Row &row) {
        for (const char *column : { "name", "raw", "at", "flag" })
            QVERIFY2(row.isNull(column), column);
    });
}

void TestPackets::aDuplicateKeyStoresNothing()
{
    m_connection->write(insertThing, thing(1, u"one"_s));
    for (const bool isLast : { true, false }) {
        Packet packet(*m_connection, "test");
        packet.add(insertThing, thing(isLast ? 2 : 3, isLast ? u"two"_s : u"one"_s));
        packet.add(insertThing, thing(isLast ? 1 : 4, u"other"_s));
        QVERIFY(!packet.commit());
        QCOMPARE(things(), 1);
    }
    // Nothing holds a lock any more, and nothing that follows is part of it.
    Connection other(m_settings);
    other.write(insertThing, thing(2, u"two"_s));
    m_connection->write(insertThing, thing(3, u"three"_s));
    QCOMPARE(things(), 3);
}

void TestPackets::anErrorStoresNothingAndLeavesTheSessionUsable()
{
    Packet packet(*m_connection, "test");
    packet.add(insertThing, thing(1, u"one"_s));
    packet.add(insertThing, thing(2, u"x"_s.repeated(3000)));
    try {
        (void)packet.commit();
        QFAIL("stored what does not fit");
    } catch (const DatabaseError &error) {
        QCOMPARE(int(error.kind()), int(Kind::BadValue));
        QVERIFY(!error.outcomeUnknown());
    }
    QCOMPARE(things(), 0);
    m_connection->write(insertThing, thing(1, u"one"_s));
    Connection other(m_settings);
    QCOMPARE(other.run(readThing, { { "id", 1 } }, [](const Row &) {}), 1);
}

void TestPackets::namesThatDoNotFitAreRefusedBeforeAnythingIsSent()
{
    Packet packet(*m_connection, "test");
    QVERIFY_EXCEPTION_THROWN(packet.add(copyThing, { { "far", 1 } }), Error);
    QVERIFY_EXCEPTION_THROWN(packet.add(copyThing, { { "far", 1 }, { "name", u"x"_s }, { "more", 1 } }), Error);
    QVERIFY_EXCEPTION_THROWN(packet.add(copyThing, { { "far", 1 }, { "name", QDateTime::currentDateTime() } }), Error);
    QVERIFY_EXCEPTION_THROWN(packet.add(copyThing, { { "far", 1 }, { "name", QStringList { u"x"_s } } }), Error);
}

void TestPackets::aLockedRowIsGivenUpWithoutEffect()
{
    Connection holder(m_settings);
    Transaction holding(holder, "holds");
    holding.insert(insertThing, thing(1, u"one"_s));
    Packet packet(*m_connection, "test");
    packet.add(insertThing, thing(2, u"two"_s));
    packet.add(insertThing, thing(1, u"other"_s));
    try {
        (void)packet.commit();
        QFAIL("did not wait for the holder");
    } catch (const DatabaseError &error) {
        QCOMPARE(int(error.kind()), int(Kind::LockTimeout));
        QVERIFY(error.retriesTransaction() && !error.outcomeUnknown());
    }
    holding.rollback();
    QCOMPARE(things(), 0);
}

void TestPackets::aSessionLostOnTheWayLeavesTheOutcomeUnknown()
{
    qint64 session = 0;
    m_connection->run({ "test/session", "SELECT CONNECTION_ID() AS id" }, {},
                      [&](const Row &row) { session = row.number("id"); });
    Connection holder(m_settings);
    Transaction holding(holder, "holds");
    holding.insert(insertThing, thing(1, u"one"_s));
    // Killed while it waits for the holder: the whole packet is with the server then.
    auto killing = std::async(std::launch::async, [&] {
        Connection administrator(m_settings);
        qint64 waiting = 0;
        while (waiting == 0) {
            administrator.run({ "test/waiting",
                                "SELECT COUNT(*) AS n FROM information_schema.PROCESSLIST WHERE id = :id AND "
                                "info LIKE 'INSERT%'" },
                              { { "id", session } }, [&](const Row &row) { waiting = row.number("n"); });
        }
        const QByteArray kill = "KILL " + QByteArray::number(session);
        administrator.write({ "test/kill", kill.constData() });
    });
    Packet packet(*m_connection, "test");
    packet.add(insertThing, thing(1, u"other"_s));
    try {
        (void)packet.commit();
        QFAIL("survived being killed");
    } catch (const DatabaseError &error) {
        QVERIFY(error.outcomeUnknown());
        QVERIFY(!error.retriesTransaction());
    }
    killing.get();
    holding.rollback();
    QCOMPARE(things(), 0); // On a session of its own.
}

void TestPackets::anAnswerThatIsLostAfterCommitIsUnknownToo()
{
    const auto store = [&] {
        Packet packet(*m_connection, "test");
        packet.add(insertThing, thing(1, u"one"_s));
        return packet.commit();
    };
    qputenv("SLIPWAY_FAILPOINTS", "commit.test.before=error");
    failpoint::arm();
    QVERIFY_EXCEPTION_THROWN(store(), Error);
    QCOMPARE(things(), 0);
    qputenv("SLIPWAY_FAILPOINTS", "commit.test.after=error");
    failpoint::arm();
    try {
        (void)store();
        QFAIL("the answer was not lost");
    } catch (const DatabaseError &error) {
        QVERIFY(error.outcomeUnknown());
    }
    QCOMPARE(things(), 1);
}

void TestPackets::aPacketInsideATransactionIsRefused()
{
    Transaction transaction(*m_connection, "open");
    Packet packet(*m_connection, "test");
    packet.add(insertThing, thing(1, u"one"_s));
    QVERIFY_EXCEPTION_THROWN((void)packet.commit(), std::logic_error);
}

QTEST_GUILESS_MAIN(TestPackets)
#include "tst_packets.moc"
