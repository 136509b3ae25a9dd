// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/frontdoor.h"

#include <QJsonArray>
#include <QRegularExpression>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::http;

/// Who is turned away, where, and what they learn.
class PipelineTest : public FrontDoor {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        // Refusals are what is tested, and each is logged.
        QTest::failOnWarning(QRegularExpression(u"^(?!refused:)"_s));
        open();
    }
    void cleanup() { close(); }

    void theOrderIsThePublishedOne()
    {
        QCOMPARE(Pipeline::order(),
                 QStringList({ u"rate limit"_s, u"authentication"_s, u"same origin"_s, u"permission"_s, u"activity"_s,
                               u"draining"_s, u"parameter binding"_s, u"access mode"_s }));
    }

    void aGoodRequestReachesItsHandler()
    {
        const Answer answer = ask("POST /api/v1/changes HTTP/1.1" + alice + asJson, "{\"a\":1}");
        QCOMPARE(answer.status, 202);
        QCOMPARE(answer.headers["content-type"], "application/json");
        QCOMPARE(answer.code(), u"ACCEPTED"_s);
        QCOMPARE(answer.json()[u"data"_s][u"account"_s], u"alice"_s);
        QCOMPARE(answer.json()[u"data"_s][u"body"_s][u"a"_s], 1);
        QCOMPARE(answer.json()[u"data"_s][u"mayReadAll"_s], false);
        QCOMPARE(answer.headers["cache-control"], "no-store");
        QCOMPARE(answer.headers["x-content-type-options"], "nosniff");
    }

    void aMalformedBodyFromNobodyIs401()
    {
        const Answer answer = ask("POST /api/v1/changes HTTP/1.1" + asJson, "{nonsense");
        QCOMPARE(answer.status, 401);
        QCOMPARE(answer.code(), u"UNAUTHENTICATED"_s);
        QCOMPARE(handled.load(), 0);
    }

    void theLimitSpeaksBeforeAuthentication()
    {
        configure({ { u"access.mode"_s, u"OPEN"_s }, { u"limit.apply.count"_s, u"1"_s } });
        QCOMPARE(ask("POST /api/v1/changes HTTP/1.1" + asJson, "{nonsense").status, 401);
        const Answer second = ask("POST /api/v1/changes HTTP/1.1" + asJson, "{nonsense");
        QCOMPARE(second.status, 429);
        // Strangers share an address, people do not share a bucket with them.
        QCOMPARE(ask("POST /api/v1/changes HTTP/1.1" + alice + asJson, "{}").status, 202);
    }

    void strangersOfTwoAddressesShareNoBucket()
    {
        close();
        open([](configuration::BootSettings &boot) {
            boot.http.trustedProxies = { *configuration::Network::parse(u"127.0.0.1"_s) };
        });
        configure({ { u"access.mode"_s, u"OPEN"_s }, { u"limit.apply.count"_s, u"1"_s } });
        const auto knockFrom = [this](const QByteArray &address) {
            return ask("POST /api/v1/changes HTTP/1.1\r\nX-Forwarded-For: " + address + asJson, "{}").status;
        };
        QCOMPARE(knockFrom("192.0.2.1"), 401);
        QCOMPARE(knockFrom("192.0.2.1"), 429);
        QCOMPARE(knockFrom("192.0.2.2"), 401);
    }

    void aLimitedCallerLearnsWhenToComeBack()
    {
        configure({ { u"access.mode"_s, u"OPEN"_s }, { u"limit.apply.count"_s, u"2"_s } });
        const Answer first = ask("POST /api/v1/changes HTTP/1.1" + alice + asJson, "{}");
        QCOMPARE(first.headers["ratelimit-policy"], "\"apply\";q=2;w=60");
        QVERIFY(first.headers["ratelimit"].startsWith("\"apply\";r=1;t="));
        QCOMPARE(ask("POST /api/v1/changes HTTP/1.1" + alice + asJson, "{}").status, 202);
        const Answer third = ask("POST /api/v1/changes HTTP/1.1" + alice + asJson, "{}");
        QCOMPARE(third.status, 429);
        QCOMPARE(third.code(), u"RATE_LIMITED"_s);
        QCOMPARE(third.json()[u"message"_s], u"Too many."_s);
        const int wait = third.headers["retry-after"].toInt();
        QVERIFY(wait >= 1 && wait <= 60);
        QCOMPARE(third.headers["ratelimit"], "\"apply\";r=0;t=" + third.headers["retry-after"]);
        QCOMPARE(handled.load(), 2);
        QCOMPARE(ask("POST /api/v1/changes HTTP/1.1" + bob + asJson, "{}").status, 202);
        const QByteArray metrics = m_frontend->metricsText();
        QVERIFY2(metrics.contains("slipway_http_refused_total{route=\"POST /api/v1/changes\",reason=\"rate_limit\"} 1\n"),
                 metrics);
        QVERIFY2(metrics.contains("slipway_http_activity_total{route=\"POST /api/v1/changes\"} 3\n"), metrics);
        QVERIFY2(metrics.contains("slipway_http_activity_received_total{route=\"POST /api/v1/changes\"} 3\n"), metrics);
        QVERIFY2(metrics.contains("slipway_http_request_duration_seconds_count{route=\"POST /api/v1/changes\"} 3\n"), metrics);
        QTRY_VERIFY(m_frontend->metricsText().contains(
            "slipway_http_requests_total{route=\"POST /api/v1/changes\",status=\"429\"} 1\n"));
    }

    void aClearedLimitBlocksNobody()
    {
        configure({ { u"access.mode"_s, u"OPEN"_s }, { u"limit.apply.count"_s, u"0"_s } });
        for (int i = 0; i < 20; ++i) {
            const Answer answer = ask("POST /api/v1/changes HTTP/1.1" + alice + asJson, "{}");
            QCOMPARE(answer.status, 202);
            QVERIFY(!answer.headers.contains("ratelimit"));
        }
    }

    void aRefusedCallerLearnsNothing()
    {
        for (const QByteArray &language : { QByteArray(), QByteArray("\r\nAccept-Language: zh-CN") }) {
            const Answer answer = ask("GET /ops/v1/overview HTTP/1.1" + alice + language);
            QCOMPARE(answer.status, 403);
            const QJsonObject json = answer.json();
            QCOMPARE(json[u"code"_s], u"ACCESS_DENIED"_s);
            QCOMPARE(json[u"message"_s], u"Access denied"_s);
            QVERIFY(json[u"data"_s].isNull());
            QVERIFY(!answer.body.contains("ops"));
        }
        QCOMPARE(ask("GET /ops/v1/overview HTTP/1.1").status, 401);
        QCOMPARE(ask("GET /ops/v1/overview HTTP/1.1" + bob).status, 202);
    }

    void rolesTakenAwayActByThemselves()
    {
        QCOMPARE(ask("GET /ops/v1/overview HTTP/1.1" + bob).status, 202);
        write(u"roles.toml"_s, "[ops]\nread = [\"alice\"]\n");
        QTRY_COMPARE(ask("GET /ops/v1/overview HTTP/1.1" + bob).status, 403);
        QCOMPARE(ask("GET /ops/v1/overview HTTP/1.1" + alice).status, 202);
    }

    void malformedBodiesAreNamed_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("reason");
        QTest::newRow("nonsense") << QByteArray("{nonsense") << u"malformed_json"_s;
        QTest::newRow("empty") << QByteArray("") << u"malformed_json"_s;
        QTest::newRow("array") << QByteArray("[]") << u"not_an_object"_s;
        QTest::newRow("duplicate") << QByteArray("{\"a\":1,\"a\":2}") << u"duplicate_key"_s;
        QTest::newRow("surrogate") << QByteArray("{\"a\":\"\\ud800\"}") << u"bad_text"_s;
        QTest::newRow("NUL") << QByteArray("{\"a\":\"\\u0000\"}") << u"bad_text"_s;
        QTest::newRow("deep") << QByteArray("{\"a\":" + QByteArray(1000, '[')) << u"too_deep"_s;
    }

    void malformedBodiesAreNamed()
    {
        QFETCH(QByteArray, body);
        const Answer answer = ask("POST /api/v1/changes HTTP/1.1" + alice + asJson, body);
        QCOMPARE(answer.status, 400);
        QCOMPARE(answer.code(), u"INVALID_REQUEST"_s);
        QTEST(answer.json()[u"data"_s][u"fields"_s][0][u"reason"_s].toString(), "reason");
        QCOMPARE(handled.load(), 0);
    }

    void aWrongContentTypeIs415()
    {
        QCOMPARE(ask("POST /api/v1/changes HTTP/1.1" + alice + "\r\nContent-Type: text/plain", "{}").status, 415);
        QCOMPARE(ask("POST /api/v1/changes HTTP/1.1" + alice, "{}").status, 415);
    }

    void aPackedBodyIs415()
    {
        const QByteArray head = "POST /api/v1/changes HTTP/1.1" + alice + asJson + "\r\nContent-Encoding: ";
        for (const QByteArray &coding :
             { QByteArray("gzip"), QByteArray("br"), QByteArray("identity, gzip"), QByteArray("nonsense") })
            QCOMPARE(ask(head + coding, "\x1f\x8b").status, 415);
        QCOMPARE(handled.load(), 0);
        QCOMPARE(ask(head + "Identity", "{}").status, 202);
    }

    void aBodyThatMayBeMissingMayBeMissing()
    {
        QCOMPARE(ask("POST /api/v1/changes/op-1/withdraw HTTP/1.1" + alice + asJson, "").status, 202);
        QCOMPARE(ask("POST /api/v1/changes/op-1/withdraw HTTP/1.1" + alice + asJson, "{\"reason\":\"x\"}").status, 202);
        QCOMPARE(ask("POST /api/v1/changes/op-1/withdraw HTTP/1.1" + alice, "").status, 415);
    }

    void anotherSitesPageCannotWrite()
    {
        const QByteArray head = "POST /api/v1/changes HTTP/1.1" + alice + asJson;
        QCOMPARE(ask(head + "\r\nSec-Fetch-Site: cross-site", "{}").status, 403);
        QCOMPARE(ask(head + "\r\nOrigin: https://evil.example", "{}").status, 403);
        QCOMPARE(ask(head + "\r\nOrigin: null", "{}").status, 403);
        QCOMPARE(handled.load(), 0);
        QCOMPARE(ask(head + "\r\nSec-Fetch-Site: same-origin\r\nOrigin: http://slipway.test", "{}").status, 202);
        QCOMPARE(ask("GET /api/v1/targets HTTP/1.1" + alice + "\r\nSec-Fetch-Site: cross-site").status, 200);
    }

    void aClosedServiceStillAnswersReaders()
    {
        configure({ { u"access.mode"_s, u"TEST_WINDOW"_s },
                    { u"access.window"_s, u"mon 00:00-00:01"_s },
                    { u"access.testers"_s, u"bob"_s } });
        const Answer closed = ask("POST /api/v1/changes HTTP/1.1" + alice + asJson, "{}");
        QCOMPARE(closed.status, 403);
        QCOMPARE(closed.code(), u"NOT_OPEN"_s);
        QVERIFY(fromIso(closed.json()[u"data"_s][u"opensAt"_s].toString()).has_value());
        QCOMPARE(ask("POST /api/v1/changes HTTP/1.1" + alice + asJson, "{nonsense").status, 400);
        QCOMPARE(ask("POST /api/v1/changes HTTP/1.1" + bob + asJson, "{}").status, 202);
        QCOMPARE(ask("GET /api/v1/targets HTTP/1.1" + alice).status, 200);
        QCOMPARE(ask("POST /api/v1/changes/op-1/withdraw HTTP/1.1" + alice + asJson, "{}").status, 202);
    }
};

QTEST_GUILESS_MAIN(PipelineTest)
#include "tst_pipeline.moc"
