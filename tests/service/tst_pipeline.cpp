// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/bootsettings.h"
#include "service/configuration/hotconfig.h"
#include "service/database/errors.h"
#include "service/http/frontend.h"
#include "service/http/signature.h"
#include "shared/clock.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMap>
#include <QRegularExpression>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <mutex>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::http;
using httpserver::Method;

namespace {

std::atomic_int handled { 0 };
std::atomic<qint64> storedVersion { 1 };
QSemaphore slowMayGo;
std::atomic_int slowRunning { 0 };

Reply echo(Services&, const Request& request)
{
    ++handled;
    Reply reply;
    reply.code = Code::Accepted;
    reply.data = QJsonObject { { u"account"_s, request.identity ? request.identity->account : QString() },
                               { u"body"_s, request.body },
                               { u"mayReadAll"_s, request.mayReadAll } };
    return reply;
}

/// As a reader of one operation: unchanged asks to be called again.
Reply waitForChange(Services&, const Request& request)
{
    ++handled;
    const qint64 after = request.query(u"afterVersion").value_or(u"0"_s).toLongLong();
    Reply reply;
    reply.headers.append({ "ETag", '"' + QByteArray::number(storedVersion) + '"' });
    if (storedVersion == after) {
        reply.httpStatus = 304;
        reply.longPoll =
            Reply::LongPoll { request.arguments().value(0), after,
                              std::chrono::milliseconds(request.query(u"waitMs").value_or(u"0"_s).toInt()) };
        return reply;
    }
    reply.data = QJsonObject { { u"version"_s, storedVersion.load() } };
    return reply;
}

Reply failing(Services&, const Request& request)
{
    const QString how = request.query(u"how").value_or(QString());
    const QString detail = u"SELECT token FROM mysql.user at /home/slipway/x.cpp:12"_s;
    if (how == "error"_L1)
        throw Error(Code::InternalError, detail);
    if (how == "preempted"_L1)
        throw Error(Code::Preempted, detail, { { u"version"_s, 7 } });
    if (how == "database"_L1)
        throw database::DatabaseError(database::Kind::ConnectionLost, 2006, {}, false, detail);
    if (how == "standard"_L1)
        throw std::runtime_error(detail.toStdString());
    if (how == "number"_L1)
        throw 42;
    return {};
}

Reply alwaysFailing(Services&, const Request&)
{
    throw std::runtime_error("SELECT everything");
}

Reply slow(Services&, const Request&)
{
    ++slowRunning;
    slowMayGo.acquire();
    --slowRunning;
    return {};
}

Reply bareList(Services&, const Request&)
{
    Reply reply;
    reply.data = QJsonArray { u"a"_s, 1 };
    return reply;
}

constexpr Limit applyLimit { "apply", key("limit.apply.count"), key("limit.apply.windowSeconds"), "Too many." };

constexpr Route plain(Method method, const char* path, Handler handler)
{
    return { .method = method,
             .path = path,
             .admission = Admission::Identity,
             .gate = Gate::Always,
             .body = Body::None,
             .whenFailing = WhenFailing::Answer503,
             .shape = Shape::Envelope,
             .exec = Exec::Worker,
             .handler = handler };
}

constexpr auto routes = [] {
    std::array<Route, 10> table {
        plain(Method::Post, "/api/v1/changes", &echo),
        plain(Method::Get, "/api/v1/changes/{operationId}", &waitForChange),
        plain(Method::Get, "/ops/v1/overview", &echo),
        plain(Method::Post, "/callbacks/deploy", &echo),
        plain(Method::Get, "/api/v1/fails", &failing),
        plain(Method::Post, "/api/v1/changes/preview", &alwaysFailing),
        plain(Method::Get, "/livez", &echo),
        plain(Method::Get, "/api/v1/targets", &bareList),
        plain(Method::Get, "/api/v1/slow", &slow),
        plain(Method::Post, "/api/v1/changes/{operationId}/withdraw", &echo),
    };
    for (const size_t writing : { 0, 3, 5, 9 }) {
        table[writing].body = Body::Object;
        table[writing].bodyLimit = 4096;
    }
    table[0].limit = applyLimit;
    table[0].gate = Gate::AccessMode;
    table[0].activity = true;
    table[2].admission = Admission::Permission;
    table[2].anyOf[0] = Permission::OpsRead;
    table[3].admission = Admission::Proof;
    table[3].proof = Proof::Deploy;
    table[5].whenFailing = WhenFailing::AnswerEmpty;
    table[6].admission = Admission::Public;
    table[6].exec = Exec::Loop;
    table[7].shape = Shape::Bare;
    table[9].body = Body::OptionalObject;
    return table;
}();
static_assert(http::check::everyRouteIsComplete(routes) && http::check::admissionsAreWhole(routes)
              && http::check::pathsAreUnique(routes));

struct Answer {
    int status = 0;
    QMap<QByteArray, QByteArray> headers;
    QByteArray body;
    QJsonObject json() const { return QJsonDocument::fromJson(body).object(); }
    QString code() const { return json()[u"code"_s].toString(); }
};

/// One connection, one request at a time, blocking: the server has its own thread.
class Client {
public:
    explicit Client(quint16 port) { m_socket.connectToHost(QHostAddress::LocalHost, port); }

    void send(const QByteArray& head, const QByteArray& body = {})
    {
        QByteArray bytes = head;
        bytes += "\r\nHost: slipway.test\r\n";
        if (!body.isNull())
            bytes += "Content-Length: " + QByteArray::number(body.size()) + "\r\n";
        QVERIFY(m_socket.waitForConnected(5000));
        m_socket.write(bytes + "\r\n" + body);
        QVERIFY(m_socket.flush() || m_socket.waitForBytesWritten(5000));
    }

    Answer receive(bool isHead = false)
    {
        m_buffer += m_socket.readAll(); // What came in while it was only asked whether anything had.
        while (!m_buffer.contains("\r\n\r\n") && m_socket.waitForReadyRead(15'000))
            m_buffer += m_socket.readAll();
        Answer answer;
        const qsizetype end = m_buffer.indexOf("\r\n\r\n");
        if (end < 0)
            return answer;
        const QList<QByteArray> lines = m_buffer.left(end).split('\n');
        answer.status = lines[0].split(' ').value(1).toInt();
        for (const QByteArray& line : lines.mid(1)) {
            const qsizetype colon = line.indexOf(':');
            answer.headers.insert(line.left(colon).toLower(), line.mid(colon + 1).trimmed());
        }
        const qsizetype length =
            isHead || answer.status == 304 ? 0 : answer.headers.value("content-length").toLongLong();
        m_buffer.remove(0, end + 4);
        while (m_buffer.size() < length && m_socket.waitForReadyRead(15'000))
            m_buffer += m_socket.readAll();
        answer.body = m_buffer.left(length);
        m_buffer.remove(0, length);
        return answer;
    }

    bool hasAnswer(int waitMs)
    {
        return !m_buffer.isEmpty() || m_socket.bytesAvailable() > 0 || m_socket.waitForReadyRead(waitMs);
    }
    void leave() { m_socket.abort(); }

private:
    QTcpSocket m_socket;
    QByteArray m_buffer;
};

const QByteArray alice = "\r\nX-Slipway-Dev-User: alice";
const QByteArray bob = "\r\nX-Slipway-Dev-User: bob";
const QByteArray asJson = "\r\nContent-Type: application/json";

} // namespace

class PipelineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        // Refusals are what is tested, and each is logged.
        QTest::failOnWarning(QRegularExpression(u"^(?!refused:)"_s));
        m_folder.reset(new QTemporaryDir);
        QVERIFY(QDir(m_folder->path()).mkdir(u"secrets"_s));
        write(u"roles.toml"_s, "[ops]\nread = [\"bob\"]\n");
        write(u"secrets/deploy"_s, "deploy-secret\n");
        m_boot = {};
        m_boot.http.listen = { QHostAddress(QHostAddress::LocalHost), 0 };
        m_boot.http.workers = 2;
        m_boot.http.queue = 32;
        m_boot.identity.source = configuration::IdentitySource::Dev;
        m_boot.identity.devUsers = { u"alice"_s, u"bob"_s };
        m_boot.permission.rolesFile = m_folder->filePath(u"roles.toml"_s);
        m_boot.secrets = configuration::SecretStore({}, m_folder->filePath(u"secrets"_s));
        m_boot.deploySecret = u"deploy"_s;
        configure({ { u"access.mode"_s, u"OPEN"_s }, { u"limit.apply.count"_s, u"1000"_s } });
        handled = 0;
        storedVersion = 1;
        m_draining = false;
        m_services = {};
        m_services.boot = &m_boot;
        m_services.config = &m_config;
        m_services.clock = &m_clock;
        m_services.draining = [this] { return m_draining.load(); };
        m_frontend.reset(
            new Frontend(m_services, routes, [this](const QStringList& operations) { return versions(operations); }));
        m_port = m_frontend->listen();
        QVERIFY(m_port > 0);
    }

    void cleanup()
    {
        // A test that failed in the middle must not leave workers that nobody lets go.
        slowMayGo.release(1000);
        m_frontend.reset();
        slowMayGo.acquire(slowMayGo.available());
    }

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
        QVERIFY2(
            metrics.contains("slipway_http_refused_total{route=\"POST /api/v1/changes\",reason=\"rate_limit\"} 1\n"),
            metrics);
        QVERIFY2(metrics.contains("slipway_http_activity_total{route=\"POST /api/v1/changes\"} 3\n"), metrics);
        QVERIFY2(metrics.contains("slipway_http_activity_received_total{route=\"POST /api/v1/changes\"} 3\n"), metrics);
        QVERIFY2(metrics.contains("slipway_http_request_duration_seconds_count{route=\"POST /api/v1/changes\"} 3\n"),
                 metrics);
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
        for (const QByteArray& language : { QByteArray(), QByteArray("\r\nAccept-Language: zh-CN") }) {
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
        static const QRegularExpression internals(u"SELECT|mysql|/home|\\.cpp|token"_s);
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
        const auto signedHead = [&](const QByteArray& secret, const QByteArray& body) {
            return "POST /callbacks/deploy HTTP/1.1" + asJson + "\r\nX-Slipway-Timestamp: " + now
                + "\r\nX-Slipway-Signature: " + signatureOf(secret, now, body);
        };
        QCOMPARE(ask(signedHead("deploy-secret", "{}"), "{}").status, 202);
        QCOMPARE(ask(signedHead("wrong", "{"), "{").status, 401);
        QCOMPARE(ask(signedHead("deploy-secret", "{"), "{").status, 400);
        QCOMPARE(ask("POST /callbacks/deploy HTTP/1.1" + asJson + bob, "{}").status, 401);
        QCOMPARE(handled.load(), 1);
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
        for (const auto& client : clients)
            QCOMPARE(client->receive().status, 200);
    }

    void waitingHoldsNoWorker()
    {
        configure({ { u"http.longPollTickMs"_s, u"20"_s } });
        std::vector<std::unique_ptr<Client>> clients;
        for (int i = 0; i < 20; ++i) {
            clients.push_back(std::make_unique<Client>(m_port));
            clients.back()->send("GET /api/v1/changes/op-" + QByteArray::number(i % 3)
                                 + "?afterVersion=1&waitMs=20000 HTTP/1.1" + alice);
        }
        QTRY_COMPARE(handled.load(), 20);
        QCOMPARE(ask("GET /api/v1/targets HTTP/1.1" + alice).status, 200);
        QVERIFY(!clients[0]->hasAnswer(100));
        storedVersion = 2;
        for (const auto& client : clients) {
            const Answer answer = client->receive();
            QCOMPARE(answer.status, 200);
            QCOMPARE(answer.json()[u"data"_s][u"version"_s], 2);
            QCOMPARE(answer.headers["etag"], "\"2\"");
        }
        // Twenty waited, three operations were asked for, all in one question.
        const std::lock_guard guard(m_asked);
        QVERIFY(m_mostAsked <= 3);
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
    void write(const QString& name, const QByteArray& content)
    {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        QVERIFY(file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner));
    }

    void configure(const QMap<QString, QString>& values)
    {
        configuration::RawValues raw;
        for (auto it = values.begin(); it != values.end(); ++it)
            raw.emplace(it.key(), configuration::rawText(it.value()));
        if (values.value(u"limit.apply.count"_s) == "0"_L1)
            QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"limit.apply.count"_s));
        m_config.replace(raw, u"test"_s);
    }

    QHash<QString, qint64> versions(const QStringList& operations)
    {
        const std::lock_guard guard(m_asked);
        m_mostAsked = std::max(m_mostAsked, operations.size());
        QHash<QString, qint64> found;
        for (const QString& operation : operations)
            found.insert(operation, storedVersion);
        return found;
    }

    Answer ask(const QByteArray& head, const QByteArray& body = {}, int patienceMs = 15'000)
    {
        Client client(m_port);
        client.send(head, body);
        return client.hasAnswer(patienceMs) ? client.receive() : Answer();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    configuration::BootSettings m_boot;
    configuration::HotConfig m_config;
    SystemClock m_clock;
    Services m_services;
    std::atomic_bool m_draining { false };
    std::mutex m_asked;
    qsizetype m_mostAsked = 0;
    std::unique_ptr<Frontend> m_frontend;
    quint16 m_port = 0;
};

QTEST_GUILESS_MAIN(PipelineTest)
#include "tst_pipeline.moc"
