// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/rawrequests.h"
#include "tests/service/servedroutes.h"

#include <QRegularExpression>
#include <QTest>

using namespace slipway::test;
using namespace slipway::httpserver;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

const Reply eventHead { 200, "text/event-stream", {}, { { "Cache-Control", "no-store" } }, false };

Stream streamFor(ServedRoutes &server) { return server.takeHeld(1).at(0).second.stream(eventHead); }

} // namespace

class HttpStreamsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void eventsArriveOneByOneAndTheConnectionGoesOn();
    void theOldVersionReadsUntilTheEnd();
    void anAbortedBodyHasNoEnd();
    void aForgottenBodyHasNoEnd();
    void headGetsNoBody();
    void aStreamWaitsForTheRepliesInFront();
    void aSlowReaderKeepsMemoryBounded();
    void aProducerThatIgnoresBackPressureLosesItsClient();
    void aReaderThatStopsIsEnded();
    void theProducerHearsThatTheClientLeft();
    void aProducerThatAsksTooLateHearsItToo();
};

void HttpStreamsTest::init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

void HttpStreamsTest::eventsArriveOneByOneAndTheConnectionGoesOn()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send(get("/stream"));
    Stream stream = streamFor(server);
    QVERIFY(client.receiveUntil("\r\n\r\n").contains("\r\nTransfer-Encoding: chunked\r\n"));
    for (int i = 0; i < 3; ++i) {
        const QByteArray event = "data: " + QByteArray::number(i) + "\n\n";
        stream.write(event);
        QCOMPARE(client.receiveUntil("\n\n\r\n"), "9\r\n" + event + "\r\n");
    }
    QVERIFY(stream.isOpen());
    stream.write({});
    stream.finish();
    QVERIFY(!stream.isOpen());
    stream.write("too late");
    QCOMPARE(client.receiveUntil("0\r\n\r\n"), QByteArray("0\r\n\r\n"));
    client.send(get("/now", closing));
    QCOMPARE(repliesIn(client.receiveAll()).first().body, QByteArray("now"));
    QCOMPARE(server.completed(2).first().status, 200);
    QCOMPARE(stream.pendingBytes(), 0);
}

void HttpStreamsTest::theOldVersionReadsUntilTheEnd()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send("GET /stream HTTP/1.0\r\n\r\n");
    Stream stream = streamFor(server);
    stream.write("one ");
    stream.write("two");
    stream.finish();
    const QByteArray all = client.receiveAll();
    QVERIFY(!all.contains("Transfer-Encoding"));
    QVERIFY(all.contains("\r\nConnection: close\r\n"));
    QVERIFY(all.endsWith("\r\n\r\none two"));
}

void HttpStreamsTest::anAbortedBodyHasNoEnd()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send(get("/stream"));
    Stream stream = streamFor(server);
    stream.write("half");
    stream.abort();
    QVERIFY(client.receiveAll().endsWith("\r\n\r\n4\r\nhalf\r\n"));
}

void HttpStreamsTest::aForgottenBodyHasNoEnd()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send(get("/stream"));
    streamFor(server).write("half");
    QVERIFY(client.receiveAll().endsWith("\r\n\r\n4\r\nhalf\r\n"));
}

void HttpStreamsTest::headGetsNoBody()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send("HEAD /stream HTTP/1.1\r\nHost: h\r\n\r\n" + get("/now", closing));
    Stream stream = streamFor(server);
    stream.write("nobody reads this");
    QTRY_VERIFY(!stream.isOpen());
    stream.finish();
    const QByteArray all = client.receiveAll();
    QVERIFY(!all.contains("nobody"));
    QVERIFY(all.endsWith("\r\n\r\nnow"));
}

void HttpStreamsTest::aStreamWaitsForTheRepliesInFront()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send(get("/held/a") + get("/stream", closing));
    auto held = server.takeHeld(2);
    QCOMPARE(held.size(), size_t(2));
    Stream stream = held[1].second.stream(eventHead);
    stream.write("second");
    stream.finish();
    held[0].second.send({ 200, "text/plain", "first", {}, false });
    const QList<RawReply> replies = repliesIn(client.receiveAll());
    QCOMPARE(replies.size(), 2);
    QCOMPARE(replies[0].body, QByteArray("first"));
    QCOMPARE(replies[1].body, QByteArray("second"));
}

void HttpStreamsTest::aSlowReaderKeepsMemoryBounded()
{
    constexpr qint64 total = 64 * 1024 * 1024;
    constexpr qint64 step = 64 * 1024;
    ServedRoutes server;
    RawClient client(server.port(), 64 * 1024);
    client.send(get("/stream", closing));
    Stream stream = streamFor(server);
    std::mutex lock;
    qint64 written = 0, mostPending = 0;
    const auto produce = [&, stream]() mutable {
        const std::lock_guard guard(lock);
        while (written < total && stream.pendingBytes() < 256 * 1024) {
            stream.write(QByteArray(step, 'x'));
            written += step;
            mostPending = qMax(mostPending, stream.pendingBytes());
        }
        if (written == total)
            stream.finish();
    };
    stream.onProgress(produce);
    // Nobody reads: it must come to rest with the mark reached and by far not everything written.
    QTRY_VERIFY(stream.pendingBytes() >= 256 * 1024);
    {
        const std::lock_guard guard(lock);
        QVERIFY2(written < total / 4, qPrintable(QString::number(written)));
    }
    const QList<RawReply> replies = repliesIn(client.receiveAll());
    QCOMPARE(replies.size(), 1);
    QCOMPARE(replies.first().body.size(), total);
    const std::lock_guard guard(lock);
    QVERIFY2(mostPending <= 256 * 1024 + step, qPrintable(QString::number(mostPending)));
    stream.onProgress({});
}

void HttpStreamsTest::aProducerThatIgnoresBackPressureLosesItsClient()
{
    Limits limits;
    limits.pendingReplyBytes = 1024 * 1024;
    ServedRoutes server(limits);
    RawClient client(server.port(), 64 * 1024);
    client.send(get("/stream"));
    Stream stream = streamFor(server);
    for (int i = 0; i < 1000 && stream.isOpen(); ++i)
        stream.write(QByteArray(64 * 1024, 'x'));
    QTRY_VERIFY(!stream.isOpen());
    QCOMPARE(server.completed(1).first().clientGone, true);
    QTRY_COMPARE(server.connectionCount(), 0);
}

void HttpStreamsTest::aReaderThatStopsIsEnded()
{
    Limits limits;
    limits.idleDeadline = 200ms;
    ServedRoutes server(limits);
    RawClient client(server.port(), 64 * 1024);
    client.send(get("/stream"));
    Stream stream = streamFor(server);
    stream.write(QByteArray(16 * 1024 * 1024, 'x'));
    QTRY_VERIFY(!stream.isOpen());
    QTRY_COMPARE(server.connectionCount(), 0);
}

void HttpStreamsTest::theProducerHearsThatTheClientLeft()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send(get("/stream"));
    Stream stream = streamFor(server);
    client.receiveUntil("\r\n\r\n");
    std::atomic_int calls = 0;
    stream.onProgress([&] { ++calls; });
    QTRY_COMPARE(calls.load(), 1);
    client.close();
    QTRY_COMPARE(calls.load(), 2);
    QVERIFY(!stream.isOpen());
    stream.write("to nobody");
    stream.finish();
    const QList<Completed> completed = server.completed(1);
    QCOMPARE(completed.size(), 1);
    QCOMPARE(completed.first().clientGone, true);
}

void HttpStreamsTest::aProducerThatAsksTooLateHearsItToo()
{
    ServedRoutes server;
    RawClient client(server.port());
    client.send(get("/stream"));
    Stream stream = streamFor(server);
    client.reset();
    QTRY_VERIFY(!stream.isOpen());
    std::atomic_int calls = 0;
    stream.onProgress([&] { ++calls; });
    QTRY_COMPARE(calls.load(), 1);
}

QTEST_GUILESS_MAIN(HttpStreamsTest)
#include "tst_httpstreams.moc"
