// SPDX-License-Identifier: GPL-3.0-only
// The twin killed and started again in the same folder: what it had answered is there, once, and what was going to
// happen happens.
#include "tests/twin/driver/callbackreceiver.h"
#include "tests/twin/driver/twinstage.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QNetworkReply>
#include <QProcess>
#include <QRegularExpression>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTest>

using namespace Qt::StringLiterals;
using slipway::twin::CallbackReceiver;
using slipway::twin::TwinAnswer;
using slipway::twin::TwinStage;

namespace {

QString program() { return QCoreApplication::applicationDirPath() + u"/slipway-twin"_s; }

} // namespace

class TwinRestartTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_stage.start(), QString()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        admin("POST", u"/clock"_s, { { u"mode"_s, u"real"_s } });
        m_stage.newProject({ { u"required_approvals"_s, 1 } });
    }
    // An orderly end compares memory with disk.
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void everythingIsThereAfterAKill()
    {
        const int iid = m_stage.openMergeRequest(u"kept"_s);
        QTRY_COMPARE(m_stage.status(iid), u"not_approved"_s);
        const QString mergeRequest = m_stage.at(u"/merge_requests/%1"_s.arg(iid));
        QCOMPARE(api("POST", mergeRequest + u"/approve"_s, u"reviewer-1"_s).status, 201);
        QCOMPARE(api("POST", mergeRequest + u"/notes"_s, u"author"_s, { { u"body"_s, u"remember me"_s } }).status, 201);
        QCOMPARE(admin("POST", u"/faults"_s,
                       { { u"id"_s, u"kept"_s },
                         { u"match"_s, QJsonObject { { u"op"_s, u"version"_s } } },
                         { u"times"_s, 3 },
                         { u"do"_s, QJsonObject { { u"kind"_s, u"status"_s }, { u"code"_s, 503 } } } })
                     .status,
                 201);
        QCOMPARE(api("GET", u"/version"_s, u"author"_s).status, 503);
        QTRY_COMPARE(m_stage.mergeRequest(iid)[u"head_pipeline"_s][u"status"_s].toString(), u"success"_s);
        const QJsonObject before = m_stage.mergeRequest(iid), policy = projectPolicy();
        const QJsonObject ledger = admin("GET", u"/effects"_s).json;
        restart();
        const QJsonObject after = m_stage.mergeRequest(iid);
        for (const QString &field : { u"iid"_s, u"sha"_s, u"state"_s, u"title"_s, u"detailed_merge_status"_s, u"diff_refs"_s,
                                      u"created_at"_s, u"updated_at"_s })
            QCOMPARE(after[field], before[field]);
        QCOMPARE(after[u"head_pipeline"_s][u"id"_s], before[u"head_pipeline"_s][u"id"_s]);
        QCOMPARE(projectPolicy(), policy);
        QCOMPARE(admin("GET", u"/effects"_s).json, ledger);
        const QJsonArray approvers = api("GET", mergeRequest + u"/approvals"_s, u"author"_s).json[u"approved_by"_s].toArray();
        QCOMPARE(approvers.size(), 1);
        QCOMPARE(approvers[0][u"user"_s][u"username"_s].toString(), u"reviewer-1"_s);
        QCOMPARE(api("GET", mergeRequest + u"/notes"_s, u"author"_s).list[0][u"body"_s].toString(), u"remember me"_s);
        // Two of the fault's three times are left.
        QCOMPARE(api("GET", u"/version"_s, u"author"_s).status, 503);
        QCOMPARE(api("GET", u"/version"_s, u"author"_s).status, 503);
        QCOMPARE(api("GET", u"/version"_s, u"author"_s).status, 200);
        QCOMPARE(m_stage.merge(iid).status, 200);
        QCOMPARE(m_stage.effects(u"merge"_s), 1);
    }

    void peopleStillComeWhenTheyWereToldTo()
    {
        m_stage.newProject();
        const int iid = m_stage.openMergeRequest(u"people"_s);
        QTRY_COMPARE(m_stage.status(iid), u"mergeable"_s);
        admin("POST", u"/clock"_s, { { u"mode"_s, u"manual"_s } });
        const auto comment = [&](const QString &text, const QJsonObject &at, int times) {
            return admin("POST", u"/human"_s,
                         { { u"op"_s, u"comment"_s },
                           { u"project"_s, m_stage.projectPath() },
                           { u"iid"_s, iid },
                           { u"user"_s, u"maintainer"_s },
                           { u"body"_s, text },
                           { u"at"_s, at },
                           { u"times"_s, times } })
                .status;
        };
        QCOMPARE(comment(u"at the merge"_s, { { u"before_op"_s, u"mr.get"_s } }, 2), 202);
        QCOMPARE(comment(u"in a minute"_s, { { u"delay_ms"_s, 60000 } }, 1), 202);
        m_stage.mergeRequest(iid);
        QCOMPARE(m_stage.effects(u"note"_s), 1);
        restart();
        QCOMPARE(m_stage.effects(u"note"_s), 1);
        m_stage.mergeRequest(iid);
        m_stage.mergeRequest(iid);
        QCOMPARE(m_stage.effects(u"note"_s), 2);
        admin("POST", u"/clock/advance"_s, { { u"ms"_s, 60000 } });
        QTRY_COMPARE(m_stage.effects(u"note"_s), 3);
        const QJsonArray orders = admin("GET", u"/human"_s).json[u"orders"_s].toArray();
        for (const QJsonValue &order : orders)
            QCOMPARE(order[u"state"_s].toString(), u"done"_s);
    }

    void aKillBetweenEffectAndAnswerLeavesOneEffect()
    {
        m_stage.newProject();
        const int iid = m_stage.openMergeRequest(u"lost"_s);
        QTRY_COMPARE(m_stage.status(iid), u"mergeable"_s);
        admin("POST", u"/faults"_s,
              { { u"match"_s, QJsonObject { { u"op"_s, u"mr.merge"_s } } },
                { u"phase"_s, u"after_effect"_s },
                { u"do"_s, QJsonObject { { u"kind"_s, u"hang"_s } } } });
        QNetworkAccessManager network;
        const QUrl url(m_stage.twin.apiUrl() + u"/api/v4"_s + m_stage.at(u"/merge_requests/%1/merge"_s.arg(iid)));
        QNetworkRequest request(url);
        request.setRawHeader("PRIVATE-TOKEN", "maintainer");
        request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
        QNetworkReply *reply = network.put(request, "{}");
        QTRY_COMPARE(m_stage.effects(u"merge"_s), 1);
        const QString merged = m_stage.head(u"main"_s);
        restart();
        QTRY_VERIFY(reply->isFinished());
        reply->deleteLater();
        QCOMPARE(m_stage.effects(u"merge"_s), 1);
        QCOMPARE(m_stage.mergeRequest(iid)[u"state"_s].toString(), u"merged"_s);
        QCOMPARE(m_stage.head(u"main"_s), merged);
        const QJsonArray calls = admin("GET", u"/journal?op=mr.merge"_s).json[u"entries"_s].toArray();
        const QJsonArray effects = admin("GET", u"/effects?kind=merge"_s).json[u"effects"_s].toArray();
        QVERIFY(calls.last()[u"effects"_s].toArray().contains(effects.last()[u"id"_s]));
        QCOMPARE(effects.last()[u"request"_s], calls.last()[u"id"_s]);
    }

    void aReferenceThatMovedWithoutBeingBookedIsPutBack()
    {
        const QString head = m_stage.head(u"main"_s), other = m_stage.commit(u"side"_s, u"x.txt"_s, u"x"_s);
        m_stage.twin.kill();
        const QString repository = newestRepository();
        QCOMPARE(git(repository, { u"update-ref"_s, u"refs/heads/main"_s, other }), 0);
        QCOMPARE(git(repository, { u"update-ref"_s, u"refs/heads/unbooked"_s, other }), 0);
        QCOMPARE(git(repository, { u"update-ref"_s, u"-d"_s, u"refs/heads/side"_s }), 0);
        QCOMPARE(m_stage.twin.start(program()), QString());
        QCOMPARE(m_stage.head(u"main"_s), head);
        QCOMPARE(m_stage.head(u"side"_s), other);
        QCOMPARE(m_stage.head(u"unbooked"_s), QString());
    }

    void whatWasGoingToHappenHappens()
    {
        CallbackReceiver receiver;
        m_stage.newProject({ { u"pipeline_step_ms"_s, 1000 }, { u"required_approvals"_s, 1 }, { u"reset_delay_ms"_s, 60000 } });
        admin("POST", u"/services"_s,
              { { u"url"_s, receiver.url() }, { u"approval_secret"_s, u"s1"_s }, { u"retry_ms"_s, QJsonArray { 5000 } } });
        // What earlier tests left for a service that was not there comes first.
        QTRY_VERIFY(!admin("GET", u"/deliveries"_s).body.contains("\"state\":\"waiting\""));
        admin("POST", u"/clock"_s, { { u"mode"_s, u"manual"_s } });
        receiver.answerFirstWith({ 503 });
        QCOMPARE(ask(u"kept-1"_s).status, 201);
        QCOMPARE(admin("POST", u"/approvals/kept-1/decide"_s, { { u"decision"_s, u"approved"_s } }).status, 200);
        // Deploys of earlier tests find their way to the service as well.
        const auto told = [&] {
            auto found = receiver.received();
            found.removeIf([](const auto &callback) { return callback.path != "/callbacks/approval"; });
            return found;
        };
        QTRY_COMPARE(told().size(), 1);
        const int iid = m_stage.openMergeRequest(u"timers"_s);
        advance(100);
        QTRY_COMPARE(pipelineOf(iid), u"created"_s);
        QCOMPARE(api("POST", m_stage.at(u"/merge_requests/%1/approve"_s.arg(iid)), u"reviewer-1"_s).status, 201);
        m_stage.commit(u"timers"_s, u"more.txt"_s, u"more"_s);
        const QJsonObject clock = admin("GET", u"/clock"_s).json;
        restart();
        QCOMPARE(admin("GET", u"/clock"_s).json, clock);
        // The callback that was refused once comes again, with the same event.
        advance(5000);
        QTRY_COMPARE(told().size(), 2);
        QCOMPARE(told()[1].json[u"eventId"_s], told()[0].json[u"eventId"_s]);
        QTRY_COMPARE(pipelineOf(iid), u"success"_s);
        QCOMPARE(approvalsOf(iid), 1);
        advance(60000);
        QTRY_COMPARE(approvalsOf(iid), 0);
        QCOMPARE(m_stage.effects(u"approvals_reset"_s), 1);
        admin("POST", u"/clock"_s, { { u"mode"_s, u"real"_s } });
        admin("POST", u"/services"_s, { { u"url"_s, QString() } });
    }

    void anInterruptedMergeIsOpenAgain()
    {
        m_stage.newProject({ { u"locked_ms"_s, 600000 } });
        const int iid = m_stage.openMergeRequest(u"locked"_s);
        QTRY_COMPARE(m_stage.status(iid), u"mergeable"_s);
        QNetworkAccessManager network;
        QNetworkRequest request(
            QUrl(m_stage.twin.apiUrl() + u"/api/v4"_s + m_stage.at(u"/merge_requests/%1/merge"_s.arg(iid))));
        request.setRawHeader("PRIVATE-TOKEN", "maintainer");
        request.setHeader(QNetworkRequest::ContentTypeHeader, u"application/json"_s);
        QNetworkReply *reply = network.put(request, "{}");
        QTRY_COMPARE(m_stage.mergeRequest(iid)[u"state"_s].toString(), u"locked"_s);
        restart();
        QTRY_VERIFY(reply->isFinished());
        reply->deleteLater();
        QCOMPARE(m_stage.mergeRequest(iid)[u"state"_s].toString(), u"opened"_s);
        QCOMPARE(m_stage.effects(u"merge"_s), 0);
    }

    void aFolderOfAnotherVersionIsRefused()
    {
        QTemporaryDir directory;
        QVERIFY(sqlite(directory.filePath(u"state.sqlite"_s), u"PRAGMA user_version=1; CREATE TABLE x(y)"_s));
        QFile marker(directory.filePath(u"slipway-twin.data"_s));
        QVERIFY(marker.open(QIODevice::WriteOnly));
        marker.close();
        QProcess process;
        process.start(program(), { u"--data"_s, directory.path() });
        QVERIFY(process.waitForFinished(30000));
        QCOMPARE(process.exitCode(), 3);
        QVERIFY(process.readAllStandardError().contains("another version of the twin"));
    }

    void aFolderInUseIsRefused()
    {
        QProcess process;
        process.start(program(), { u"--data"_s, m_stage.twin.dataFolder() });
        QVERIFY(process.waitForFinished(30000));
        QCOMPARE(process.exitCode(), 3);
        QVERIFY(process.readAllStandardError().contains("in use"));
    }

    void aResetForgetsEverythingForGood()
    {
        QCOMPARE(admin("POST", u"/reset"_s).status, 200);
        restart();
        const QJsonObject state = admin("GET", u"/state"_s).json;
        QVERIFY(state[u"projects"_s].toArray().isEmpty());
        QVERIFY(state[u"users"_s].toArray().isEmpty());
        QCOMPARE(admin("GET", u"/effects"_s).json[u"last"_s].toInt(), 0);
    }

private:
    TwinAnswer api(const QByteArray &method, const QString &path, const QString &token, const QJsonObject &body = {})
    {
        return m_stage.twin.api(method, path, token, body);
    }
    TwinAnswer admin(const QByteArray &method, const QString &path, const QJsonObject &body = {})
    {
        return m_stage.twin.admin(method, path, body);
    }
    TwinAnswer ask(const QString &key)
    {
        const QJsonObject body { { u"approval_key"_s, key }, { u"operation_id"_s, key } };
        return m_stage.twin.raw("POST", QUrl(m_stage.twin.apiUrl() + u"/approvals"_s),
                                { { "Authorization", "Bearer s1" }, { "Content-Type", "application/json" } },
                                QJsonDocument(body).toJson());
    }
    void restart()
    {
        m_stage.twin.kill();
        QCOMPARE(m_stage.twin.start(program()), QString());
    }
    void advance(int ms) { QCOMPARE(admin("POST", u"/clock/advance"_s, { { u"ms"_s, ms } }).status, 200); }
    QJsonObject projectPolicy()
    {
        return admin("GET", u"/projects/%1/policy"_s.arg(QString(m_stage.projectPath()).replace(u"/"_s, u"%2F"_s))).json;
    }
    QString pipelineOf(int iid) { return m_stage.mergeRequest(iid)[u"head_pipeline"_s][u"status"_s].toString(); }
    qsizetype approvalsOf(int iid)
    {
        const QString path = m_stage.at(u"/merge_requests/%1/approvals"_s.arg(iid));
        return api("GET", path, u"author"_s).json[u"approved_by"_s].toArray().size();
    }
    QString newestRepository() const
    {
        const QDir generation(m_stage.twin.dataFolder() + u"/repositories/0"_s);
        const QStringList names = generation.entryList({ u"*.git"_s }, QDir::Dirs);
        int newest = 0;
        for (const QString &name : names)
            newest = qMax(newest, name.chopped(4).toInt());
        return generation.filePath(u"%1.git"_s.arg(newest));
    }
    static int git(const QString &repository, const QStringList &arguments)
    {
        return QProcess::execute(u"git"_s, QStringList { u"-C"_s, repository } + arguments);
    }
    static bool sqlite(const QString &file, const QString &statements)
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"test"_s);
        database.setDatabaseName(file);
        bool done = database.open();
        const QStringList all = statements.split(u';');
        for (const QString &statement : all)
            done = done && QSqlQuery(database).exec(statement);
        database.close();
        database = QSqlDatabase();
        QSqlDatabase::removeDatabase(u"test"_s);
        return done;
    }

    TwinStage m_stage;
};

QTEST_GUILESS_MAIN(TwinRestartTest)
#include "tst_twinrestart.moc"
