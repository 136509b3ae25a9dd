// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/refusals.h"
#include "service/operations/databasewatch.h"
#include "service/operations/gauges.h"
#include "service/operations/instances.h"
#include "service/operations/operationshandlers.h"
#include "tests/database/frontdesk.h"
#include "tests/database/support/databasefixture.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::operations;

/// What the platform asks: who is alive, who is ready, who is there at all.
class TestHealth : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<database::DatabaseFixture>(); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_desk = std::make_unique<FrontDesk>(m_fixture->freshSchema());
    }
    void cleanup() { m_desk.reset(); }
    void cleanupTestCase() { m_fixture.reset(); }

    void aDeadLoopIsNotAlive();
    void readyMeansEverythingHolds();
    void anEmptySchemaIsNotReady();
    void instancesComeAndGo();
    void instancesAreListedByPagesAndTheSilentAreTold();
    void aDatabaseThatHasJustComeIsReadyAtOnce();
    void aDatabaseInTroubleIsNotReady();
    void gaugesSayWhatWaitsAndWhoHoldsTheSlot();
    void gaugesSayWhenATokenEnds();

private:
    std::unique_ptr<database::DatabaseFixture> m_fixture;
    std::unique_ptr<FrontDesk> m_desk;
};

void TestHealth::aDeadLoopIsNotAlive()
{
    std::chrono::milliseconds age { 10 };
    m_desk->services.loopTicks = [&] { return QList<LoopTick> { { u"engine"_s, age, std::chrono::seconds(30) } }; };
    QCOMPARE(nameOf(m_desk->call(&livez, {}).code), u"OK"_s);
    age = std::chrono::seconds(31);
    const Reply reply = m_desk->call(&livez, {});
    QCOMPARE(nameOf(reply.code), u"UNAVAILABLE"_s);
    QCOMPARE(reply.data["loops"_L1][0]["alive"_L1].toBool(true), false);
}

void TestHealth::readyMeansEverythingHolds()
{
    DatabaseWatch watch(m_desk->settings);
    watch.look();
    m_desk->services.databaseHealth = [&] { return watch.health(); };
    Reply reply = m_desk->call(&readyz, { .query = "verbose" });
    QCOMPARE(nameOf(reply.code), u"OK"_s);
    QCOMPARE(reply.data["lines"_L1].toArray().size(), 5);
    m_desk->services.forgeHealth = [] { return QJsonObject { { u"state"_s, u"AWAY"_s } }; };
    reply = m_desk->call(&readyz, {});
    QCOMPARE(nameOf(reply.code), u"OK"_s);
    QCOMPARE(reply.data["degraded"_L1].toBool(), true);
    QVERIFY(reply.data["lines"_L1].isUndefined());
    m_desk->isDraining = true;
    QCOMPARE(nameOf(m_desk->call(&readyz, {}).code), u"UNAVAILABLE"_s);
    m_desk->isDraining = false;
    m_desk->takeCatalogueAway();
    QCOMPARE(nameOf(m_desk->call(&readyz, {}).code), u"UNAVAILABLE"_s);
}

void TestHealth::anEmptySchemaIsNotReady()
{
    FrontDesk unmigrated(m_fixture->emptySchema());
    DatabaseWatch watch(unmigrated.settings);
    watch.look();
    unmigrated.services.databaseHealth = [&] { return watch.health(); };
    const Reply reply = unmigrated.call(&readyz, {});
    QCOMPARE(nameOf(reply.code), u"UNAVAILABLE"_s);
    QCOMPARE(reply.data["checks"_L1][0]["ok"_L1].toBool(), true);
    QCOMPARE(reply.data["checks"_L1][1]["ok"_L1].toBool(), false);
}

void TestHealth::instancesComeAndGo()
{
    auto &connection = m_desk->connection();
    const InstanceRegister mine(m_desk->services.instance);
    m_desk->run("INSERT INTO service_instance (instance_id, host, pid, version, heartbeat_at) VALUES ('old', 'h', 1, "
                "'v', '2020-01-01')");
    mine.enlist(connection);
    const auto all = [&] { return instancesPage(connection, std::nullopt, 100); };
    QCOMPARE(all().size(), size_t(1)); // The one that died long ago is forgotten.
    mine.beat(connection, { { u"engine"_s, std::chrono::milliseconds(7), std::chrono::seconds(30) } }, true);
    const protocol::InstanceView row = all().front().view;
    QVERIFY(row.isDraining);
    QCOMPARE(row.state, u"DRAINING"_s);
    QCOMPARE(row.pid, QCoreApplication::applicationPid());
    QCOMPARE(row.loops[0]["ageMs"_L1].toInt(), 7);
    QVERIFY(row.heartbeatAge < std::chrono::seconds(60));
    mine.leave(connection);
    QCOMPARE(all().size(), size_t(0));
    mine.beat(connection, {}, false); // Somebody tidied up too much: it is back with the next beat.
    QCOMPARE(all().size(), size_t(1));
}

void TestHealth::instancesAreListedByPagesAndTheSilentAreTold()
{
    // Two of them started in the same microsecond.
    for (const char *started : { "10:00:00.000001", "10:00:00.000002", "10:00:00.000002", "10:00:00.000003" }) {
        m_desk->run(
            "INSERT INTO service_instance (instance_id, host, pid, version, started_at, heartbeat_at) VALUES (UUID(), 'h', 1, "
            "'1.0', CONCAT('2026-11-30 ', :started), TIMESTAMPADD(SECOND, -5, CURRENT_TIMESTAMP(6)))",
            { { "started", QString::fromLatin1(started) } });
    }
    m_desk->run("UPDATE service_instance SET heartbeat_at = TIMESTAMPADD(SECOND, -21, CURRENT_TIMESTAMP(6)) WHERE started_at "
                "LIKE '%03'");
    m_desk->run("UPDATE service_instance SET loops = '[{\"name\": \"tasks\", \"alive\": false}]' WHERE started_at LIKE '%01'");
    const auto page = [&](const QByteArray &query) { return m_desk->call(&listInstances, { .query = query }).data; };
    QStringList ids, states;
    QByteArray cursor;
    do {
        const QJsonValue part = page("limit=1" + (cursor.isEmpty() ? QByteArray() : "&cursor=" + cursor));
        QCOMPARE(part["items"_L1].toArray().size(), 1);
        ids.append(part["items"_L1][0]["instance"_L1].toString());
        states.append(part["items"_L1][0]["state"_L1].toString());
        QVERIFY(protocol::InstanceView::fromJson(part["items"_L1][0].toObject()));
        cursor = part["nextCursor"_L1].toString().toLatin1();
    } while (!cursor.isEmpty() && ids.size() < 10);
    QCOMPARE(ids.size(), 4);
    QCOMPARE(QSet<QString>(ids.begin(), ids.end()).size(), 4);
    QCOMPARE(states.join(u' '), u"SILENT RUNNING RUNNING STUCK"_s);
    QCOMPARE(fieldsOf(m_desk->call(&listInstances, { .query = "cursor=aTp4&limit=101" })),
             u"limit=out_of_range cursor=bad_form"_s);
}

void TestHealth::aDatabaseThatHasJustComeIsReadyAtOnce()
{
    database::Settings nobody = m_desk->settings;
    nobody.socket += ".not-yet"_L1;
    QVERIFY_THROWS_EXCEPTION(database::DatabaseError, database::Connection(nobody).ensure());
    DatabaseWatch watch(m_desk->settings);
    watch.look();
    QVERIFY2(watch.health().takesWork, qPrintable(watch.health().words));
}

void TestHealth::aDatabaseInTroubleIsNotReady()
{
    DatabaseWatch watch(m_desk->settings);
    QVERIFY(!watch.health().answers); // Nobody has asked yet.
    watch.look();
    QVERIFY(watch.health().isThere());
    QVERIFY(watch.health().takesWork);
    database::Refusals::note(database::Kind::ReadOnly);
    QVERIFY(!watch.health().takesWork);
    m_desk->services.databaseHealth = [&] { return watch.health(); };
    const Reply reply = m_desk->call(&readyz, { .query = "verbose" });
    QCOMPARE(nameOf(reply.code), u"UNAVAILABLE"_s);
    QCOMPARE(reply.data["lines"_L1][0].toString(), u"[-] database is read-only"_s);
}

void TestHealth::gaugesSayWhatWaitsAndWhoHoldsTheSlot()
{
    Gauges gauges(m_desk->services);
    QCOMPARE(gauges.text(), QByteArray());
    m_desk->run("INSERT INTO merge_batch (partition_key, status, phase, member_count, triggered_by) "
                "VALUES ('ma\"in', 4, 'PIPELINE', 7, 't')");
    m_desk->run("INSERT INTO merge_batch_request (operation_id, partition_key, created_at) "
                "VALUES ('op-1', 'main', TIMESTAMPADD(MINUTE, -2, CURRENT_TIMESTAMP(6))), ('op-2', 'main', CURRENT_TIMESTAMP(6))");
    m_desk->run("INSERT INTO partition_state (partition_key, mode, changed_by) VALUES ('main', 'PAUSED', 'olga')");
    m_desk->run("INSERT INTO finding (code, subject) VALUES ('I7', 'op-1'), ('I7', 'op-2')");
    gauges.look(m_desk->connection());
    const QByteArray text = gauges.text();
    for (const char *line : { "slipway_active_batch{partition=\"ma\\\"in\",status=\"BLOCKED\",phase=\"PIPELINE\"} 1\n",
                              "slipway_active_batch_members{partition=\"ma\\\"in\"} 7\n",
                              "slipway_waiting_requests{partition=\"main\"} 2\n", "slipway_waiting_oldest_seconds{partition=\"main\"} 12",
                              "slipway_partition_closed{partition=\"main\",mode=\"PAUSED\"} 1\n",
                              "slipway_open_findings{code=\"I7\"} 2\n" })
        QVERIFY2(text.contains(line), text + "\nlacks " + line);
}

void TestHealth::gaugesSayWhenATokenEnds()
{
    m_desk->services.forgeHealth = [] {
        return QJsonObject { { u"state"_s, u"AWAY"_s },
                             { u"tokenEnds"_s,
                               QJsonArray { QJsonObject { { u"bot"_s, u"author"_s }, { u"at"_s, u"2027-01-01T00:00:00Z"_s } } } },
                             { u"refusedTokens"_s, QJsonArray { QJsonObject { { u"bot"_s, u"reviewer one"_s } } } } };
    };
    const QByteArray text = Gauges(m_desk->services).text();
    QVERIFY2(text.contains("slipway_forge_reachable 0\n"), text);
    QVERIFY2(text.contains("slipway_forge_token_end_timestamp_seconds{bot=\"author\"} 1798761600\n"), text);
    QVERIFY2(text.contains("slipway_forge_token_refused{bot=\"reviewer one\"} 1\n"), text);
}

QTEST_GUILESS_MAIN(TestHealth)
#include "tst_health.moc"
