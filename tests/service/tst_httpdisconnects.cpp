// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/workerpool.h"
#include "tests/service/rawrequests.h"
#include "tests/service/servedroutes.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

using namespace slipway::test;
using namespace slipway::httpserver;
using namespace Qt::StringLiterals;

/// The one thing class QHttpServer does not survive. ctest runs this program a second time under valgrind, because a
/// use after free inside Qt shows neither in a crash nor to a sanitizer.
class HttpDisconnectsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void twoThousandClientsLeaveWhileAnAnswerIsPending();
    void clientsLeaveInTheMiddleOfARequest();
    void theServerGoesWhileAnswersArePending();
};

namespace {

constexpr int clients = 2000;
constexpr int together = 50;

/// Answers in every way there is.
void answer(Responder &responder, int way)
{
    switch (way % 4) {
    case 0: responder.send({ 200, "text/plain", "late", {}, false }); break;
    case 1: {
        Stream stream = responder.stream({ 200, "text/plain", {}, {}, false });
        for (int i = 0; i < 5; ++i)
            stream.write(QByteArray(10'000, 'x'));
        stream.finish();
        break;
    }
    case 2: {
        Stream stream = responder.stream({ 200, "text/plain", {}, {}, false });
        stream.onProgress([stream]() mutable {
            if (stream.isOpen())
                stream.write("more");
            stream.abort();
            stream.onProgress({});
        });
        break;
    }
    default: responder = Responder(); break;
    }
}

} // namespace

void HttpDisconnectsTest::init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

void HttpDisconnectsTest::twoThousandClientsLeaveWhileAnAnswerIsPending()
{
    ServedRoutes server;
    WorkerPool pool(2, clients);
    QRandomGenerator random(20261130);
    for (int round = 0; round < clients / together; ++round) {
        std::vector<RawClient> leaving;
        for (int i = 0; i < together; ++i)
            leaving.emplace_back(server.port()).send(i % 2 ? get("/held/a") : post("/held", "body"));
        auto held = server.takeHeld(together);
        QCOMPARE(held.size(), size_t(together));
        // Some leave before the answer, some during it; the rest leaves without reading.
        for (int i = 0; i < together; i += 1 + random.bounded(3))
            random.bounded(2) ? leaving[size_t(i)].reset() : leaving[size_t(i)].close();
        for (size_t i = 0; i < held.size(); ++i) {
            QVERIFY(pool.tryStart([responder = std::move(held[i].second), i]() mutable { answer(responder, int(i)); }));
        }
        for (RawClient &client : leaving)
            client.reset();
    }
    pool.stop();
    const QList<Completed> completed = server.completed(clients);
    QCOMPARE(completed.size(), clients);
    const auto gone = std::count_if(completed.begin(), completed.end(), [](const Completed &one) { return one.clientGone; });
    QVERIFY2(gone > clients / 10, qPrintable(QString::number(gone)));
    QTRY_COMPARE(server.connectionCount(), 0);
    QCOMPARE(only(server.port(), get("/now", closing)).body, QByteArray("now"));
    QCOMPARE(server.completed(clients + 1).size(), clients + 1);
}

void HttpDisconnectsTest::clientsLeaveInTheMiddleOfARequest()
{
    ServedRoutes server;
    const QByteArray request = post("/coded", QByteArray(500, 'x'));
    for (int i = 0; i < 200; ++i) {
        RawClient client(server.port());
        client.send(request.left(i * request.size() / 200));
        if (i % 2)
            client.reset();
    }
    QTRY_COMPARE(server.connectionCount(), 0);
    QCOMPARE(server.completedSoFar().size(), 0);
}

void HttpDisconnectsTest::theServerGoesWhileAnswersArePending()
{
    WorkerPool pool(2, together);
    std::vector<std::pair<RequestPtr, Responder>> held;
    std::vector<RawClient> waiting;
    {
        ServedRoutes server;
        for (int i = 0; i < together; ++i)
            waiting.emplace_back(server.port()).send(get("/held/a"));
        held = server.takeHeld(together);
        QCOMPARE(held.size(), size_t(together));
        for (size_t i = 0; i < held.size() / 2; ++i)
            QVERIFY(pool.tryStart([responder = std::move(held[i].second), i]() mutable { answer(responder, int(i)); }));
    }
    for (size_t i = held.size() / 2; i < held.size(); ++i) {
        QVERIFY(held[i].second.clientGone());
        answer(held[i].second, int(i));
    }
    pool.stop();
    for (RawClient &client : waiting)
        client.receiveAll();
}

QTEST_GUILESS_MAIN(HttpDisconnectsTest)
#include "tst_httpdisconnects.moc"
