// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/rawrequests.h"
#include "tests/service/servedroutes.h"

#include <QRegularExpression>
#include <QTest>

#include <sys/resource.h>
#include <unistd.h>

using namespace slipway::test;
using namespace slipway::httpserver;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class HttpLimitsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void theClientReadsTheRefusalOfABodyItStillSends();
    void bodiesFollowTheModeOfTheirRoute();
    void headsAboveTheLimitAreRefused();
    void slowHeadsAndBodiesTimeOut();
    void silentConnectionsAreClosed();
    void anAnswerThatTakesTooLongIsReplacedOnce();
    void clientsAboveTheCapAreToldSo();
    void withoutDescriptorsTheServerLooksAwayForAMoment();
};

void HttpLimitsTest::init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

void HttpLimitsTest::theClientReadsTheRefusalOfABodyItStillSends()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send("POST /small HTTP/1.1\r\nHost: h\r\nContent-Length: 1073741824\r\n\r\n");
    const QByteArray part(1 << 20, 'x');
    for (int i = 0; i < 64; ++i)
        QCOMPARE(client.send(part), part.size());
    const QList<RawReply> replies = repliesIn(client.receiveAll());
    QCOMPARE(replies.size(), 1);
    QCOMPARE(replies[0].status, 413);
    QVERIFY(replies[0].head.contains("connection: close"));
}

void HttpLimitsTest::bodiesFollowTheModeOfTheirRoute()
{
    ServedRoutes server;
    const auto coded = [](const QByteArray &path, const QByteArray &body) {
        return "POST " + path + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + body;
    };
    QCOMPARE(only(server.port(), post("/small", QByteArray(1024, 'x'), closing)).body, QByteArray(1024, 'x'));
    QCOMPARE(only(server.port(), post("/small", QByteArray(1025, 'x'), closing)).status, 413);
    QCOMPARE(only(server.port(), coded("/small", "3\r\nabc\r\n0\r\n\r\n")).status, 411);
    QCOMPARE(only(server.port(), coded("/coded", "3\r\nabc\r\n0\r\nX: y\r\n\r\n")).body, QByteArray("abc"));
    QCOMPARE(only(server.port(), coded("/coded", "401\r\n")).status, 413);
    QCOMPARE(only(server.port(), coded("/coded", "zz\r\n")).status, 400);
    QCOMPARE(only(server.port(), get("/now", "Content-Length: 1\r\n") + 'x').status, 413);
    QByteArray large;
    for (int i = 0; i < 40; ++i)
        large += "100000\r\n" + QByteArray(1 << 20, 'x') + "\r\n";
    QCOMPARE(only(server.port(), coded("/large", large + "0\r\n\r\n")).body, QByteArray::number(40 << 20));
}

void HttpLimitsTest::headsAboveTheLimitAreRefused()
{
    ServedRoutes server;
    QCOMPARE(only(server.port(), get("/now", QByteArray("X: y\r\n").repeated(101))).status, 431);
    QCOMPARE(only(server.port(), get("/now", "X: " + QByteArray(20'000, 'y') + "\r\n")).status, 431);
    QCOMPARE(only(server.port(), get("/" + QByteArray(5000, 'y'))).status, 431);
    QCOMPARE(only(server.port(), "GET /now HTTP/1.2\r\nHost: h\r\n\r\n").status, 400);
    QCOMPARE(server.completedSoFar().size(), 0);
}

void HttpLimitsTest::slowHeadsAndBodiesTimeOut()
{
    Limits limits;
    limits.headDeadline = 100ms;
    limits.bodyDeadline = 100ms;
    ServedRoutes server(limits);
    QCOMPARE(only(server.port(), "GET /now HTTP/1.1\r\nHost: h\r\n").status, 408);
    QCOMPARE(only(server.port(), "POST /small HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc").status, 408);
}

void HttpLimitsTest::silentConnectionsAreClosed()
{
    Limits limits;
    limits.headDeadline = 100ms;
    limits.idleDeadline = 100ms;
    ServedRoutes server(limits);
    RawClient silent(server.port());
    RawClient idle(server.port());
    idle.send(get("/now"));
    idle.receiveUntil("now");
    QVERIFY(silent.isEnded());
    QVERIFY(idle.isEnded());
    QTRY_COMPARE(server.connectionCount(), 0);
}

void HttpLimitsTest::anAnswerThatTakesTooLongIsReplacedOnce()
{
    Limits limits;
    limits.requestDeadline = 100ms;
    ServedRoutes server(limits);
    RawClient client(server.port());
    client.send(get("/held/a"));
    auto held = server.takeHeld(1);
    QCOMPARE(repliesIn(client.receiveUntil("503}")).first().status, 503);
    QVERIFY(held.at(0).second.clientGone());
    QVERIFY(held.at(0).first->abandoned->load());
    held.at(0).second.send({ 200, "text/plain", "late", {}, false });
    client.send(get("/now", closing));
    QCOMPARE(repliesIn(client.receiveAll()).first().body, QByteArray("now"));
    QCOMPARE(server.completed(2).size(), 2);
    QCOMPARE(server.completed(2).first().status, 503);
}

void HttpLimitsTest::clientsAboveTheCapAreToldSo()
{
    Limits limits;
    limits.connections = 3;
    ServedRoutes server(limits);
    std::vector<RawClient> clients;
    for (int i = 0; i < 3; ++i) {
        clients.emplace_back(server.port()).send(get("/now"));
        clients.back().receiveUntil("now");
    }
    QCOMPARE(repliesIn(RawClient(server.port()).receiveAll()).first().status, 503);
    clients.pop_back();
    QTRY_COMPARE(server.connectionCount(), 2);
    QCOMPARE(only(server.port(), get("/now", closing)).body, QByteArray("now"));
}

void HttpLimitsTest::withoutDescriptorsTheServerLooksAwayForAMoment()
{
    ServedRoutes server;
    rlimit before {};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
    std::optional<RawClient> client;
    std::vector<int> spare;
    server.inServerThread([&] {
        // The server cannot accept meanwhile, so its turn comes when no descriptor is left.
        client.emplace(server.port());
        const rlimit few { 256, before.rlim_max };
        ::setrlimit(RLIMIT_NOFILE, &few);
        for (int descriptor = ::dup(0); descriptor >= 0; descriptor = ::dup(0))
            spare.push_back(descriptor);
    });
    const auto release = qScopeGuard([&] {
        std::for_each(spare.begin(), spare.end(), ::close);
        ::setrlimit(RLIMIT_NOFILE, &before);
    });
    QVERIFY(!spare.empty());
    client->send(get("/now"));
    const auto used = server.cpuTime();
    const QDeadlineTimer half(500ms);
    QTRY_VERIFY(half.hasExpired());
    QVERIFY(server.cpuTime() - used < 100ms);
    QCOMPARE(server.connectionCount(), 0);
    std::for_each(spare.begin(), spare.end(), ::close);
    spare.clear();
    QVERIFY(client->receiveUntil("now").startsWith("HTTP/1.1 200 "));
}

QTEST_GUILESS_MAIN(HttpLimitsTest)
#include "tst_httplimits.moc"
