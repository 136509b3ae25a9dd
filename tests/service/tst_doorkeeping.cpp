// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/frontdoor.h"
#include "tests/service/rawserver.h"
#include "tests/support/identityprovider.h"
#include "tests/twin/driver/twinstage.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QRegularExpression>

#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway;
using namespace slipway::http;
using slipway::support::IdentityProvider;
using slipway::twin::TwinStage;

/// Gates that ask other systems: the identity provider for its keys, the permission service for what somebody may.
class DoorkeepingTest : public FrontDoor {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QCOMPARE(m_stage.start(), QString());
        m_provider.addKey(u"one"_s, "RS256");
    }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!refused:|identity.jwks could not be fetched)"_s));
        m_stage.twin.admin("DELETE", u"/faults"_s);
        knobs({ { u"delay_ms"_s, 0 }, { u"fail_next"_s, 0 }, { u"malformed_next"_s, 0 }, { u"partial_next"_s, 0 } });
        grant(u"bob"_s, { u"ops.read"_s, u"ops.act"_s });
        grant(u"alice"_s, {});
    }
    void cleanup() { close(); }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void aTokenNamesItsBearer()
    {
        RawServer keys([&](QTcpSocket &socket, const RawServer::Request &) {
            socket.write(RawServer::answer("200 OK", m_provider.keySet()));
        });
        openForTokens(keys.url());
        const Answer answer = askWaiting(submit(token(u"one"_s, u"Alice@corp.example"_s)), "{}");
        QCOMPARE(answer.status, 202);
        QCOMPARE(answer.json()[u"data"_s][u"account"_s], u"alice"_s);
        QCOMPARE(askWaiting(submit("nonsense"), "{}").status, 401);
        QCOMPARE(askWaiting("POST /api/v1/changes HTTP/1.1" + asJson, "{}").status, 401);
        // The development header means nothing here, and two tokens are none.
        QCOMPARE(askWaiting("POST /api/v1/changes HTTP/1.1" + alice + asJson, "{}").status, 401);
        const QByteArray one = "\r\nAuthorization: Bearer " + token(u"one"_s, u"alice"_s);
        QCOMPARE(askWaiting("POST /api/v1/changes HTTP/1.1" + one + one + asJson, "{}").status, 401);
        QCOMPARE(keys.requests.size(), 1);
    }

    void anAccountClaimWinsOverAnEmployeeNumber()
    {
        const QUrl keys = keyFile();
        open([&](configuration::BootSettings &boot) {
            forTokens(boot, keys);
            boot.identity.claims = { u"sub"_s, u"email"_s };
        });
        const QJsonObject both { { u"sub"_s, u"00123"_s }, { u"email"_s, u"carol@corp.example"_s } };
        QCOMPARE(accountOf(m_provider.token(u"one"_s, claims(both))), u"carol"_s);
        const QJsonObject unproven { { u"sub"_s, u"00123"_s },
                                     { u"email"_s, u"carol@corp.example"_s },
                                     { u"email_verified"_s, false } };
        QCOMPARE(accountOf(m_provider.token(u"one"_s, claims(unproven))), u"staff:00123"_s);
    }

    void anUnknownKeyIsLookedForOnce()
    {
        RawServer keys([&](QTcpSocket &socket, const RawServer::Request &) {
            socket.write(RawServer::answer("200 OK", m_provider.keySet()));
        });
        openForTokens(keys.url());
        QCOMPARE(askWaiting(submit(token(u"one"_s, u"alice"_s)), "{}").status, 202);
        IdentityProvider impostor;
        for (int i = 0; i < 20; ++i) {
            const QString id = u"invented-%1"_s.arg(i);
            if (i == 0)
                impostor.addKey(id, "ES256");
            QCOMPARE(
                askWaiting(submit(impostor.token(u"invented-0"_s, claims({ { u"sub"_s, u"alice"_s } }), { { u"kid"_s, id } })),
                           "{}")
                    .status,
                401);
        }
        // Once because there were none, and not again within the minute.
        QCOMPARE(keys.requests.size(), 1);
        QCOMPARE(askWaiting(submit(token(u"one"_s, u"alice"_s)), "{}").status, 202);
    }

    void withoutKeysNobodyIsAnybody()
    {
        RawServer keys([](QTcpSocket &socket, const RawServer::Request &) {
            socket.write(RawServer::answer("500 Internal Server Error", "{}"));
        });
        openForTokens(keys.url());
        const Answer answer = askWaiting(submit(token(u"one"_s, u"alice"_s)), "{}");
        QCOMPARE(answer.status, 401);
        QVERIFY(!answer.body.contains("jwks") && !answer.body.contains("127.0.0.1"));
        QCOMPARE(handled.load(), 0);
    }

    void whoeverCannotBeKnownIsLimitedByAddress()
    {
        RawServer keys([](QTcpSocket &socket, const RawServer::Request &) {
            socket.write(RawServer::answer("500 Internal Server Error", "{}"));
        });
        openForTokens(keys.url());
        configure({ { u"access.mode"_s, u"OPEN"_s }, { u"limit.apply.count"_s, u"2"_s } });
        QCOMPARE(askWaiting(submit(token(u"one"_s, u"alice"_s)), "{}").status, 401);
        QCOMPARE(askWaiting(submit(token(u"one"_s, u"bob"_s)), "{}").status, 401);
        // Whoever they say they are, nobody proved it: one address, one bucket.
        QCOMPARE(askWaiting(submit(token(u"one"_s, u"carol"_s)), "{}").status, 429);
    }

    void filesMayBeRewrittenUnderLoad()
    {
        const QUrl keys = keyFile();
        write(m_own.filePath(u"staff.toml"_s), "\"00123\" = \"carol\"\n");
        open([&](configuration::BootSettings &boot) {
            forTokens(boot, keys);
            boot.identity.directory = m_own.filePath(u"staff.toml"_s);
        });
        configure({ { u"access.mode"_s, u"OPEN"_s }, { u"limit.apply.count"_s, u"0"_s } });
        QTest::failOnWarning(QRegularExpression(u"^(?!refused:|identity.jwks|.*(roles|staff).toml)"_s));
        const QByteArray good = token(u"one"_s, u"alice"_s), keySet = m_provider.keySet();
        IdentityProvider other;
        other.addKey(u"two"_s, "ES256");
        const QByteArray unknown = other.token(u"two"_s, claims({ { u"sub"_s, u"alice"_s } }));
        QCOMPARE(askWaiting(submit(good), "{}").status, 202); // What was read once holds, whatever becomes of its file.
        std::atomic_bool isOver { false };
        std::atomic_int served { 0 }, wrong { 0 };
        std::vector<std::thread> clients;
        for (int i = 0; i < 4; ++i) {
            clients.emplace_back([&, i] {
                while (!isOver) {
                    const int status = ask(submit(i == 0 ? unknown : good), "{}").status;
                    const int seen = ask("GET /ops/v1/overview HTTP/1.1\r\nAuthorization: Bearer " + good).status;
                    const bool isRight = status == (i == 0 ? 401 : 202) && (seen == 202 || seen == 403);
                    ++(isRight ? served : wrong);
                }
            });
        }
        const QList<QByteArray> sets { keySet, "", keySet.left(40), "<html>" };
        const QList<QByteArray> roles { "[ops]\nread = [\"alice\"]\n", "[ops]\nread = [\"bob\"]\n", "[ops]\nread = [\"al", "" };
        const QList<QByteArray> staff { "\"00123\" = \"carol\"\n", "\"00123\" = ", "" };
        QElapsedTimer clock;
        clock.start();
        for (int i = 0; clock.elapsed() < 4000; ++i) {
            write(keys.toLocalFile(), sets[i % sets.size()]);
            FrontDoor::write(u"roles.toml"_s, roles[i % roles.size()]);
            write(m_own.filePath(u"staff.toml"_s), staff[i % staff.size()]);
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        }
        isOver = true;
        for (std::thread &client : clients)
            client.join();
        QVERIFY2(wrong == 0, qPrintable(u"%1 of %2 answers were wrong"_s.arg(wrong).arg(wrong + served)));
        QVERIFY(served > 20);
        QCOMPARE(m_frontend->metricsText().count("status=\"5"), 0);
    }

    void aSlowIdentityProviderHoldsUpNobodyElse()
    {
        RawServer keys([](QTcpSocket &, const RawServer::Request &) {});
        openForTokens(keys.url());
        Client waiting(m_port);
        waiting.send(submit(token(u"one"_s, u"alice"_s)), "{}");
        QTRY_COMPARE(keys.requests.size(), 1);
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(ask("GET /livez HTTP/1.1").status, 202);
        QVERIFY(timer.elapsed() < 1000);
        QTRY_VERIFY_WITH_TIMEOUT(waiting.hasAnswer(10), 10'000);
        QCOMPARE(waiting.receive().status, 401);
    }

    void thePermissionServiceDecides()
    {
        openForService();
        QCOMPARE(ask("GET /ops/v1/overview HTTP/1.1" + bob).status, 202);
        const Answer denied = ask("GET /ops/v1/overview HTTP/1.1" + alice);
        QCOMPARE(denied.status, 403);
        QCOMPARE(denied.json()[u"message"_s], u"Access denied"_s);
        QVERIFY(!denied.body.contains("ops."));
        QCOMPARE(ask("GET /ops/v1/overview HTTP/1.1").status, 401);
        QTRY_COMPARE(noted(), QStringList { u"alice GET /ops/v1/overview permission"_s });
    }

    void aFailingPermissionServiceMeansNoPermission_data()
    {
        QTest::addColumn<QJsonObject>("trouble");
        const auto malformed = [](const char *how) {
            return QJsonObject { { u"malformed_next"_s, 1 }, { u"malformed"_s, QString::fromLatin1(how) } };
        };
        QTest::newRow("500") << QJsonObject { { u"fail_next"_s, 1 }, { u"fail_status"_s, 500 } };
        QTest::newRow("404") << QJsonObject { { u"fail_next"_s, 1 }, { u"fail_status"_s, 404 } };
        QTest::newRow("429") << QJsonObject { { u"fail_next"_s, 1 }, { u"fail_status"_s, 429 } };
        QTest::newRow("302") << QJsonObject { { u"fail_next"_s, 1 }, { u"fail_status"_s, 302 } };
        QTest::newRow("slow") << QJsonObject { { u"delay_ms"_s, 3000 } };
        QTest::newRow("a code is missing") << QJsonObject { { u"partial_next"_s, 1 } };
        for (const char *how : { "not_json", "html", "empty", "array", "strings", "other_account" })
            QTest::newRow(how) << malformed(how);
    }
    void aFailingPermissionServiceMeansNoPermission()
    {
        openForService();
        QFETCH(QJsonObject, trouble);
        knobs(trouble);
        QElapsedTimer timer;
        timer.start();
        const Answer answer = ask("POST /ops/v1/actions HTTP/1.1" + bob + asJson, "{}"); // Half an answer leaves this one out.
        QCOMPARE(answer.status, 403);
        QCOMPARE(answer.json()[u"message"_s], u"Access denied"_s);
        QVERIFY(!answer.body.contains("ops.") && !answer.body.contains("permission"));
        QVERIFY2(timer.elapsed() < 2500, qPrintable(QString::number(timer.elapsed())));
    }

    void onlyASuccessIsBelieved()
    {
        QByteArray status = "500 Internal Server Error";
        RawServer service([&](QTcpSocket &socket, const RawServer::Request &) {
            socket.write(RawServer::answer(status, R"({"account":"alice","permissions":{"ops.read":true}})"));
        });
        open([&](configuration::BootSettings &boot) {
            boot.permission.source = configuration::PermissionSource::Http;
            boot.permission.url = service.url("").toString();
        });
        QCOMPARE(askWaiting("GET /ops/v1/overview HTTP/1.1" + alice, {}).status, 403);
        status = "200 OK";
        QCOMPARE(askWaiting("GET /ops/v1/overview HTTP/1.1" + alice, {}).status, 202);
    }

    void aPermissionServiceThatIsGoneMeansNoPermission()
    {
        open([](configuration::BootSettings &boot) {
            boot.permission.source = configuration::PermissionSource::Http;
            boot.permission.url = u"http://127.0.0.1:1"_s;
        });
        QCOMPARE(ask("GET /ops/v1/overview HTTP/1.1" + bob).status, 403);
        // What needs no permission goes on.
        QCOMPARE(ask("POST /api/v1/changes HTTP/1.1" + alice + asJson, "{}").status, 202);
        QCOMPARE(ask("GET /api/v1/targets HTTP/1.1" + alice).status, 200);
    }

    void aSubmitNeverWaitsForThePermissionService()
    {
        openForService();
        knobs({ { u"delay_ms"_s, 3000 } });
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(ask("POST /api/v1/changes HTTP/1.1" + bob + asJson, "{}").status, 202);
        QVERIFY(timer.elapsed() < 1000);
    }

    void aConsoleThatLooksEverySecondAsksOnce()
    {
        openForService();
        const qsizetype before = asked();
        for (int i = 0; i < 10; ++i)
            QCOMPARE(ask("GET /ops/v1/overview HTTP/1.1" + bob).status, 202);
        QCOMPARE(asked(), before + 1);
    }

    void anotherSitesPageIsRecordedToo()
    {
        open();
        QCOMPARE(ask("POST /api/v1/changes HTTP/1.1" + alice + asJson + "\r\nOrigin: https://evil.example", "{}").status, 403);
        QTRY_COMPARE(noted(), QStringList { u"alice POST /api/v1/changes same origin"_s });
    }

private:
    static QByteArray submit(const QByteArray &token)
    {
        return "POST /api/v1/changes HTTP/1.1\r\nAuthorization: Bearer " + token + asJson;
    }
    static QJsonObject claims(QJsonObject own)
    {
        own.insert(u"iss"_s, u"https://login.example"_s);
        own.insert(u"aud"_s, u"slipway"_s);
        own.insert(u"exp"_s, QDateTime::currentSecsSinceEpoch() + 300);
        return own;
    }
    QByteArray token(const QString &keyId, const QString &account) const
    {
        return m_provider.token(keyId, claims({ { u"sub"_s, account } }));
    }
    QString accountOf(const QByteArray &token)
    {
        return askWaiting(submit(token), "{}").json()[u"data"_s][u"account"_s].toString();
    }
    static void write(const QString &path, const QByteArray &content)
    {
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(content);
    }
    QUrl keyFile()
    {
        write(m_own.filePath(u"keys.json"_s), m_provider.keySet());
        return QUrl::fromLocalFile(m_own.filePath(u"keys.json"_s));
    }
    static void forTokens(configuration::BootSettings &boot, const QUrl &keys)
    {
        boot.identity.source = configuration::IdentitySource::Jwt;
        boot.identity.issuer = u"https://login.example"_s;
        boot.identity.audience = u"slipway"_s;
        boot.identity.jwks = keys.toString();
        boot.identity.claims = { u"sub"_s };
        boot.identity.domains = { u"corp.example"_s };
    }
    void openForTokens(const QUrl &keys)
    {
        open([&](configuration::BootSettings &boot) { forTokens(boot, keys); });
    }
    void openForService()
    {
        open([this](configuration::BootSettings &boot) {
            boot.permission.source = configuration::PermissionSource::Http;
            boot.permission.url = m_stage.twin.apiUrl();
            boot.permission.timeout = 1000ms;
        });
    }
    /// As ask(), while this thread's event loop turns: the identity provider lives in it.
    Answer askWaiting(const QByteArray &head, const QByteArray &body)
    {
        Answer answer;
        std::atomic_bool isDone { false };
        std::thread asking([&] {
            answer = ask(head, body);
            isDone = true;
        });
        [&] { QTRY_VERIFY_WITH_TIMEOUT(isDone.load(), 15'000); }();
        asking.join();
        return answer;
    }
    QStringList noted()
    {
        const std::lock_guard guard(m_noting);
        QStringList all;
        for (const Denial &denial : std::as_const(m_denials))
            all.append(denial.account + u' ' + denial.route + u' ' + denial.place);
        return all;
    }
    void knobs(const QJsonObject &values)
    {
        QCOMPARE(m_stage.twin.admin("POST", u"/permissions/policy"_s, values).status, 200);
    }
    void grant(const QString &account, const QStringList &codes)
    {
        QCOMPARE(m_stage.twin.admin("POST", u"/permissions"_s, { { account, QJsonArray::fromStringList(codes) } }).status, 200);
    }
    qsizetype asked()
    {
        return m_stage.twin.admin("GET", u"/journal?op=permission.check"_s).json[u"entries"_s].toArray().size();
    }

    TwinStage m_stage;
    IdentityProvider m_provider;
    QTemporaryDir m_own;
};

QTEST_GUILESS_MAIN(DoorkeepingTest)
#include "tst_doorkeeping.moc"
