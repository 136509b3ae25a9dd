// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/frontdoor.h"

#include "service/http/signature.h"
#include "shared/failpoint.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::http;

/// What those who are let in get, also when something breaks, waits or ends.
class PipelineAnswersTest : public FrontDoor {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        // Refusals are what is tested, and each is logged.
        QTest::failOnWarning(QRegularExpression(u"^(?!refused:)"_s));
        open();
    }
    void cleanup() { close(); }

    void noDetailEverLeaves_data()
    {
        QTest::addColumn<QByteArray>("how");
        QTest::addColumn<int>("status");
        QTest::newRow("error") << QByteArray("error") << 500;
        QTest::newRow("preempted") << QByteArray("preempted") << 409;
        QTest::newRow("database") << QByteArray("database") << 503;
        QTest::newRow("standard") << QByteArray("standard") << 500;
        QTest::newRow("number") << QByteArray("number") << 500;
    }

    void noDetailEverLeaves()
    {
        QFETCH(QByteArray, how);
        const Answer answer = ask("GET /api/v1/fails?how=" + how + " HTTP/1.1" + alice);
        QTEST(answer.status, "status");
        static const QRegularExpression internals(u"SELECT|mysql|/srv|\\.cpp|token"_s);
        QVERIFY2(!internals.match(QString::fromUtf8(answer.body)).hasMatch(), answer.body);
        QVERIFY(!answer.json()[u"message"_s].toString().isEmpty());
        QCOMPARE(answer.json()[u"traceId"_s].toString().size(), 32);
        QCOMPARE(answer.status == 503, answer.headers.contains("retry-after"));
        if (answer.status == 409)
            QCOMPARE(answer.json()[u"data"_s][u"version"_s], 7);
    }

    void aConvenienceThatFailsStandsInNobodysWay()
    {
        const Answer answer = ask("POST /api/v1/changes/preview HTTP/1.1" + alice + asJson, "{}");
        QCOMPARE(answer.status, 200);
        QVERIFY(answer.json()[u"data"_s].isNull());
        QCOMPARE(ask("POST /api/v1/changes/preview HTTP/1.1" + alice + asJson, "{").status, 400);
    }

    void aCallbackNeedsItsProofBeforeItsBodyIsRead()
    {
        const QByteArray now = QByteArray::number(QDateTime::currentSecsSinceEpoch());
        const auto signedHead = [&](const QByteArray &secret, const QByteArray &body) {
            return "POST /callbacks/deploy HTTP/1.1" + asJson + "\r\nX-Slipway-Timestamp: " + now
                + "\r\nX-Slipway-Signature: " + signatureOf(secret, now, body);
        };
        QCOMPARE(ask(signedHead("deploy-secret", "{}"), "{}").status, 202);
        QCOMPARE(ask(signedHead("wrong", "{"), "{").status, 401);
        QCOMPARE(ask(signedHead("deploy-secret", "{"), "{").status, 400);
        QCOMPARE(ask("POST /callbacks/deploy HTTP/1.1" + asJson + bob, "{}").status, 401);
        QCOMPARE(handled.load(), 1);
        // Of the three that were refused, one was signed and could not be read: its sender has to be told of by somebody.
        QTRY_COMPARE(unread(), QStringList { u"/callbacks/deploy : malformed_json"_s });
        QCOMPARE(ask(signedHead("deploy-secret", "{}") + "\r\nContent-Encoding: gzip", "{}").status, 415);
        QTRY_COMPARE(unread().size(), 2);
        QCOMPARE(ask("POST /api/v1/changes HTTP/1.1" + alice + asJson, "{").status, 400);
        QCOMPARE(unread().size(), 2);
    }

    void aBareRouteAnswersTheValue()
    {
        QCOMPARE(ask("GET /api/v1/targets HTTP/1.1" + alice).body, "[\"a\",1]");
        QCOMPARE(ask("GET /api/v1/targets HTTP/1.1").code(), u"UNAUTHENTICATED"_s);
    }

    void theTraceIsTheCallersOwn()
    {
        const QByteArray id("4bf92f3577b34da6a3ce929d0e0e4736");
        const Answer answer = ask("GET /livez HTTP/1.1\r\ntraceparent: 00-" + id + "-00f067aa0ba902b7-01");
        QCOMPARE(answer.json()[u"traceId"_s].toString().toLatin1(), id);
        QCOMPARE(answer.headers["trace-id"], id);
        const Answer missing = ask("GET /nowhere HTTP/1.1\r\ntraceparent: 00-" + id + "-00f067aa0ba902b7-01");
        QCOMPARE(missing.json()[u"traceId"_s].toString().toLatin1(), id);
    }

    void headIsGetWithoutItsBody()
    {
        Client client(m_port);
        client.send("HEAD /api/v1/targets HTTP/1.1" + alice);
        const Answer answer = client.receive(true);
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.headers["content-length"], "7");
        client.send("GET /api/v1/targets HTTP/1.1" + alice);
        QCOMPARE(client.receive().body, "[\"a\",1]");
    }

    void theServersOwnErrorsWearTheEnvelope()
    {
        const Answer missing = ask("GET /api/v1/nothing HTTP/1.1\r\nAccept: text/html");
        QCOMPARE(missing.status, 404);
        QCOMPARE(missing.code(), u"NOT_FOUND"_s);
        QCOMPARE(missing.headers["cache-control"], "no-store");
        const Answer wrong = ask("DELETE /api/v1/targets HTTP/1.1" + alice);
        QCOMPARE(wrong.status, 405);
        QCOMPARE(wrong.code(), u"METHOD_NOT_ALLOWED"_s);
        QVERIFY(wrong.headers["allow"].contains("GET"));
        const Answer large = ask("POST /api/v1/changes HTTP/1.1" + alice + asJson, QByteArray(5000, ' '));
        QCOMPARE(large.status, 413);
        QCOMPARE(large.code(), u"PAYLOAD_TOO_LARGE"_s);
    }

    void aNavigationGetsAPageAndAFileDoesNot()
    {
        const Answer page = ask("GET /changes HTTP/1.1\r\nAccept: text/html");
        QCOMPARE(page.status, 200);
        QVERIFY(page.headers["content-type"].startsWith("text/html"));
        QCOMPARE(page.headers["cache-control"], "no-store");
        QVERIFY(page.body.startsWith("<!doctype html>"));
        QCOMPARE(ask("GET / HTTP/1.1").status, 200);
        QCOMPARE(ask("GET /nowhere HTTP/1.1\r\nAccept: application/json").status, 404);
        const Answer deep = ask("GET /changes/old HTTP/1.1\r\nAccept: text/html");
        QCOMPARE(deep.status, 404);
        QVERIFY(deep.body.startsWith("<!doctype html>"));
        const Answer asset = ask("GET /assets/app-OLD.js HTTP/1.1\r\nAccept: */*");
        QCOMPARE(asset.status, 404);
        QCOMPARE(asset.code(), u"NOT_FOUND"_s);
        QCOMPARE(asset.headers["cache-control"], "no-store");
    }

    void countingPeopleChangesNoAnswerAndIsBounded()
    {
        const QByteArray head = "POST /api/v1/changes HTTP/1.1" + alice + asJson
            + "\r\ntraceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        const Answer without = ask(head, "{}");
        QVERIFY(!m_frontend->metricsText().contains("user_activity"));
        configure({ { u"access.mode"_s, u"OPEN"_s }, { u"limit.apply.count"_s, u"0"_s }, { u"metrics.perUser"_s, u"true"_s } });
        const Answer with = ask(head, "{}");
        QCOMPARE(with.body, without.body);
        QCOMPARE(with.status, without.status);
        QVERIFY(m_frontend->metricsText().contains("slipway_http_user_activity_total{user=\"alice\"} 1\n"));
        HttpMetrics metrics({});
        QTest::ignoreMessage(QtInfoMsg, QRegularExpression(u"not counted: 1 so far"_s));
        for (const QString &odd : { QString(), u"staff:123"_s, QString(4096, u'x') })
            metrics.activityOf(odd);
        QVERIFY(!metrics.text().contains("user_activity"));
        metrics.activityOf(u"a\"\\b"_s);
        QVERIFY(metrics.text().contains("{user=\"a\\\"\\\\b\"} 1\n"));
        for (int i = 0; i < 5000; ++i)
            metrics.activityOf(u"u%1"_s.arg(i));
        QCOMPARE(metrics.text().count("slipway_http_user_activity_total{"), 1000);
    }

    void aMetricThatThrowsChangesNoAnswer()
    {
        const QByteArray head = "POST /api/v1/changes HTTP/1.1" + alice + asJson
            + "\r\ntraceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        configure({ { u"access.mode"_s, u"OPEN"_s }, { u"limit.apply.count"_s, u"0"_s }, { u"metrics.perUser"_s, u"true"_s } });
        qputenv("SLIPWAY_FAILPOINTS", "metrics.activity=error");
        failpoint::arm();
        QTest::ignoreMessage(QtWarningMsg, "a person's activity was not counted");
        const Answer failing = ask(head, "{}");
        qunsetenv("SLIPWAY_FAILPOINTS");
        failpoint::arm();
        QVERIFY(!m_frontend->metricsText().contains("user_activity"));
        const Answer counted = ask(head, "{}");
        QVERIFY(m_frontend->metricsText().contains("user_activity_total{user=\"alice\"} 1\n"));
        QCOMPARE(failing.status, 202);
        QCOMPARE(failing.body, counted.body);
    }

    void aDrainingInstanceTakesNoNewWork()
    {
        m_draining = true;
        const Answer answer = ask("POST /api/v1/changes HTTP/1.1" + alice + asJson, "{}");
        QCOMPARE(answer.status, 503);
        QVERIFY(answer.headers["retry-after"].toInt() >= 1);
        QCOMPARE(handled.load(), 0);
        QCOMPARE(ask("GET /api/v1/targets HTTP/1.1" + alice).status, 200);
    }

    void aFullQueueIsAnAnswerAndTheLoopStaysAlive()
    {
        std::vector<std::unique_ptr<Client>> clients;
        for (int i = 0; i < m_boot.http.workers + m_boot.http.queue; ++i) {
            clients.push_back(std::make_unique<Client>(m_port));
            clients.back()->send("GET /api/v1/slow HTTP/1.1" + alice);
            if (i < m_boot.http.workers)
                QTRY_COMPARE(slowRunning.load(), i + 1);
        }
        // The last ones wait in the queue, which nobody can see from outside: ask until it is full.
        QTRY_COMPARE(ask("GET /api/v1/targets HTTP/1.1" + alice + "\r\nConnection: close", {}, 300).status, 503);
        QCOMPARE(ask("GET /livez HTTP/1.1").status, 202);
        slowMayGo.release(1000);
        for (const auto &client : clients)
            QCOMPARE(client->receive().status, 200);
    }

    void waitingHoldsNoWorker()
    {
        configure({ { u"http.longPollTickMs"_s, u"20"_s } });
        std::vector<std::unique_ptr<Client>> clients;
        for (int i = 0; i < 20; ++i) {
            clients.push_back(std::make_unique<Client>(m_port));
            clients.back()->send("GET /api/v1/changes/op-" + QByteArray::number(i % 3) + "?afterVersion=1&waitMs=20000 HTTP/1.1"
                                 + alice);
        }
        QTRY_COMPARE(handled.load(), 20);
        QCOMPARE(ask("GET /api/v1/targets HTTP/1.1" + alice).status, 200);
        QVERIFY(!clients[0]->hasAnswer(100));
        storedVersion = 2;
        for (const auto &client : clients) {
            const Answer answer = client->receive();
            QCOMPARE(answer.status, 200);
            QCOMPARE(answer.json()[u"data"_s][u"version"_s], 2);
            QCOMPARE(answer.headers["etag"], "\"2\"");
        }
        // Twenty waited, three operations were asked for, all in one question.
        QVERIFY(mostAsked() <= 3);
    }

    void whoWaitedInVainIsToldSo()
    {
        configure({ { u"http.longPollTickMs"_s, u"20"_s } });
        const Answer answer = ask("GET /api/v1/changes/op-1?afterVersion=1&waitMs=100 HTTP/1.1" + alice);
        QCOMPARE(answer.status, 304);
        QVERIFY(answer.body.isEmpty());
        QCOMPARE(answer.headers["etag"], "\"1\"");
    }

    void whoLeavesWhileWaitingIsForgotten()
    {
        configure({ { u"http.longPollTickMs"_s, u"20"_s } });
        {
            Client client(m_port);
            client.send("GET /api/v1/changes/op-1?afterVersion=1&waitMs=20000 HTTP/1.1" + alice);
            QTRY_COMPARE(handled.load(), 1);
            client.leave();
        }
        storedVersion = 2;
        QCOMPARE(ask("GET /api/v1/changes/op-1?afterVersion=1&waitMs=20000 HTTP/1.1" + alice).status, 200);
    }

    void drainingAnswersThoseWhoWait()
    {
        Client waiting(m_port);
        waiting.send("GET /api/v1/changes/op-1?afterVersion=1&waitMs=20000 HTTP/1.1" + alice);
        QTRY_COMPARE(handled.load(), 1);
        QSignalSpy drained(m_frontend.get(), &Frontend::drained);
        m_draining = true;
        m_frontend->drain();
        QCOMPARE(waiting.receive().status, 304);
        QTRY_COMPARE(drained.size(), 1);
    }

private:
    QStringList unread()
    {
        const std::lock_guard guard(m_noting);
        QStringList all;
        for (const UnreadableCallback &callback : std::as_const(m_unreadable))
            all.append(callback.route + u' ' + callback.problem);
        return all;
    }
};

QTEST_GUILESS_MAIN(PipelineAnswersTest)
#include "tst_pipelineanswers.moc"
