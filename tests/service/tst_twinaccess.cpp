// SPDX-License-Identifier: GPL-3.0-only
// Who may ask the twin what, how lists are cut into pages, what every answer carries, and who leaves too early.
#include "twincase.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTcpSocket>

using namespace Qt::StringLiterals;

class TwinAccessTest : public TwinCase {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCOMPARE(m_stage.start(), QString());
        const auto person = [](const QString &name, bool admin, const QJsonArray &tokens) {
            return QJsonObject { { u"username"_s, name }, { u"admin"_s, admin }, { u"tokens"_s, tokens } };
        };
        const auto token = [](const QString &value, const QJsonArray &scopes, bool revoked = false) {
            return QJsonObject { { u"token"_s, value }, { u"scopes"_s, scopes }, { u"revoked"_s, revoked } };
        };
        const QJsonArray users { person(u"root"_s, true,
                                        { token(u"root"_s, { u"api"_s, u"sudo"_s }), token(u"root-api"_s, { u"api"_s }) }),
                                 person(u"plain"_s, false,
                                        { token(u"plain-sudo"_s, { u"api"_s, u"sudo"_s }), token(u"gone"_s, { u"api"_s }, true),
                                          token(u"git-only"_s, { u"read_repository"_s }) }) };
        QCOMPARE(admin("POST", u"/seed"_s, { { u"users"_s, users } }).status, 201);
    }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        prepare();
    }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void aTokenIsTakenWhereverGitLabTakesIt()
    {
        const auto name = [&](const QString &path, const QList<QPair<QByteArray, QByteArray>> &headers) {
            return raw("GET", path, headers).json[u"username"_s].toString();
        };
        QCOMPARE(name(u"/api/v4/user"_s, { { "PRIVATE-TOKEN", "author" } }), u"author"_s);
        QCOMPARE(name(u"/api/v4/user"_s, { { "Authorization", "Bearer author" } }), u"author"_s);
        QCOMPARE(name(u"/api/v4/user?private_token=author"_s, {}), u"author"_s);
        QCOMPARE(name(u"/api/v4/user?access_token=author"_s, {}), u"author"_s);
    }

    void badTokensAreToldApart()
    {
        const auto answer = [&](const QByteArray &header, const QByteArray &value) {
            return raw("GET", u"/api/v4/user"_s, { { header, value } });
        };
        QCOMPARE(answer("PRIVATE-TOKEN", "nonsense").json, QJsonObject({ { u"message"_s, u"401 Unauthorized"_s } }));
        const TwinAnswer unknown = answer("Authorization", "Bearer nonsense");
        QCOMPARE(unknown.json[u"error"_s].toString(), u"invalid_token"_s);
        QVERIFY(unknown.header("WWW-Authenticate").contains("invalid_token"));
        QVERIFY(answer("PRIVATE-TOKEN", "gone").json[u"error_description"_s].toString().startsWith(u"Token was revoked"_s));
        QVERIFY(answer("PRIVATE-TOKEN", "expired").json[u"error_description"_s].toString().startsWith(u"Token is expired"_s));
        const TwinAnswer narrow = answer("PRIVATE-TOKEN", "git-only");
        QCOMPARE(narrow.status, 403);
        QCOMPARE(narrow.json[u"error"_s].toString(), u"insufficient_scope"_s);
        QVERIFY(!narrow.json[u"scope"_s].toString().isEmpty());
    }

    void anAdministratorActsAsAnother()
    {
        const auto as = [&](const QByteArray &token, const QByteArray &whom) {
            return raw("GET", u"/api/v4/user"_s, { { "PRIVATE-TOKEN", token }, { "Sudo", whom } });
        };
        QCOMPARE(as("root", "author").json[u"username"_s].toString(), u"author"_s);
        const int id = as("root", "author").json[u"id"_s].toInt();
        QCOMPARE(as("root", QByteArray::number(id)).json[u"username"_s].toString(), u"author"_s);
        QCOMPARE(as("root", "nobody-there").status, 404);
        QCOMPARE(as("root-api", "author").json[u"error"_s].toString(), u"insufficient_scope"_s);
        QCOMPARE(as("plain-sudo", "author").status, 403);
        QCOMPARE(raw("POST", u"/api/v4"_s + at(u"/merge_requests"_s),
                     { { "PRIVATE-TOKEN", "root" }, { "Sudo", "outsider" }, { "Content-Type", "application/json" } }, "{}")
                     .status,
                 404);
    }

    void everyAnswerCanBeTracedBack()
    {
        const TwinAnswer one = api("GET", u"/version"_s, u"author"_s), other = api("GET", u"/version"_s, u"author"_s);
        QCOMPARE(one.header("X-Request-Id").size(), 26);
        QVERIFY(one.header("X-Request-Id") != other.header("X-Request-Id"));
        QVERIFY(one.header("X-Runtime").toDouble() > 0);
        const QJsonArray entries = admin("GET", u"/journal?op=version"_s).json[u"entries"_s].toArray();
        QVERIFY(entries.last()[u"connection"_s].toInt() > 0);
    }

    void aMovedProjectLeadsReadersOnAndStopsWriters()
    {
        const QString old = m_stage.projectPath(), fresh = old + u"-moved"_s;
        const int id = api("GET", at(), u"author"_s).json[u"id"_s].toInt();
        const QString oldPath = QString(old).replace(u"/"_s, u"%2F"_s);
        QCOMPARE(admin("POST", u"/projects/%1/move"_s.arg(oldPath), { { u"path"_s, fresh } }).status, 200);
        const TwinAnswer read = api("GET", at(u"/merge_requests?state=opened"_s), u"author"_s);
        QCOMPARE(read.status, 301);
        QCOMPARE(read.header("Location"),
                 u"%1/api/v4/projects/%2/merge_requests?state=opened"_s.arg(m_stage.twin.apiUrl()).arg(id).toUtf8());
        const TwinAnswer write = api("POST", at(u"/merge_requests"_s), u"author"_s);
        QCOMPARE(write.status, 405);
        QCOMPARE(write.json[u"message"_s].toString(), u"Non GET methods are not allowed for moved projects"_s);
        QCOMPARE(api("GET", at(), u"outsider"_s).status, 404);
        QCOMPARE(api("GET", u"/projects/%1"_s.arg(id), u"author"_s).json[u"path_with_namespace"_s].toString(), fresh);
    }

    void malformedParametersAreNamed()
    {
        const auto error = [&](const QString &path) { return api("GET", at(path), u"author"_s).json[u"error"_s].toString(); };
        QCOMPARE(error(u"/merge_requests?state=nonsense"_s), u"state does not have a valid value"_s);
        QCOMPARE(error(u"/merge_requests?page=x"_s), u"page is invalid"_s);
        QCOMPARE(error(u"/merge_requests/abc"_s), u"merge_request_iid is invalid"_s);
        QCOMPARE(error(u"/merge_requests?sort=up"_s), u"sort does not have a valid value"_s);
        QCOMPARE(api("GET", at(u"/merge_requests/4711"_s), u"author"_s).json[u"message"_s].toString(), u"404 Not found"_s);
        QCOMPARE(raw("POST", u"/api/v4"_s + at(u"/merge_requests"_s),
                     { { "PRIVATE-TOKEN", "author" }, { "Content-Type", "application/json" } }, "{broken")
                     .status,
                 400);
        const TwinAnswer form = raw("POST", u"/api/v4"_s + at(u"/repository/branches"_s),
                                    { { "PRIVATE-TOKEN", "author" }, { "Content-Type", "application/x-www-form-urlencoded" } },
                                    "branch=a%2Bb&ref=main");
        QCOMPARE(form.json[u"name"_s].toString(), u"a+b"_s);
    }

    void formsOfBothKindsAreTaken()
    {
        const auto created = [&](const QByteArray &type, const QByteArray &body) {
            return raw("POST", u"/api/v4"_s + at(u"/repository/branches"_s),
                       { { "PRIVATE-TOKEN", "author" }, { "Content-Type", type } }, body);
        };
        QCOMPARE(created("application/x-www-form-urlencoded", "branch=form-1&ref=main").status, 201);
        const QByteArray parts = "--x y\r\nContent-Disposition: form-data; name=\"branch\"\r\n\r\nform-2\r\n"
                                 "--x y\r\ncontent-disposition: form-data; name=\"ref\"\r\n\r\nmain\r\n--x y--\r\n";
        QCOMPARE(created("multipart/form-data; boundary=\"x y\"", parts).status, 201);
        QVERIFY(!m_stage.head(u"form-2"_s).isEmpty());
        QCOMPARE(created("multipart/form-data; boundary=other", parts).status, 400);
        QCOMPARE(created("multipart/form-data; boundary=\"x y\"", parts.chopped(4)).status, 400);
    }

    void usersAndMembersAreFound()
    {
        const QJsonArray found = api("GET", u"/users?username=author"_s, u"reviewer-1"_s).list;
        QCOMPARE(found.size(), 1);
        const int id = found[0][u"id"_s].toInt();
        QCOMPARE(api("GET", u"/users/%1"_s.arg(id), u"reviewer-1"_s).json[u"username"_s].toString(), u"author"_s);
        QCOMPARE(api("GET", at(u"/members/all/%1"_s.arg(id)), u"reviewer-1"_s).json[u"access_level"_s].toInt(), 30);
        QCOMPARE(api("GET", at(u"/members"_s), u"reviewer-1"_s).list.size(), 6);
        QCOMPARE(api("GET", u"/projects?search=%1"_s.arg(m_stage.projectPath()), u"author"_s).list.size(), 1);
        QCOMPARE(api("GET", u"/projects"_s, u"outsider"_s).list.size(), 0);
        QVERIFY(api("GET", u"/personal_access_tokens/self"_s, u"author"_s).json[u"active"_s].toBool());
    }

    void keysetPagesHoldEveryEntryOnce()
    {
        for (int i = 0; i < 7; ++i)
            api("POST", at(u"/repository/branches?branch=k%1&ref=main"_s.arg(i)), u"author"_s);
        QStringList names;
        QString url = m_stage.twin.apiUrl() + u"/api/v4"_s + at(u"/repository/branches?pagination=keyset&per_page=3"_s);
        for (int pages = 0; !url.isEmpty() && pages < 10; ++pages) {
            const TwinAnswer page = m_stage.twin.raw("GET", QUrl(url), { { "PRIVATE-TOKEN", "author" } }, {});
            QVERIFY(page.header("X-Total").isEmpty() && page.header("X-Page").isEmpty());
            for (const QJsonValue &branch : page.list)
                names.append(branch[u"name"_s].toString());
            // One that goes while the pages are read neither hides nor doubles another.
            if (pages == 0)
                api("DELETE", at(u"/repository/branches/k0"_s), u"author"_s);
            const QString link = QString::fromLatin1(page.header("Link"));
            url = link.contains(u"rel=\"next\""_s) ? link.section(u'<', 1).section(u'>', 0, 0) : QString();
            QVERIFY(!link.contains(u"last"_s));
        }
        QCOMPARE(names.size(), 8);
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), 8);
    }

    void commitsAreNeverCounted()
    {
        m_stage.commit(u"c"_s, u"a.txt"_s, u"1"_s);
        m_stage.commit(u"c"_s, u"a.txt"_s, u"2"_s);
        const TwinAnswer page = api("GET", at(u"/repository/commits?ref_name=c&per_page=2"_s), u"author"_s);
        QVERIFY(page.header("X-Total").isEmpty());
        QVERIFY(page.header("Link").contains("rel=\"next\"") && !page.header("Link").contains("rel=\"last\""));
        QCOMPARE(api("GET", at(u"/repository/commits?ref_name=c&per_page=2&page=2"_s), u"author"_s).list.size(), 1);
    }

    void aboveTenThousandEntriesTheTotalIsNotTold()
    {
        QCOMPARE(policy({ { u"pipelines"_s, false } }), 200);
        QTemporaryDir directory;
        const auto git = [&](const QStringList &arguments, const QByteArray &input = {}) {
            QProcess process;
            process.setWorkingDirectory(directory.path());
            process.start(u"git"_s, arguments);
            process.write(input);
            process.closeWriteChannel();
            return process.waitForFinished(120000) && process.exitCode() == 0;
        };
        const QString url = QString(m_stage.twin.apiUrl()).replace(u"http://"_s, u"http://oauth2:author@"_s) + u'/'
            + m_stage.projectPath() + u".git"_s;
        QVERIFY(git({ u"clone"_s, u"-q"_s, u"--bare"_s, url, u"."_s }));
        QByteArray references;
        for (int i = 0; i < 10000; ++i)
            references += "create refs/heads/many/" + QByteArray::number(i) + ' ' + m_stage.head(u"main"_s).toLatin1() + '\n';
        QVERIFY(git({ u"update-ref"_s, u"--stdin"_s }, references));
        QVERIFY(git({ u"push"_s, u"-q"_s, url, u"refs/heads/many/*:refs/heads/many/*"_s }));
        const TwinAnswer page = api("GET", at(u"/repository/branches"_s), u"author"_s);
        QCOMPARE(page.list.size(), 20);
        QVERIFY(page.header("X-Total").isEmpty() && page.header("X-Total-Pages").isEmpty());
        QCOMPARE(page.header("X-Next-Page"), QByteArray("2"));
        QVERIFY(!page.header("Link").contains("rel=\"last\""));
    }

    void twoThousandAbortedConnectionsHarmNobody()
    {
        const QUrl url(m_stage.twin.apiUrl());
        for (int i = 0; i < 2000; ++i) {
            QTcpSocket socket;
            socket.connectToHost(url.host(), quint16(url.port()));
            QVERIFY(socket.waitForConnected(5000));
            // Some leave within the head, some within the body, some while they are answered.
            const QByteArray head = "POST /api/v4" + at(u"/repository/branches?ref=main&branch=x"_s).toLatin1()
                + QByteArray::number(i) + " HTTP/1.1\r\nHost: h\r\nPRIVATE-TOKEN: author\r\nContent-Length: 2\r\n\r\n{}";
            socket.write(i % 3 == 0 ? head : head.left(i % 3 == 1 ? head.size() - 1 : 40));
            socket.waitForBytesWritten(5000);
            socket.abort();
        }
        QCOMPARE(api("GET", u"/user"_s, u"author"_s).status, 200);
        QTRY_VERIFY(admin("GET", u"/state"_s).status == 200);
    }
};

QTEST_GUILESS_MAIN(TwinAccessTest)
#include "tst_twinaccess.moc"
