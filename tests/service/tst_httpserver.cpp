// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/rawrequests.h"
#include "tests/service/servedroutes.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

using namespace slipway::test;
using namespace slipway::httpserver;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class HttpServerTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void aPipelineIsAnsweredInOrderHoweverTheAnswersArrive();
    void aRequestThatMayChangeSomethingWaitsForThoseInFront();
    void moreThanSixteenWaitInTheSocket();
    void everySplitIsAnsweredInOrder();
    void headIsServedByTheRouteOfGet();
    void wrongMethodsAreToldTheRightOnes();
    void unknownPathsAreNotFound();
    void aSmallBodyForNoRouteDoesNotCostTheConnection();
    void aRefusalWaitsForTheRepliesInFront();
    void theClientIsToldToContinueOnceItsHeadIsAccepted();
    void closeAndTheOldVersionAreHonoured();
    void anUpgradeToWebSocketsIsRefusedOnce();
    void forgottenAndFailedHandlersAnswer500();
    void aDroppedAnswerEndsTheConnectionWithoutAByte();
    void aCutAnswerEndsAfterItsBytes();
    void drainAnswersAllInFlight();
    void drainEndsAtItsDeadline();
};

void HttpServerTest::init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

void HttpServerTest::aPipelineIsAnsweredInOrderHoweverTheAnswersArrive()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send(get("/held/0") + get("/held/1") + get("/held/2") + get("/now") + get("/held/3"));
    auto held = server.takeHeld(4);
    QCOMPARE(held.size(), size_t(4));
    for (size_t i = held.size(); i-- > 0;)
        held[i].second.send({ 200, "text/plain", held[i].first->arguments.first().toLatin1(), {}, false });
    const QList<RawReply> replies = repliesIn(client.receiveUntil("\r\n\r\n3"));
    QStringList bodies;
    for (const RawReply &reply : replies)
        bodies.append(QString::fromLatin1(reply.body));
    QCOMPARE(bodies, QStringList({ u"0"_s, u"1"_s, u"2"_s, u"now"_s, u"3"_s }));
}

void HttpServerTest::aRequestThatMayChangeSomethingWaitsForThoseInFront()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send(get("/held/a") + post("/held", "b") + get("/held/c"));
    auto first = server.takeHeld(1);
    QCOMPARE(first.size(), size_t(1));
    RawClient other(server.port());
    other.send(get("/now"));
    other.receiveUntil("now");
    QCOMPARE(server.heldCount(), size_t(0));
    first[0].second.send({});
    auto second = server.takeHeld(1);
    QCOMPARE(second.size(), size_t(1));
    QCOMPARE(second[0].first->body, QByteArray("b"));
    second[0].second.send({});
    auto third = server.takeHeld(1);
    QCOMPARE(third.size(), size_t(1));
    third[0].second.send({});
    QCOMPARE(repliesIn(client.receiveUntil("Content-Length: 0\r\n\r\n", 3)).size(), 3);
}

void HttpServerTest::moreThanSixteenWaitInTheSocket()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send(get("/held/x").repeated(40));
    int answered = 0;
    size_t most = 0;
    while (answered < 40) {
        auto held = server.takeHeld(1);
        QVERIFY(!held.empty());
        most = qMax(most, held.size());
        for (auto &[request, responder] : held) {
            responder.send({ 200, "text/plain", "x", {}, false });
            ++answered;
        }
    }
    QVERIFY2(most <= 16, qPrintable(QString::number(most)));
    QCOMPARE(repliesIn(client.receiveUntil("\r\n\r\nx", 40)).size(), 40);
}

void HttpServerTest::everySplitIsAnsweredInOrder()
{
    ServedRoutes server;
    QRandomGenerator random(20261130);
    for (int connection = 0; connection < 400; ++connection) {
        QByteArray bytes;
        QList<QByteArray> expected;
        for (int i = 1 + random.bounded(8); i > 0; --i) {
            const QByteArray text = 'b' + QByteArray::number(random.bounded(1'000'000)) + "\r\n\r\nGET /now";
            const bool coded = random.bounded(2);
            expected.append(coded ? text : QByteArray("now"));
            bytes += coded ? "POST /coded HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + QByteArray::number(text.size(), 16) + "\r\n" + text + "\r\n0\r\n\r\n"
                           : get("/now");
        }
        bytes += get("/now", closing);
        expected.append("now");
        RawClient client(server.port());
        for (qsizetype at = 0; at < bytes.size();) {
            const qsizetype part = 1 + random.bounded(200);
            client.send(bytes.mid(at, part));
            at += part;
        }
        QList<QByteArray> bodies;
        for (const RawReply &reply : repliesIn(client.receiveAll()))
            bodies.append(reply.body);
        QCOMPARE(bodies, expected);
    }
}

void HttpServerTest::headIsServedByTheRouteOfGet()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send("HEAD /now HTTP/1.1\r\nHost: h\r\n\r\n" + get("/now", closing));
    const QByteArray all = client.receiveAll();
    QCOMPARE(all.count("Content-Length: 3\r\n"), 2);
    QCOMPARE(all.count("\r\n\r\nnow"), 1);
    QVERIFY(all.endsWith("\r\n\r\nnow"));
}

void HttpServerTest::wrongMethodsAreToldTheRightOnes()
{
    ServedRoutes server;
    const RawReply refused = only(server.port(), post("/now", {}, closing));
    QCOMPARE(refused.status, 405);
    QVERIFY(refused.head.contains("\r\nallow: get, head, options\r\n"));
    QCOMPARE(refused.body, QByteArray("{\"code\":405}"));
    QCOMPARE(only(server.port(), "BREW /now HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").status, 405);
    const RawReply told = only(server.port(), "OPTIONS /small HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    QCOMPARE(told.status, 204);
    QVERIFY(told.head.contains("\r\nallow: post, options\r\n"));
}

void HttpServerTest::unknownPathsAreNotFound()
{
    ServedRoutes server;
    QCOMPARE(only(server.port(), get("/nowhere", closing)).status, 404);
    QCOMPARE(only(server.port(), "OPTIONS /nowhere HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").status, 404);
    QCOMPARE(only(server.port(), get("/held/%00")).status, 400);
    QCOMPARE(server.completed(2).size(), 2);
    QCOMPARE(server.completed(2).first().status, 404);
}

void HttpServerTest::aSmallBodyForNoRouteDoesNotCostTheConnection()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send(post("/nowhere", QByteArray(1000, 'x')) + get("/now", closing));
    const QList<RawReply> replies = repliesIn(client.receiveAll());
    QCOMPARE(replies.size(), 2);
    QCOMPARE(replies[0].status, 404);
    QCOMPARE(replies[1].body, QByteArray("now"));
}

void HttpServerTest::aRefusalWaitsForTheRepliesInFront()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send(get("/held/a") + "GET /now HTTP/1.1\nHost: h\r\n\r\n" + get("/now"));
    auto held = server.takeHeld(1);
    QCOMPARE(held.size(), size_t(1));
    held[0].second.send({ 200, "text/plain", "a", {}, false });
    const QList<RawReply> replies = repliesIn(client.receiveAll());
    QCOMPARE(replies.size(), 2);
    QCOMPARE(replies[0].body, QByteArray("a"));
    QCOMPARE(replies[1].status, 400);
}

void HttpServerTest::theClientIsToldToContinueOnceItsHeadIsAccepted()
{
    ServedRoutes server;
    const QByteArray expecting = "POST /small HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: ";
    const QByteArray goOn = "HTTP/1.1 100 Continue\r\n\r\n";
    RawClient client(server.port());
    client.send(expecting + "3\r\n\r\n");
    QCOMPARE(client.receiveUntil("\r\n\r\n"), goOn);
    client.send("abc");
    QVERIFY(client.receiveUntil("abc").startsWith("HTTP/1.1 200 "));
    client.send(get("/held/a") + expecting + "3\r\n\r\n");
    auto held = server.takeHeld(1);
    held.at(0).second.send({ 200, "text/plain", "first", {}, false });
    QVERIFY(client.receiveUntil("first").startsWith("HTTP/1.1 200 "));
    QCOMPARE(client.receiveUntil("\r\n\r\n"), goOn);
    QCOMPARE(only(server.port(), expecting + "2000\r\n\r\n").status, 413);
    QCOMPARE(
        only(server.port(), "POST /nowhere HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n").status,
        404);
}

void HttpServerTest::closeAndTheOldVersionAreHonoured()
{
    ServedRoutes server;
    const RawReply closed = only(server.port(), get("/now", "Connection: foo, Close\r\n") + get("/now"));
    QCOMPARE(closed.body, QByteArray("now"));
    QVERIFY(closed.head.contains("connection: close"));
    QCOMPARE(only(server.port(), "GET /now HTTP/1.0\r\n\r\n").body, QByteArray("now"));
}

void HttpServerTest::anUpgradeToWebSocketsIsRefusedOnce()
{
    ServedRoutes server;
    QCOMPARE(
        only(server.port(), get("/now", "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n")).status,
        400);
    QCOMPARE(only(server.port(), get("/now", "Connection: Upgrade, close\r\nUpgrade: h2c\r\n")).status, 200);
}

void HttpServerTest::forgottenAndFailedHandlersAnswer500()
{
    ServedRoutes server;
    QCOMPARE(only(server.port(), get("/forgets", closing)).body, QByteArray("{\"code\":500}"));
    QCOMPARE(only(server.port(), get("/throws", closing)).body, QByteArray("{\"code\":500}"));
    RawClient client(server.port());
    client.send(get("/held/a", closing));
    QCOMPARE(server.takeHeld(1).size(), size_t(1)); // And they are gone.
    QCOMPARE(repliesIn(client.receiveAll()).first().status, 500);
    RawClient impossible(server.port());
    impossible.send(get("/held/a", closing));
    server.takeHeld(1).at(0).second.send({ 77, {}, {}, {}, false });
    QCOMPARE(repliesIn(impossible.receiveAll()).first().status, 500);
}

void HttpServerTest::aDroppedAnswerEndsTheConnectionWithoutAByte()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send(post("/held", "x"));
    server.takeHeld(1).at(0).second.drop();
    QCOMPARE(client.receiveAll(), QByteArray());
    QCOMPARE(server.completed(1).first().status, 0);
}

void HttpServerTest::aCutAnswerEndsAfterItsBytes()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send(get("/held/a"));
    server.takeHeld(1).at(0).second.sendCut({ 200, "text/plain", QByteArray(1000, 'x'), {}, false }, 20);
    QCOMPARE(client.receiveAll(), QByteArray("HTTP/1.1 200 OK\r\nDat"));
}

void HttpServerTest::drainAnswersAllInFlight()
{
    ServedRoutes server;
    std::vector<RawClient> clients, idle;
    for (int i = 0; i < 60; ++i) {
        clients.emplace_back(server.port()).send(get("/held/a"));
        idle.emplace_back(server.port());
    }
    auto held = server.takeHeld(60);
    QCOMPARE(held.size(), size_t(60));
    QTRY_COMPARE(server.connectionCount(), 120);
    RawClient unread(server.port());
    unread.send(get("/now"));
    server.drain();
    for (RawClient &client : idle)
        QVERIFY(client.isEnded());
    QVERIFY(!server.isDrained());
    for (auto &[request, responder] : held)
        responder.send({ 200, "text/plain", "last", {}, false });
    for (RawClient &client : clients) {
        const QList<RawReply> replies = repliesIn(client.receiveAll());
        QCOMPARE(replies.size(), 1);
        QCOMPARE(replies.first().body, QByteArray("last"));
        QVERIFY(replies.first().head.contains("connection: close"));
    }
    QCOMPARE(repliesIn(unread.receiveAll()).size(), 1);
    clients.clear();
    unread.close();
    QTRY_VERIFY(server.isDrained());
    QCOMPARE(RawClient(server.port()).receiveAll(), QByteArray());
}

void HttpServerTest::drainEndsAtItsDeadline()
{
    Limits limits;
    limits.drainDeadline = 100ms;
    ServedRoutes server(limits);
    RawClient client(server.port());
    client.send(get("/held/a"));
    auto held = server.takeHeld(1);
    server.drain();
    QTRY_VERIFY(server.isDrained());
    QVERIFY(client.isEnded());
    QVERIFY(held.at(0).second.clientGone());
    QCOMPARE(server.completed(1).first().clientGone, true);
}

QTEST_GUILESS_MAIN(HttpServerTest)
#include "tst_httpserver.moc"
