// SPDX-License-Identifier: GPL-3.0-only
#include "service/outbound/httpclient.h"
#include "tests/service/rawserver.h"

#include <QElapsedTimer>
#include <QJsonObject>
#include <QTest>
#include <QThread>
#include <QTimer>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::outbound;
using std::chrono::milliseconds;
using Transport = Answer::Transport;

Q_DECLARE_METATYPE(Verb)

namespace {

Call callTo(const QUrl &url, Verb verb)
{
    Call call { .operation = "test" };
    call.verb = verb;
    call.url = url;
    call.deadline = milliseconds(5000);
    return call;
}

Answer perform(const Call &call) { return HttpClient::forThisThread().perform(call); }

void verbs()
{
    QTest::addColumn<Verb>("verb");
    QTest::newRow("POST") << Verb::Post;
    QTest::newRow("PUT") << Verb::Put;
    QTest::newRow("DELETE") << Verb::Delete;
}

} // namespace

/// The HTTP client against a server that breaks every promise, byte by byte.
class OutboundTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aMutationWhoseConnectionClosesBeforeTheFirstByteIsSentOnceAndLost_data() { verbs(); }
    void aMutationWhoseConnectionClosesBeforeTheFirstByteIsSentOnceAndLost();
    void aMutationOnAConnectionThatServedBeforeIsSentOnceToo();
    void anAnswerCutInItsBodyIsLost_data();
    void anAnswerCutInItsBodyIsLost();
    void aSilentServerEndsAtTheDeadline_data();
    void aSilentServerEndsAtTheDeadline();
    void aDrippingServerEndsAtTheDeadline();
    void aRefusedConnectionIsNotSent();
    void anUnknownHostIsNotSent();
    void anUntrustedServerIsNotSent();
    void theBodyLeavesWithItsLengthAndTypeAndEmptyBecomesAnObject_data() { verbs(); }
    void theBodyLeavesWithItsLengthAndTypeAndEmptyBecomesAnObject();
    void aLargeBodyArrivesWhole();
    void aRedirectOfAMutationIsReturnedNotFollowed_data() { verbs(); }
    void aRedirectOfAMutationIsReturnedNotFollowed();
    void aRedirectThatWantsTheBodyAgainIsNotFollowedEither_data() { verbs(); }
    void aRedirectThatWantsTheBodyAgainIsNotFollowedEither();
    void aReadFollowsARedirectWithinTheHostOnly();
    void redirectsDoNotGoOnForEver();
    void aReplyAboveTheLimitIsRefused_data();
    void aReplyAboveTheLimitIsRefused();
    void everyStatusIsAnAnswerWithItsBody_data();
    void everyStatusIsAnAnswerWithItsBody();
    void encodedSlashesStayEncoded();
    void eachThreadHasItsOwnClient();
    void theEnvironmentsProxyIsNotUsedForLoopback();
};

void OutboundTest::aMutationWhoseConnectionClosesBeforeTheFirstByteIsSentOnceAndLost()
{
    QFETCH(Verb, verb);
    RawServer server([](QTcpSocket &socket, const RawServer::Request &) { socket.abort(); });
    Call call = callTo(server.url(), verb);
    call.body = R"({"a":1})";
    const Answer answer = perform(call);
    QCOMPARE(answer.transport, Transport::Lost);
    QVERIFY(!answer.problem.isEmpty());
    QCOMPARE(server.requests.size(), 1);
}

void OutboundTest::aMutationOnAConnectionThatServedBeforeIsSentOnceToo()
{
    int served = 0;
    RawServer server([&](QTcpSocket &socket, const RawServer::Request &) {
        if (++served == 1)
            socket.write(RawServer::answer("200 OK", "{}"));
        else
            socket.abort();
    });
    QCOMPARE(perform(callTo(server.url(), Verb::Get)).transport, Transport::Answered);
    QCOMPARE(perform(callTo(server.url(), Verb::Post)).transport, Transport::Lost);
    QCOMPARE(server.requests.size(), 2);
    QCOMPARE(server.connections, 2);
}

void OutboundTest::anAnswerCutInItsBodyIsLost_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("shorter than promised") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\":");
    QTest::newRow("nothing of a promised body") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n");
    QTest::newRow("a refusal cut short") << QByteArray("HTTP/1.1 409 Conflict\r\nContent-Length: 100\r\n\r\n{\"mess");
    QTest::newRow("a chunk cut short") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n{\"a\":");
    QTest::newRow("the last chunk missing") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n");
    QTest::newRow("in the head") << QByteArray("HTTP/1.1 200 OK\r\nContent-Le");
    QTest::newRow("no HTTP at all") << QByteArray("SSH-2.0-OpenSSH_9.2\r\n");
}

void OutboundTest::anAnswerCutInItsBodyIsLost()
{
    QFETCH(QByteArray, bytes);
    RawServer server([&](QTcpSocket &socket, const RawServer::Request &) {
        socket.write(bytes);
        socket.disconnectFromHost();
    });
    const Answer answer = perform(callTo(server.url(), Verb::Post));
    QCOMPARE(answer.transport, Transport::Lost);
    QCOMPARE(answer.status, 0);
    QCOMPARE(server.requests.size(), 1);
}

void OutboundTest::aSilentServerEndsAtTheDeadline_data()
{
    QTest::addColumn<Verb>("verb");
    QTest::newRow("GET") << Verb::Get;
    QTest::newRow("POST") << Verb::Post;
}

void OutboundTest::aSilentServerEndsAtTheDeadline()
{
    QFETCH(Verb, verb);
    RawServer server([](QTcpSocket &, const RawServer::Request &) {});
    Call call = callTo(server.url(), verb);
    call.deadline = milliseconds(300);
    QElapsedTimer timer;
    timer.start();
    const Answer answer = perform(call);
    QCOMPARE(answer.transport, Transport::Lost);
    QVERIFY2(timer.elapsed() >= 290 && timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(server.requests.size(), 1);
}

void OutboundTest::aDrippingServerEndsAtTheDeadline()
{
    RawServer server([](QTcpSocket &socket, const RawServer::Request &) {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
        auto *drip = new QTimer(&socket);
        connect(drip, &QTimer::timeout, &socket, [&socket] { socket.write("x"); });
        drip->start(20);
    });
    Call call = callTo(server.url(), Verb::Get);
    call.deadline = milliseconds(400);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(perform(call).transport, Transport::Lost);
    QVERIFY2(timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
}

void OutboundTest::aRefusedConnectionIsNotSent()
{
    QUrl url;
    {
        const RawServer gone([](QTcpSocket &, const RawServer::Request &) {});
        url = gone.url();
    }
    QCOMPARE(perform(callTo(url, Verb::Post)).transport, Transport::NotSent);
    QCOMPARE(perform(callTo(url, Verb::Get)).transport, Transport::NotSent);
}

void OutboundTest::anUnknownHostIsNotSent()
{
    QCOMPARE(perform(callTo(QUrl(u"http://nowhere.invalid/"_s), Verb::Post)).transport, Transport::NotSent);
}

void OutboundTest::anUntrustedServerIsNotSent()
{
    // Anything that is not a trusted TLS server will do: the handshake fails before a byte of the request may leave.
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost, 0));
    QByteArray received;
    connect(&server, &QTcpServer::newConnection, this, [&] {
        QTcpSocket *socket = server.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, this, [&received, socket] {
            received += socket->readAll();
            socket->write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
            socket->disconnectFromHost();
        });
    });
    Call call = callTo(QUrl(u"https://127.0.0.1:%1/"_s.arg(server.serverPort())), Verb::Post);
    call.body = R"({"secret":"plaintext"})";
    QCOMPARE(perform(call).transport, Transport::NotSent);
    QVERIFY(!received.contains("plaintext"));
}

void OutboundTest::theBodyLeavesWithItsLengthAndTypeAndEmptyBecomesAnObject()
{
    QFETCH(Verb, verb);
    RawServer server([](QTcpSocket &socket, const RawServer::Request &) { socket.write(RawServer::answer("200 OK", "{}")); });
    Call call = callTo(server.url(), verb);
    call.headers = { { "PRIVATE-TOKEN", "t1" } };
    QVERIFY(perform(call).isSuccess());
    call.body = R"({"a":"ä"})";
    QVERIFY(perform(call).isSuccess());
    QCOMPARE(server.requests[0].body, QByteArray("{}"));
    QCOMPARE(server.requests[1].body, call.body);
    for (const auto &request : std::as_const(server.requests)) {
        QVERIFY(request.head.contains("\r\nContent-Type: application/json\r\n"));
        QVERIFY(request.head.contains("\r\nPRIVATE-TOKEN: t1\r\n"));
        QVERIFY(!request.head.toLower().contains("transfer-encoding"));
        QVERIFY(!request.head.toLower().contains("upgrade"));
    }
}

void OutboundTest::aLargeBodyArrivesWhole()
{
    RawServer server([](QTcpSocket &socket, const RawServer::Request &) { socket.write(RawServer::answer("200 OK", "{}")); });
    Call call = callTo(server.url(), Verb::Post);
    call.body = QByteArray(3 * 1024 * 1024 + 7, 'x');
    QVERIFY(perform(call).isSuccess());
    QCOMPARE(server.requests.constFirst().body.size(), call.body.size());
}

void OutboundTest::aRedirectOfAMutationIsReturnedNotFollowed()
{
    QFETCH(Verb, verb);
    RawServer server([](QTcpSocket &socket, const RawServer::Request &) {
        socket.write(RawServer::answer("302 Found", "{}", "Location: /elsewhere\r\n"));
    });
    const Answer answer = perform(callTo(server.url(), verb));
    QCOMPARE(answer.transport, Transport::Answered);
    QCOMPARE(answer.status, 302);
    QCOMPARE(server.requests.size(), 1);
}

void OutboundTest::aRedirectThatWantsTheBodyAgainIsNotFollowedEither()
{
    QFETCH(Verb, verb);
    RawServer server([](QTcpSocket &socket, const RawServer::Request &) {
        socket.write(RawServer::answer("308 Permanent Redirect", "{}", "Location: /elsewhere\r\n"));
    });
    // Qt gives up on it before it tells the status, which leaves us with the cautious word.
    QCOMPARE(perform(callTo(server.url(), verb)).transport, Transport::Lost);
    QCOMPARE(server.requests.size(), 1);
}

void OutboundTest::aReadFollowsARedirectWithinTheHostOnly()
{
    RawServer other([](QTcpSocket &socket, const RawServer::Request &) { socket.write(RawServer::answer("200 OK", "{}")); });
    RawServer server([&](QTcpSocket &socket, const RawServer::Request &request) {
        if (request.head.startsWith("GET /a "))
            socket.write(RawServer::answer("301 Moved", "{}", "Location: /b%2Fc?x=1\r\n"));
        else if (request.head.startsWith("GET /out "))
            socket.write(RawServer::answer("302 Found", "{}", "Location: " + other.url("/x").toEncoded() + "\r\n"));
        else
            socket.write(RawServer::answer("200 OK", R"({"b":true})"));
    });
    const Answer inside = perform(callTo(server.url("/a"), Verb::Get));
    QCOMPARE(inside.status, 200);
    QCOMPARE(inside.json().toObject()["b"_L1].toBool(), true);
    QVERIFY(server.requests.constLast().head.startsWith("GET /b%2Fc?x=1 "));
    QCOMPARE(perform(callTo(server.url("/out"), Verb::Get)).status, 302);
    QCOMPARE(other.requests.size(), 0);
}

void OutboundTest::redirectsDoNotGoOnForEver()
{
    RawServer server([](QTcpSocket &socket, const RawServer::Request &) {
        socket.write(RawServer::answer("302 Found", "{}", "Location: /again\r\n"));
    });
    QCOMPARE(perform(callTo(server.url(), Verb::Get)).status, 302);
    QCOMPARE(server.requests.size(), 4);
}

void OutboundTest::aReplyAboveTheLimitIsRefused_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::newRow("announced") << QByteArray("Content-Length: 5000000\r\n");
    QTest::newRow("unannounced") << QByteArray("Connection: close\r\n");
}

void OutboundTest::aReplyAboveTheLimitIsRefused()
{
    QFETCH(QByteArray, head);
    RawServer server([&](QTcpSocket &socket, const RawServer::Request &) {
        socket.write("HTTP/1.1 200 OK\r\n" + head + "\r\n" + QByteArray(5'000'000, ' '));
        socket.disconnectFromHost();
    });
    Call call = callTo(server.url(), Verb::Get);
    call.replyLimit = 100'000;
    const Answer answer = perform(call);
    QCOMPARE(answer.transport, Transport::Lost);
    QVERIFY2(answer.problem.contains("larger"_L1), qPrintable(answer.problem));
    QVERIFY(answer.body.isEmpty());
}

void OutboundTest::everyStatusIsAnAnswerWithItsBody_data()
{
    QTest::addColumn<Verb>("verb");
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<QByteArray>("headers");
    const QByteArray plain("Content-Type: application/json\r\n");
    for (const Verb verb : { Verb::Get, Verb::Post, Verb::Put, Verb::Delete }) {
        const auto name = [&](const char *what) { return QByteArray(what) + " verb " + QByteArray::number(int(verb)); };
        for (const char *status :
             { "200 OK",  "201 Created", "202 Accepted", "400 Bad",  "401 No",   "403 No",   "404 None", "405 Not",
               "406 Not", "408 Late",    "409 Conflict", "410 Gone", "412 Not",  "418 Tea",  "422 Not",  "429 Many",
               "451 Law", "500 Oops",    "501 What",     "502 Bad",  "503 Away", "504 Late", "599 Odd" })
            QTest::newRow(name(status)) << verb << QByteArray(status) << plain;
        QTest::newRow(name("401 Bearer")) << verb << QByteArray("401 Unauthorized")
                                          << plain + "WWW-Authenticate: Bearer realm=\"x\", error=\"invalid_token\"\r\n";
        QTest::newRow(name("401 Basic")) << verb << QByteArray("401 Unauthorized")
                                         << plain + "WWW-Authenticate: Basic realm=\"x\"\r\n";
        QTest::newRow(name("401 Digest")) << verb << QByteArray("401 Unauthorized")
                                          << plain + "WWW-Authenticate: Digest realm=\"x\", nonce=\"n\"\r\n";
        QTest::newRow(name("407")) << verb << QByteArray("407 Proxy") << plain + "Proxy-Authenticate: Basic realm=\"x\"\r\n";
    }
}

void OutboundTest::everyStatusIsAnAnswerWithItsBody()
{
    QFETCH(Verb, verb);
    QFETCH(QByteArray, status);
    QFETCH(QByteArray, headers);
    RawServer server([&](QTcpSocket &socket, const RawServer::Request &) {
        socket.write(RawServer::answer(status, R"({"error":"invalid_token"})", headers));
    });
    const Answer answer = perform(callTo(server.url(), verb));
    QVERIFY2(answer.transport == Transport::Answered, qPrintable(answer.problem));
    QCOMPARE(answer.status, status.left(3).toInt());
    QCOMPARE(answer.json().toObject()["error"_L1].toString(), u"invalid_token"_s);
    QCOMPARE(server.requests.size(), 1);
}

void OutboundTest::encodedSlashesStayEncoded()
{
    RawServer server([](QTcpSocket &socket, const RawServer::Request &) { socket.write(RawServer::answer("200 OK", "{}")); });
    perform(callTo(server.url("/api/v4/projects/g%2Fp?a=b%2Bc%26d"), Verb::Get));
    perform(callTo(server.url("/api/v4/projects/g%2Fp"), Verb::Put));
    QVERIFY(server.requests[0].head.startsWith("GET /api/v4/projects/g%2Fp?a=b%2Bc%26d HTTP/1.1\r\n"));
    QVERIFY(server.requests[1].head.startsWith("PUT /api/v4/projects/g%2Fp HTTP/1.1\r\n"));
}

void OutboundTest::eachThreadHasItsOwnClient()
{
    RawServer server([](QTcpSocket &socket, const RawServer::Request &) { socket.write(RawServer::answer("200 OK", "{}")); });
    const QUrl url = server.url();
    QAtomicInt good = 0;
    std::vector<std::unique_ptr<QThread>> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back(QThread::create([&good, url] {
            for (int n = 0; n < 5; ++n)
                good += perform(callTo(url, n % 2 ? Verb::Post : Verb::Get)).isSuccess() ? 1 : 0;
        }));
        threads.back()->start();
    }
    for (const auto &thread : threads)
        QTRY_VERIFY_WITH_TIMEOUT(thread->isFinished(), 10000);
    QCOMPARE(good.loadRelaxed(), 20);
}

void OutboundTest::theEnvironmentsProxyIsNotUsedForLoopback()
{
    RawServer proxy([](QTcpSocket &socket, const RawServer::Request &) { socket.write(RawServer::answer("502 Bad", "{}")); });
    RawServer server([](QTcpSocket &socket, const RawServer::Request &) { socket.write(RawServer::answer("200 OK", "{}")); });
    qputenv("http_proxy", proxy.url().toEncoded());
    HttpClient client;
    const Answer near = client.perform(callTo(server.url(), Verb::Get));
    const Answer far = client.perform(callTo(QUrl(u"http://git.example.org/"_s), Verb::Get));
    qunsetenv("http_proxy");
    QCOMPARE(near.status, 200);
    QCOMPARE(far.status, 502);
    QCOMPARE(proxy.requests.size(), 1);
}

QTEST_GUILESS_MAIN(OutboundTest)
#include "tst_outbound.moc"
