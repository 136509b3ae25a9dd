// SPDX-License-Identifier: GPL-3.0-only
// Every way in which the twin can be told to misbehave, seen from the client it happens to.
#include "twincase.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTcpSocket>

using namespace Qt::StringLiterals;

class TwinFaultsTest : public TwinCase {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_stage.start(), QString()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        prepare();
    }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void aDelayHoldsTheRequestBeforeOrAfterItsEffect()
    {
        setClock(u"manual"_s);
        QCOMPARE(fault({ { u"op"_s, u"branch.create"_s } }, { { u"kind"_s, u"delay"_s }, { u"ms"_s, 60000 } }), 201);
        QTcpSocket early;
        send(early, "POST", at(u"/repository/branches?branch=early&ref=main"_s));
        QTRY_COMPARE(hits(), 1);
        QCOMPARE(m_stage.effects(u"branch_create"_s), 0);
        advance(60000);
        QByteArray got;
        QTRY_VERIFY(grow(early, got).startsWith("HTTP/1.1 201"));
        admin("DELETE", u"/faults"_s);
        QCOMPARE(fault({ { u"op"_s, u"branch.create"_s } }, { { u"kind"_s, u"delay"_s }, { u"ms"_s, 60000 } },
                       { { u"phase"_s, u"after_effect"_s } }),
                 201);
        QTcpSocket late;
        send(late, "POST", at(u"/repository/branches?branch=late&ref=main"_s));
        QTRY_COMPARE(m_stage.effects(u"branch_create"_s), 2);
        QVERIFY(!late.waitForReadyRead(50));
        advance(60000);
        got.clear();
        QTRY_VERIFY(grow(late, got).startsWith("HTTP/1.1 201"));
    }

    void aDroppedAnswerHasItsEffectOrNone()
    {
        QCOMPARE(fault({ { u"op"_s, u"branch.create"_s } }, { { u"kind"_s, u"drop"_s } }), 201);
        QCOMPARE(branch(u"a"_s).status, 0);
        QCOMPARE(m_stage.effects(u"branch_create"_s), 0);
        for (const QString &phase : { u"after_effect"_s, u"response"_s }) {
            QCOMPARE(fault({ { u"op"_s, u"branch.create"_s } }, { { u"kind"_s, u"drop"_s } }, { { u"phase"_s, phase } }), 201);
            QCOMPARE(branch(phase).status, 0);
            QVERIFY(!m_stage.head(phase).isEmpty());
        }
        QCOMPARE(m_stage.effects(u"branch_create"_s), 2);
    }

    void theJournalTellsWhatWasSent()
    {
        const auto sent = [&](const QJsonObject &deed, const QString &phase, const QString &name) {
            fault({ { u"op"_s, u"branch.create"_s } }, deed, { { u"phase"_s, phase } });
            const int got = branch(name).status;
            const QJsonObject entry =
                admin("GET", u"/journal?op=branch.create"_s).json[u"entries"_s].toArray().last().toObject();
            return got == entry[u"status"_s].toInt() ? got : -1;
        };
        const QJsonObject busy { { u"kind"_s, u"status"_s }, { u"code"_s, 503 } };
        QCOMPARE(sent(busy, u"before"_s, u"one"_s), 503);
        QCOMPARE(sent(busy, u"after_effect"_s, u"two"_s), 503);
        QCOMPARE(sent({ { u"kind"_s, u"drop"_s } }, u"response"_s, u"three"_s), 0);
        QCOMPARE(sent({ { u"kind"_s, u"delay"_s }, { u"ms"_s, 1 } }, u"before"_s, u"four"_s), 201);
    }

    void halfAnAnswerBreaksOff()
    {
        QCOMPARE(fault({ { u"op"_s, u"project"_s } }, { { u"kind"_s, u"half"_s }, { u"bytes"_s, 300 } },
                       { { u"phase"_s, u"response"_s } }),
                 201);
        QTcpSocket socket;
        send(socket, "GET", at());
        const QByteArray all = everything(socket);
        QCOMPARE(all.size(), 300);
        QVERIFY(all.startsWith("HTTP/1.1 200"));
    }

    void aHungRequestNeverAnswersUntilTheRuleGoes()
    {
        QCOMPARE(fault({ { u"op"_s, u"project"_s } }, { { u"kind"_s, u"hang"_s } }), 201);
        QTcpSocket socket;
        send(socket, "GET", at());
        QTRY_COMPARE(hits(), 1);
        QVERIFY(!socket.waitForReadyRead(100));
        QCOMPARE(socket.state(), QAbstractSocket::ConnectedState);
        admin("DELETE", u"/faults"_s);
        QTRY_COMPARE(socket.state(), QAbstractSocket::UnconnectedState);
    }

    void aSlowBodyTrickles()
    {
        setClock(u"manual"_s);
        QCOMPARE(fault({ { u"op"_s, u"project"_s } }, { { u"kind"_s, u"slow_body"_s }, { u"bps"_s, 100 } }), 201);
        QTcpSocket socket;
        send(socket, "GET", at());
        QByteArray got;
        QTRY_VERIFY(grow(socket, got).contains("\r\n\r\n"));
        const qsizetype before = got.size();
        advance(500);
        QTRY_VERIFY(grow(socket, got).size() > before);
        QVERIFY(got.size() < before + 400);
        advance(600000);
        QTRY_VERIFY(grow(socket, got).endsWith("\r\n0\r\n\r\n"));
    }

    void aStatusComesAsItIsWritten()
    {
        const QJsonObject deed { { u"kind"_s, u"status"_s },
                                 { u"code"_s, 503 },
                                 { u"body"_s, QJsonObject { { u"message"_s, u"busy"_s } } },
                                 { u"headers"_s, QJsonObject { { u"X-Cause"_s, u"test"_s } } } };
        QCOMPARE(fault({ { u"op"_s, u"project"_s } }, deed), 201);
        const TwinAnswer answer = api("GET", at(), u"author"_s);
        QCOMPARE(answer.status, 503);
        QCOMPARE(answer.json[u"message"_s].toString(), u"busy"_s);
        QCOMPARE(answer.header("X-Cause"), QByteArray("test"));
        QCOMPARE(fault({ { u"op"_s, u"branch.create"_s } },
                       { { u"kind"_s, u"status"_s }, { u"code"_s, 408 }, { u"body"_s, QString() } },
                       { { u"phase"_s, u"after_effect"_s } }),
                 201);
        QCOMPARE(branch(u"made"_s).status, 408);
        QVERIFY(!m_stage.head(u"made"_s).isEmpty());
    }

    void rateLimitsComeInThreeShapes()
    {
        const auto limited = [&](const QString &style) {
            fault({}, { { u"kind"_s, u"rate_limit"_s }, { u"style"_s, style }, { u"retry_after"_s, 7 } });
            return api("GET", u"/version"_s, u"author"_s);
        };
        const TwinAnswer rack = limited(u"rack"_s), action = limited(u"action"_s), plain = limited(u"plain"_s);
        QCOMPARE(rack.status, 429);
        QCOMPARE(rack.header("Content-Type"), QByteArray("text/plain"));
        for (const char *name : { "RateLimit-Name", "RateLimit-Limit", "RateLimit-Observed", "RateLimit-Remaining",
                                  "RateLimit-Reset", "RateLimit-ResetTime", "Retry-After" })
            QVERIFY2(!rack.header(name).isEmpty(), name);
        QVERIFY(rack.header("RateLimit-Reset").toLongLong() >= QDateTime::currentSecsSinceEpoch() + 5);
        QVERIFY(rack.header("RateLimit-ResetTime").endsWith(" GMT"));
        QVERIFY(action.json[u"message"_s][u"error"_s].toString().contains(u"too many times"_s));
        QVERIFY(action.header("Retry-After").isEmpty());
        QCOMPARE(plain.json[u"message"_s].toString(), u"429 Too Many Requests"_s);
        QCOMPARE(plain.header("Retry-After"), QByteArray("7"));
    }

    void aBucketLimitsEachUserByItself()
    {
        setClock(u"manual"_s);
        QCOMPARE(fault({}, { { u"kind"_s, u"rate_limit"_s }, { u"limit"_s, 3 }, { u"per_s"_s, 0.5 } }), 201);
        const auto status = [&](const QString &token) { return api("GET", u"/version"_s, token).status; };
        for (int i = 0; i < 3; ++i)
            QCOMPARE(status(u"author"_s), 200);
        const TwinAnswer limited = api("GET", u"/version"_s, u"author"_s);
        QCOMPARE(limited.status, 429);
        QCOMPARE(limited.header("Retry-After"), QByteArray("2"));
        QCOMPARE(status(u"reviewer-1"_s), 200);
        advance(2000);
        QCOMPARE(status(u"author"_s), 200);
        QCOMPARE(status(u"author"_s), 429);
    }

    void credentialsFailInEveryStyle()
    {
        const auto answer = [&](const QString &style) {
            fault({ { u"op"_s, u"user"_s } }, { { u"kind"_s, u"unauthorized"_s }, { u"style"_s, style } });
            return api("GET", u"/user"_s, u"author"_s);
        };
        QCOMPARE(answer(u"plain"_s).json, QJsonObject({ { u"message"_s, u"401 Unauthorized"_s } }));
        for (const QString &style : { u"invalid_token"_s, u"expired"_s, u"revoked"_s }) {
            const TwinAnswer refused = answer(style);
            QCOMPARE(refused.status, 401);
            QCOMPARE(refused.json[u"error"_s].toString(), u"invalid_token"_s);
            QVERIFY(!refused.header("WWW-Authenticate").isEmpty());
        }
        QCOMPARE(answer(u"insufficient_scope"_s).status, 403);
    }

    void aRedirectPretendsThatTheProjectMoved()
    {
        QCOMPARE(fault({}, { { u"kind"_s, u"redirect"_s }, { u"to_id"_s, 77 } }, { { u"times"_s, 2 } }), 201);
        const TwinAnswer read = api("GET", at(u"/repository/branches?page=2"_s), u"author"_s);
        QCOMPARE(read.status, 301);
        QVERIFY(read.header("Location").endsWith("/api/v4/projects/77/repository/branches?page=2"));
        QCOMPARE(branch(u"x"_s).status, 405);
    }

    void answersAreMadeHardToRead()
    {
        const auto spoil = [&](QJsonObject deed, const QString &kind) {
            deed.insert(u"kind"_s, kind);
            fault({ { u"op"_s, u"project"_s } }, deed);
            return api("GET", at(), u"author"_s);
        };
        QCOMPARE(spoil({}, u"wrong_ct"_s).header("Content-Type"), QByteArray("text/html; charset=utf-8"));
        QCOMPARE(spoil({ { u"content_type"_s, u"application/json; charset=utf-8"_s } }, u"wrong_ct"_s).header("Content-Type"),
                 QByteArray("application/json; charset=utf-8"));
        const TwinAnswer broken = spoil({}, u"bad_json"_s);
        QCOMPARE(broken.status, 200);
        QVERIFY(broken.json.isEmpty() && !broken.body.isEmpty());
        const TwinAnswer extra = spoil({}, u"extra_fields"_s);
        QVERIFY(extra.json.contains(u"a_field_of_tomorrow"_s));
        QVERIFY(extra.json[u"permissions"_s].toObject().contains(u"a_field_of_tomorrow"_s));
        const TwinAnswer nulls = spoil({}, u"null_fields"_s);
        QVERIFY(nulls.json[u"path"_s].isNull() && !nulls.json[u"id"_s].isNull());
        const TwinAnswer some = spoil({ { u"fields"_s, QJsonArray { u"access_level"_s } } }, u"null_fields"_s);
        QVERIFY(some.json[u"permissions"_s][u"project_access"_s][u"access_level"_s].isNull());
        QCOMPARE(some.json[u"path_with_namespace"_s].toString(), m_stage.projectPath());
    }

    void staleReadsShowWhatWasBeforeTheLastWrite()
    {
        policy({ { u"required_approvals"_s, 1 } });
        const int iid = m_stage.openMergeRequest(u"stale"_s);
        QVERIFY(becomes(iid, u"not_approved"_s));
        QCOMPARE(approve(iid, u"reviewer-1"_s).status, 201);
        QCOMPARE(fault({ { u"op"_s, u"mr.approvals"_s } }, { { u"kind"_s, u"stale_read"_s }, { u"reads"_s, 2 } }), 201);
        const auto approvers = [&] {
            return api("GET", mr(iid, u"/approvals"_s), u"reviewer-1"_s).json[u"approved_by"_s].toArray().size();
        };
        QCOMPARE(approvers(), 0);
        QCOMPARE(approvers(), 0);
        QCOMPARE(approvers(), 1);
        QVERIFY(becomes(iid, u"mergeable"_s));
        setClock(u"manual"_s);
        QCOMPARE(m_stage.merge(iid).status, 200);
        QCOMPARE(fault({ { u"path_regex"_s, u"/merge_requests(/\\d+)?$"_s } },
                       { { u"kind"_s, u"stale_read"_s }, { u"ms"_s, 5000 } }),
                 201);
        QCOMPARE(m_stage.mergeRequest(iid)[u"state"_s].toString(), u"opened"_s);
        QCOMPARE(api("GET", at(u"/merge_requests?state=merged"_s), u"author"_s).list.size(), 0);
        advance(5000);
        QCOMPARE(m_stage.mergeRequest(iid)[u"state"_s].toString(), u"merged"_s);
        QCOMPARE(m_stage.effects(u"merge"_s), 1);
    }

    void aStaleBranchIsWhereItWas()
    {
        const QString first = m_stage.commit(u"b"_s, u"a.txt"_s, u"1"_s), second = m_stage.commit(u"b"_s, u"a.txt"_s, u"2"_s);
        QCOMPARE(fault({ { u"op"_s, u"branch.get"_s } }, { { u"kind"_s, u"stale_read"_s }, { u"reads"_s, 1 } }), 201);
        QCOMPARE(m_stage.head(u"b"_s), first);
        QCOMPARE(m_stage.head(u"b"_s), second);
        QCOMPARE(branch(u"new"_s).status, 201);
        QCOMPARE(fault({ { u"op"_s, u"branch.get"_s } }, { { u"kind"_s, u"stale_read"_s }, { u"reads"_s, 1 } }), 201);
        QCOMPARE(api("GET", at(u"/repository/branches/new"_s), u"author"_s).status, 404);
        QCOMPARE(api("GET", at(u"/repository/branches/new"_s), u"author"_s).status, 200);
    }

    void rulesHitWhomTheyName()
    {
        const int iid = mergeable(u"whom"_s);
        QVERIFY(iid > 0);
        const auto hitsFor = [&](const QJsonObject &match, const auto &request) {
            admin("DELETE", u"/faults"_s);
            fault(match, { { u"kind"_s, u"mask404"_s } }, { { u"times"_s, -1 } });
            request();
            return hits();
        };
        const auto read = [&] { api("GET", mr(iid), u"author"_s); };
        QCOMPARE(hitsFor({ { u"method"_s, u"GET"_s } }, read), 1);
        QCOMPARE(hitsFor({ { u"method"_s, u"PUT"_s } }, read), 0);
        QCOMPARE(hitsFor({ { u"user"_s, u"author"_s } }, read), 1);
        QCOMPARE(hitsFor({ { u"user"_s, u"reviewer-1"_s } }, read), 0);
        QCOMPARE(hitsFor({ { u"iid"_s, iid } }, read), 1);
        QCOMPARE(hitsFor({ { u"iid"_s, iid + 1 } }, read), 0);
        QCOMPARE(hitsFor({ { u"path_regex"_s, u"merge_requests/\\d+$"_s } }, read), 1);
        const auto note = [&] { api("POST", mr(iid, u"/notes"_s), u"author"_s, { { u"body"_s, u"the marker"_s } }); };
        QCOMPARE(hitsFor({ { u"body_contains"_s, u"marker"_s } }, note), 1);
        QCOMPARE(hitsFor({ { u"body_contains"_s, u"other"_s } }, note), 0);
    }

    void rulesSkipRepeatAndLeaveThingsToChance()
    {
        fault({ { u"op"_s, u"version"_s } }, { { u"kind"_s, u"status"_s } }, { { u"skip"_s, 1 }, { u"times"_s, 2 } });
        const auto status = [&] { return api("GET", u"/version"_s, u"author"_s).status; };
        QCOMPARE(status(), 200);
        QCOMPARE(status(), 500);
        QCOMPARE(status(), 500);
        QCOMPARE(status(), 200);
        const auto pattern = [&](int seed) {
            admin("DELETE", u"/faults"_s);
            fault({ { u"op"_s, u"version"_s } }, { { u"kind"_s, u"status"_s } },
                  { { u"times"_s, -1 }, { u"probability"_s, 0.5 }, { u"seed"_s, seed } });
            QString text;
            for (int i = 0; i < 40; ++i)
                text += status() == 500 ? u'x' : u'.';
            return text;
        };
        const QString once = pattern(1);
        QVERIFY(once.count(u'x') > 8 && once.count(u'.') > 8);
        QCOMPARE(pattern(1), once);
        QVERIFY(pattern(2) != once);
    }

    void gitIsSpoiltLikeEverythingElse()
    {
        QTemporaryDir directory;
        const QString url = QString(m_stage.twin.apiUrl()).replace(u"http://"_s, u"http://oauth2:author@"_s) + u'/'
            + m_stage.projectPath() + u".git"_s;
        int count = 0;
        const auto clones = [&] { return git(directory.path(), { u"clone"_s, u"-q"_s, url, u"c%1"_s.arg(++count) }); };
        const QJsonObject status { { u"kind"_s, u"status"_s }, { u"code"_s, 503 } };
        const QList<QPair<QJsonObject, QString>> deeds {
            { status, u"before"_s },
            { status, u"response"_s },
            { { { u"kind"_s, u"drop"_s } }, u"after_effect"_s },
            { { { u"kind"_s, u"half"_s }, { u"bytes"_s, 250 } }, u"response"_s },
            { { { u"kind"_s, u"unauthorized"_s } }, u"before"_s },
            { { { u"kind"_s, u"mask404"_s } }, u"before"_s },
            { { { u"kind"_s, u"rate_limit"_s } }, u"before"_s },
        };
        for (const auto &[deed, phase] : deeds) {
            // For ever: git asks a second time on its own when a connection ends without a byte.
            const QJsonObject rule { { u"phase"_s, phase }, { u"times"_s, -1 } };
            QCOMPARE(fault({ { u"op"_s, u"git.fetch"_s } }, deed, rule), 201);
            QVERIFY2(!clones(), qPrintable(deed[u"kind"_s].toString() + u' ' + phase));
            admin("DELETE", u"/faults"_s);
        }
        QCOMPARE(fault({ { u"op"_s, u"git.fetch"_s } }, { { u"kind"_s, u"slow_body"_s }, { u"bps"_s, 20000 } }), 201);
        QVERIFY(clones());
        const QString clone = directory.filePath(u"c%1"_s.arg(count));
        QCOMPARE(fault({ { u"op"_s, u"git.push"_s } }, status, { { u"phase"_s, u"after_effect"_s } }), 201);
        QVERIFY(!git(clone, { u"push"_s, u"-q"_s, u"origin"_s, u"HEAD:refs/heads/lost"_s }));
        QCOMPARE(m_stage.head(u"lost"_s), m_stage.head(u"main"_s));
        QCOMPARE(fault({ { u"op"_s, u"git.push"_s } }, status), 201);
        QVERIFY(!git(clone, { u"push"_s, u"-q"_s, u"origin"_s, u"HEAD:refs/heads/refused"_s }));
        QCOMPARE(m_stage.head(u"refused"_s), QString());
    }

private:
    void send(QTcpSocket &socket, const QByteArray &method, const QString &path) const
    {
        const QUrl url(m_stage.twin.apiUrl());
        socket.connectToHost(url.host(), quint16(url.port()));
        socket.waitForConnected(5000);
        const QByteArray body = method == "GET" ? QByteArray() : QByteArray("Content-Length: 2\r\n\r\n{}");
        socket.write(method + " /api/v4" + path.toLatin1() + " HTTP/1.1\r\nHost: h\r\nPRIVATE-TOKEN: author\r\n"
                     + (body.isEmpty() ? QByteArray("\r\n") : body));
        socket.waitForBytesWritten(5000);
    }
    static QByteArray everything(QTcpSocket &socket)
    {
        QByteArray all;
        while (socket.waitForReadyRead(5000))
            all += socket.readAll();
        return all + socket.readAll();
    }
    static const QByteArray &grow(QTcpSocket &socket, QByteArray &got)
    {
        socket.waitForReadyRead(10);
        return got += socket.readAll();
    }
    int hits()
    {
        int sum = 0;
        const QJsonArray faults = admin("GET", u"/faults"_s).json[u"faults"_s].toArray();
        for (const QJsonValue &rule : faults)
            sum += rule[u"hits"_s].toInt();
        return sum;
    }
    TwinAnswer branch(const QString &name)
    {
        return api("POST", at(u"/repository/branches?ref=main&branch="_s + name), u"author"_s);
    }
    static bool git(const QString &directory, const QStringList &arguments)
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"GIT_TERMINAL_PROMPT"_s, u"0"_s);
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(directory);
        process.setStandardErrorFile(QProcess::nullDevice());
        process.start(u"git"_s, arguments);
        return process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    }
};

QTEST_GUILESS_MAIN(TwinFaultsTest)
#include "tst_twinfaults.moc"
