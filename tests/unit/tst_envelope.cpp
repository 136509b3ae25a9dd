// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/jsonlog.h"
#include "service/configuration/logscope.h"
#include "service/http/envelope.h"
#include "service/http/httpmetrics.h"
#include "service/http/jsonbody.h"
#include "service/http/navigation.h"
#include "service/http/origin.h"
#include "service/http/ratelimiter.h"
#include "service/http/tracecontext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::http;
using namespace std::chrono_literals;

namespace {

httpserver::Request request(httpserver::Method method, const QByteArray &path, const QList<httpserver::Header> &headers = {},
                            const QByteArray &body = {})
{
    httpserver::Request made;
    made.method = method;
    made.path = path;
    made.headers = headers;
    made.body = body;
    return made;
}

QJsonObject json(const httpserver::Reply &reply) { return QJsonDocument::fromJson(reply.body).object(); }

QByteArray header(const httpserver::Reply &reply, const char *name)
{
    for (const httpserver::Header &each : reply.headers) {
        if (each.first == name)
            return each.second;
    }
    return {};
}

} // namespace

class EnvelopeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void everyErrorWearsTheEnvelopeAndKeepsItsDetail()
    {
        for (const CodeRow &row : codeTable) {
            if (row.fault == Fault::Unset)
                continue;
            for (const Language language : { Language::English, Language::SimplifiedChinese }) {
                const auto reply = framed(Error(row.code, u"SELECT secret FROM /srv/x.cpp:12"_s), language, u"t"_s);
                const QJsonObject object = json(reply);
                QCOMPARE(reply.status, row.httpStatus);
                QCOMPARE(reply.contentType, "application/json");
                QCOMPARE(object.keys(), QStringList({ u"code"_s, u"data"_s, u"message"_s, u"traceId"_s }));
                QCOMPARE(object[u"code"_s].toString().toStdString(), row.name);
                QVERIFY(!object[u"message"_s].toString().isEmpty());
                QVERIFY2(!reply.body.contains("secret") && !reply.body.contains("/srv"), reply.body.constData());
                QCOMPARE(header(reply, "Cache-Control"), "no-store");
            }
        }
    }

    void aPreparedBodyIsWhatTheEnvelopeWouldSay()
    {
        for (const QString &trace : { u"0af7651916cd43dd8448eb211c80319c"_s, u"b7ad6b7169203331b7ad6b7169203331"_s }) {
            for (const Language language : { Language::English, Language::SimplifiedChinese }) {
                QCOMPARE(framed(Error(Code::NotFound), language, trace).body,
                         envelope(Code::NotFound, messageOf(Code::NotFound, language), QJsonValue::Null, trace));
                QCOMPARE(framed(Error(Code::NotFound), language, trace, "Slow down").body,
                         envelope(Code::NotFound, u"Slow down"_s, QJsonValue::Null, trace));
            }
        }
    }

    void accessDeniedSaysTheSameInEveryLanguage()
    {
        for (const Language language : { Language::English, Language::SimplifiedChinese })
            QCOMPARE(json(framed(Error(Code::AccessDenied), language, {}))[u"message"_s], u"Access denied"_s);
    }

    void messagesSpeakTheCallersLanguage()
    {
        const QString english = messageOf(Code::NotFound, Language::English);
        const QString chinese = messageOf(Code::NotFound, Language::SimplifiedChinese);
        QVERIFY(english != chinese);
        QVERIFY(chinese.contains(u"没有"_s) || chinese.contains(u"检查"_s));
    }

    void theBestLanguageIsChosen_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<bool>("chinese");
        QTest::newRow("none") << QByteArray() << false;
        QTest::newRow("zh-CN") << QByteArray("zh-CN,zh;q=0.9,en;q=0.8") << true;
        QTest::newRow("en first") << QByteArray("en-US,en;q=0.9,zh-CN;q=0.8") << false;
        QTest::newRow("quality counts") << QByteArray("en;q=0.1, zh;q=0.9") << true;
        QTest::newRow("others") << QByteArray("de, fr;q=0.5") << false;
        QTest::newRow("refused") << QByteArray("zh;q=0") << false;
        QTest::newRow("traditional") << QByteArray("zh-TW") << false;
        QTest::newRow("nonsense") << QByteArray(";;q=x,,") << false;
    }

    void theBestLanguageIsChosen()
    {
        QFETCH(QByteArray, header);
        QTEST(languageOf(header) == Language::SimplifiedChinese, "chinese");
    }

    void aBareRouteAnswersTheValueButFailsInTheEnvelope()
    {
        Reply reply;
        reply.data = QJsonArray { 1, u"a"_s };
        QCOMPARE(framed(reply, Shape::Bare, Language::English, {}).body, "[1,\"a\"]");
        reply.data = u"text"_s;
        QCOMPARE(framed(reply, Shape::Bare, Language::English, {}).body, "\"text\"");
        reply.code = Code::Unavailable;
        QCOMPARE(json(framed(reply, Shape::Bare, Language::English, {}))[u"code"_s], u"UNAVAILABLE"_s);
    }

    void notModifiedHasNoBody()
    {
        Reply reply;
        reply.httpStatus = 304;
        const auto out = framed(reply, Shape::Envelope, Language::English, {});
        QCOMPARE(out.status, 304);
        QVERIFY(out.body.isEmpty());
    }

    void retryAfterIsAWholeNumberOfAtLeastOne()
    {
        Error error(Code::RateLimited);
        QCOMPARE(header(framed(error.withRetryAfter(17'000ms), Language::English, {}), "Retry-After"), "17");
        QCOMPARE(header(framed(error.withRetryAfter(16'001ms), Language::English, {}), "Retry-After"), "17");
        QCOMPARE(header(framed(error.withRetryAfter(0ms), Language::English, {}), "Retry-After"), "1");
        QVERIFY(!header(framed(Error(Code::Unavailable), Language::English, {}), "Retry-After").isEmpty());
        QVERIFY(header(framed(Error(Code::NotFound), Language::English, {}), "Retry-After").isEmpty());
    }

    void theTraceIsContinuedOnlyWhenItIsOne_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<bool>("kept");
        const QByteArray id("4bf92f3577b34da6a3ce929d0e0e4736");
        QTest::newRow("good") << "00-" + id + "-00f067aa0ba902b7-01" << true;
        QTest::newRow("newer version") << "01-" + id + "-00f067aa0ba902b7-01-more" << true;
        QTest::newRow("extra in version 0") << "00-" + id + "-00f067aa0ba902b7-01-more" << false;
        QTest::newRow("version ff") << "ff-" + id + "-00f067aa0ba902b7-01" << false;
        QTest::newRow("upper case") << "00-" + id.toUpper() + "-00f067aa0ba902b7-01" << false;
        QTest::newRow("zero trace") << "00-" + QByteArray(32, '0') + "-00f067aa0ba902b7-01" << false;
        QTest::newRow("zero parent") << "00-" + id + "-0000000000000000-01" << false;
        QTest::newRow("nothing") << QByteArray() << false;
        QTest::newRow("huge") << QByteArray(10'000, 'a') << false;
    }

    void theTraceIsContinuedOnlyWhenItIsOne()
    {
        QFETCH(QByteArray, header);
        const QString id = traceIdFrom(header);
        static const QRegularExpression form(uR"(\A[0-9a-f]{32}\z)"_s);
        QVERIFY(form.match(id).hasMatch());
        QTEST(id == "4bf92f3577b34da6a3ce929d0e0e4736"_L1, "kept");
        QVERIFY(traceIdFrom({}) != traceIdFrom({}));
    }

    void onlyOurOwnPagesMayWrite_data()
    {
        QTest::addColumn<QByteArray>("site");
        QTest::addColumn<QByteArray>("origin");
        QTest::addColumn<bool>("ours");
        QTest::newRow("program") << QByteArray() << QByteArray() << true;
        QTest::newRow("our page") << QByteArray("same-origin") << QByteArray("https://slipway.example") << true;
        QTest::newRow("our page with port") << QByteArray() << QByteArray("https://slipway.example:8443") << false;
        QTest::newRow("typed address") << QByteArray("none") << QByteArray() << true;
        QTest::newRow("sibling") << QByteArray("same-site") << QByteArray("https://other.example") << false;
        QTest::newRow("stranger") << QByteArray("cross-site") << QByteArray() << false;
        QTest::newRow("old browser") << QByteArray() << QByteArray("https://evil.example") << false;
        QTest::newRow("sandbox") << QByteArray() << QByteArray("null") << false;
        QTest::newRow("prefix") << QByteArray() << QByteArray("https://slipway.example.evil") << false;
        QTest::newRow("user part") << QByteArray() << QByteArray("https://slipway.example@evil.example") << false;
    }

    void onlyOurOwnPagesMayWrite()
    {
        QFETCH(QByteArray, site);
        QFETCH(QByteArray, origin);
        QList<httpserver::Header> headers { { "Host", "slipway.example" } };
        if (!site.isEmpty())
            headers.append({ "Sec-Fetch-Site", site });
        if (!origin.isEmpty())
            headers.append({ "Origin", origin });
        QTEST(comesFromOurselves(request(httpserver::Method::Post, "/x", headers)), "ours");
    }

    void onlyNavigationsGetAPage_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("accept");
        QTest::addColumn<bool>("page");
        const QByteArray browser("text/html,application/xhtml+xml,*/*;q=0.8");
        QTest::newRow("root") << QByteArray("/") << QByteArray("*/*") << true;
        QTest::newRow("page") << QByteArray("/changes") << browser << true;
        QTest::newRow("fetch") << QByteArray("/changes") << QByteArray("application/json") << false;
        QTest::newRow("file") << QByteArray("/app-OLD.js") << browser << false;
        QTest::newRow("asset") << QByteArray("/assets/app") << browser << false;
        QTest::newRow("api") << QByteArray("/api/v1/nothing") << browser << false;
        QTest::newRow("ops") << QByteArray("/ops") << browser << false;
        QTest::newRow("looks like api") << QByteArray("/apiary") << browser << true;
        QTest::newRow("dot in a folder") << QByteArray("/v1.2/changes") << browser << true;
    }

    void onlyNavigationsGetAPage()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, accept);
        QTEST(isNavigation(request(httpserver::Method::Get, path, { { "Accept", accept } })), "page");
        QVERIFY(!isNavigation(request(httpserver::Method::Post, path, { { "Accept", accept } })));
        QCOMPARE(header(fallbackPage(Language::English, {}), "Cache-Control"), "no-store");
    }

    void aBodyMustSayThatItIsJson_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<bool>("fine");
        QTest::newRow("json") << QByteArray("application/json") << true;
        QTest::newRow("charset") << QByteArray("Application/JSON; charset=\"UTF-8\"") << true;
        QTest::newRow("other charset") << QByteArray("application/json; charset=gbk") << false;
        QTest::newRow("form") << QByteArray("application/x-www-form-urlencoded") << false;
        QTest::newRow("plain") << QByteArray("text/plain") << false;
        QTest::newRow("none") << QByteArray() << false;
        QTest::newRow("prefix") << QByteArray("application/jsonx") << false;
    }

    void aBodyMustSayThatItIsJson()
    {
        QFETCH(QByteArray, type);
        QFETCH(bool, fine);
        QList<httpserver::Header> headers;
        if (!type.isEmpty())
            headers.append({ "Content-Type", type });
        try {
            bodyOf(request(httpserver::Method::Post, "/x", headers, "{}"), Body::Object);
            QVERIFY(fine);
        } catch (const Error &error) {
            QVERIFY(!fine);
            QCOMPARE(error.code(), Code::UnsupportedMediaType);
        }
    }

    void theLimitIsExactAtItsEdge()
    {
        RateLimiter limiter;
        const auto start = RateLimiter::Time() + 100h;
        for (int i = 0; i < 3; ++i) {
            const auto decision = limiter.acquire(u"k"_s, 3, 60s, start + i * 1s);
            QVERIFY(decision.allowed);
            QCOMPARE(decision.remaining, 2 - i);
        }
        const auto refused = limiter.acquire(u"k"_s, 3, 60s, start + 30s);
        QVERIFY(!refused.allowed);
        QCOMPARE(refused.reset, 30s);
        QVERIFY(limiter.acquire(u"other"_s, 3, 60s, start + 30s).allowed);
        QVERIFY(!limiter.acquire(u"k"_s, 3, 60s, start + 60s - 1ns).allowed);
        QVERIFY(limiter.acquire(u"k"_s, 3, 60s, start + 60s).allowed);
        QVERIFY(!limiter.acquire(u"k"_s, 3, 60s, start + 60s).allowed);
    }

    void aLoweredLimitActsAtOnce()
    {
        RateLimiter limiter;
        const auto start = RateLimiter::Time() + 100h;
        for (int i = 0; i < 10; ++i)
            QVERIFY(limiter.acquire(u"k"_s, 10, 60s, start + i * 1s).allowed);
        const auto decision = limiter.acquire(u"k"_s, 2, 60s, start + 10s);
        QVERIFY(!decision.allowed);
        QCOMPARE(decision.remaining, 0);
        QVERIFY(!limiter.acquire(u"k"_s, 2, 60s, start + 61s).allowed);
        QVERIFY(limiter.acquire(u"k"_s, 2, 60s, start + 68s).allowed);
    }

    void aFloodOfKeysIsBounded()
    {
        RateLimiter limiter(1600);
        for (int i = 0; i < 20'000; ++i)
            QVERIFY(limiter.acquire(QString::number(i), 1, 60s, RateLimiter::Time() + 100h).allowed);
        QVERIFY(limiter.keys() <= 1600);
    }

    void aLogLineIsOneLineAndHoldsNoSecret()
    {
        configuration::hideInLogs("glpat-1234567890");
        const configuration::LogScope outer { { u"traceId"_s, u"t1"_s } };
        const configuration::LogScope inner { { u"operationId"_s, u"op\n{\"level\":\"x\"}"_s } };
        const QByteArray line =
            configuration::jsonLogLine(QtWarningMsg, QMessageLogContext(nullptr, 0, nullptr, "slipway.test"),
                                       u"token glpat-1234567890\n{\"forged\":1}\u001b[31m"_s);
        QVERIFY(!line.contains('\n') && !line.contains('\x1b') && !line.contains("glpat-"));
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        QCOMPARE(object[u"level"_s], u"warn"_s);
        QCOMPARE(object[u"category"_s], u"slipway.test"_s);
        QCOMPARE(object[u"traceId"_s], u"t1"_s);
        QCOMPARE(object[u"operationId"_s], u"op\n{\"level\":\"x\"}"_s);
        QVERIFY(configuration::jsonLogLine(QtInfoMsg, {}, QString(100'000, u'x')).size() < 16 * 1024);
        QVERIFY(!configuration::masked(u"alice@corp.example"_s).contains(u"alice"_s));
    }
};

QTEST_APPLESS_MAIN(EnvelopeTest)
#include "tst_envelope.moc"
