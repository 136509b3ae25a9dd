// SPDX-License-Identifier: GPL-3.0-only
// People who step in at a chosen point, and orders the admin port does not understand.
#include "twincase.h"

#include <QJsonDocument>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

class TwinOrdersTest : public TwinCase {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_stage.start(), QString()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        prepare();
    }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void somebodyClosesRightBeforeTheMerge()
    {
        const int iid = mergeable(u"before"_s);
        QCOMPARE(human(u"close"_s, iid, when(u"before_op"_s, u"merge"_s)).status, 202);
        QCOMPARE(m_stage.merge(iid).status, 405);
        QCOMPARE(m_stage.mergeRequest(iid)[u"state"_s].toString(), u"closed"_s);
        QCOMPARE(lastOrder()[u"state"_s].toString(), u"done"_s);
        QCOMPARE(m_stage.effects(u"close"_s), 1);
        QCOMPARE(human(u"reopen"_s, iid).status, 200);
        QVERIFY(becomes(iid, u"mergeable"_s));
        QCOMPARE(m_stage.merge(iid).status, 200);
    }

    void somebodyPushesRightAfterTheApproval()
    {
        policy({ { u"required_approvals"_s, 1 }, { u"reset_delay_ms"_s, 60000 } });
        const int iid = m_stage.openMergeRequest(u"after"_s);
        QVERIFY(becomes(iid, u"not_approved"_s));
        const QString before = m_stage.head(u"after"_s);
        QJsonObject order = when(u"after_op"_s, u"mr.approve"_s);
        order.insert(u"files"_s, QJsonObject { { u"late.txt"_s, u"late"_s } });
        QCOMPARE(human(u"push"_s, iid, order).status, 202);
        QCOMPARE(approve(iid, u"reviewer-1"_s, { { u"sha"_s, before } }).status, 201);
        QVERIFY(m_stage.head(u"after"_s) != before);
        QVERIFY(becomes(iid, u"approvals_syncing"_s));
    }

    void aPushDuringTheLockFailsTheMerge()
    {
        const int iid = mergeable(u"lock"_s);
        const QString before = m_stage.head(u"lock"_s);
        QJsonObject order { { u"at"_s, u"during_lock"_s } };
        order.insert(u"files"_s, QJsonObject { { u"late.txt"_s, u"late"_s } });
        QCOMPARE(human(u"push"_s, iid, order).status, 202);
        QCOMPARE(m_stage.merge(iid, u"maintainer"_s, { { u"sha"_s, before } }).status, 422);
        QVERIFY(m_stage.mergeRequest(iid)[u"merge_error"_s].toString().startsWith(u"Branch has been updated"_s));
        QCOMPARE(m_stage.effects(u"merge"_s), 0);
        // A second merge within the lock loses, and a target that moves there does no harm.
        QVERIFY(becomes(iid, u"mergeable"_s));
        QCOMPARE(human(u"merge"_s, iid, { { u"at"_s, QJsonObject { { u"during_lock"_s, true } } } }).status, 202);
        QCOMPARE(human(u"push_target"_s, iid,
                       { { u"at"_s, u"during_lock"_s }, { u"files"_s, QJsonObject { { u"t.txt"_s, u"t"_s } } } })
                     .status,
                 202);
        QCOMPARE(m_stage.merge(iid).status, 200);
        QCOMPARE(m_stage.effects(u"merge"_s), 1);
        const QJsonArray orders = admin("GET", u"/human"_s).json[u"orders"_s].toArray();
        QCOMPARE(orders[1][u"state"_s].toString(), u"refused"_s);
        QCOMPARE(orders[1][u"results"_s][0][u"status"_s].toInt(), 405);
        QCOMPARE(api("GET", at(u"/repository/files/t.txt?ref=main"_s), u"author"_s).status, 200);
    }

    void aTargetThatMovesUnderAFastForwardLosesNothing()
    {
        policy({ { u"merge_method"_s, u"ff"_s } });
        const int iid = mergeable(u"ff"_s);
        QCOMPARE(human(u"push_target"_s, iid,
                       { { u"at"_s, u"during_lock"_s }, { u"files"_s, QJsonObject { { u"t.txt"_s, u"t"_s } } } })
                     .status,
                 202);
        QCOMPARE(m_stage.merge(iid).status, 422);
        QCOMPARE(api("GET", at(u"/repository/files/t.txt?ref=main"_s), u"author"_s).status, 200);
    }

    void somebodyComesAfterAWhileOrSeveralTimes()
    {
        const int iid = mergeable(u"while"_s);
        setClock(u"manual"_s);
        QCOMPARE(
            human(u"comment"_s, iid, { { u"body"_s, u"hm"_s }, { u"at"_s, QJsonObject { { u"delay_ms"_s, 5000 } } } }).status,
            202);
        QCOMPARE(m_stage.effects(u"note"_s), 0);
        advance(5000);
        QTRY_COMPARE(m_stage.effects(u"note"_s), 1);
        QJsonObject order = when(u"before_op"_s, u"mr.get"_s);
        order.insert(u"times"_s, 2);
        order.insert(u"body"_s, u"again"_s);
        QCOMPARE(human(u"comment"_s, iid, order).status, 202);
        for (int i = 0; i < 3; ++i)
            m_stage.mergeRequest(iid);
        QCOMPARE(m_stage.effects(u"note"_s), 3);
        QCOMPARE(human(u"comment"_s, iid, when(u"before_op"_s, u"mr.get"_s)).status, 202);
        admin("DELETE", u"/human"_s);
        m_stage.mergeRequest(iid);
        QCOMPARE(m_stage.effects(u"note"_s), 3);
    }

    void aPersonDoesEverything()
    {
        policy({ { u"required_approvals"_s, 0 } });
        const int iid = mergeable(u"all"_s);
        for (const QString &op :
             { u"draft"_s, u"ready"_s, u"approve"_s, u"unapprove"_s, u"close"_s, u"reopen"_s, u"comment"_s })
            QCOMPARE(human(op, iid).status, 200);
        QCOMPARE(m_stage.mergeRequest(iid)[u"title"_s].toString(), u"A change"_s);
        const QJsonObject files { { u"files"_s, QJsonObject { { u"h.txt"_s, u"h"_s }, { u"README.md"_s, QJsonValue() } } } };
        const QString before = m_stage.head(u"all"_s);
        const QString pushed = human(u"push"_s, iid, files).json[u"sha"_s].toString();
        QCOMPARE(m_stage.head(u"all"_s), pushed);
        QVERIFY(human(u"force_push"_s, iid, files).json[u"sha"_s].toString() != pushed);
        QVERIFY(before != pushed);
        // Other content than the branch has: within one second it would be the same commit, and the merge request merged.
        const QJsonObject others { { u"files"_s, QJsonObject { { u"target.txt"_s, u"t"_s } } } };
        QCOMPARE(human(u"push_target"_s, iid, others).status, 200);
        QCOMPARE(human(u"rebase"_s, iid).status, 200);
        QTRY_VERIFY(!m_stage.mergeRequest(iid)[u"rebase_in_progress"_s].toBool());
        QCOMPARE(human(u"approve"_s, iid, { { u"user"_s, u"outsider"_s } }).status, 409);
        QCOMPARE(human(u"delete_source_branch"_s, iid).status, 200);
        QVERIFY(becomes(iid, u"commits_status"_s));
        QCOMPARE(m_stage.merge(iid).status, 405);
    }

    void malformedOrdersAreRefusedWithASentence()
    {
        const int iid = m_stage.openMergeRequest(u"bad"_s);
        const auto refused = [&](const QString &op, int number, const QJsonObject &order) {
            const TwinAnswer answer = human(op, number, order);
            return u"%1 %2"_s.arg(answer.status).arg(answer.json[u"error"_s].toString());
        };
        QVERIFY(refused(u"fly"_s, iid, {}).startsWith(u"400 op must be one of"_s));
        QVERIFY(refused(u"close"_s, iid, { { u"colour"_s, 1 } }).startsWith(u"400 colour is not known here"_s));
        QVERIFY(refused(u"close"_s, iid, { { u"at"_s, u"midnight"_s } }).startsWith(u"400 at must be one of"_s));
        QVERIFY(refused(u"close"_s, iid, { { u"at"_s, QJsonObject() } }).startsWith(u"400 at must be exactly one of"_s));
        QVERIFY(
            refused(u"close"_s, iid, { { u"at"_s, QJsonObject { { u"sometime"_s, 1 } } } }).startsWith(u"400 at.sometime"_s));
        QVERIFY(refused(u"close"_s, iid, { { u"user"_s, u"nobody"_s } }).startsWith(u"404 there is no such user"_s));
        QVERIFY(refused(u"close"_s, 4711, {}).startsWith(u"404 there is no such merge request"_s));
        const auto error = [&](const QByteArray &method, const QString &path, const QJsonObject &body) {
            const TwinAnswer answer = admin(method, path, body);
            return answer.status == 400 ? answer.json[u"error"_s].toString() : QString();
        };
        QVERIFY(error("POST", u"/clock"_s, { { u"mode"_s, u"fast"_s } }).startsWith(u"mode must be one of"_s));
        QVERIFY(error("POST", u"/clock"_s, { { u"mode"_s, u"real"_s }, { u"x"_s, 1 } }).startsWith(u"x is not known"_s));
        QVERIFY(error("GET", u"/journal?operation=mr.merge"_s, {}).startsWith(u"operation is not known here"_s));
        QVERIFY(error("GET", u"/effects?since=yesterday"_s, {}).startsWith(u"since must be a whole number"_s));
        QVERIFY(error("GET", u"/state?project=1"_s, {}).startsWith(u"project is not known here"_s));
        const QString project = u"/projects/"_s + QString(m_stage.projectPath()).replace(u"/"_s, u"%2F"_s);
        QVERIFY(error("POST", project + u"/move"_s, { { u"path"_s, u"x"_s } }).startsWith(u"path must be"_s));
        for (const QJsonObject &wrong :
             { QJsonObject { { u"colour"_s, 1 } }, QJsonObject { { u"merge_method"_s, u"magic"_s } },
               QJsonObject { { u"required_approvals"_s, -1 } }, QJsonObject { { u"required_approvals"_s, u"1"_s } },
               QJsonObject { { u"force_status"_s, QJsonObject { { u"iid"_s, 1 } } } },
               QJsonObject { { u"checklist"_s, QJsonObject { { u"items"_s, QJsonArray() } } } },
               QJsonObject { { u"obstacle"_s, u"wall"_s } } })
            QVERIFY2(!error("POST", project + u"/policy"_s, wrong).isEmpty(), QJsonDocument(wrong).toJson().constData());
    }

    void malformedSeedsAreRefusedAndLeaveNothing_data()
    {
        QTest::addColumn<QByteArray>("project");
        QTest::newRow("absolute path") << QByteArray(R"("files":{"/x":"y"})");
        QTest::newRow("empty path") << QByteArray(R"("files":{"":"y"})");
        QTest::newRow("path that leaves") << QByteArray(R"("files":{"../x":"y"})");
        QTest::newRow("Git's own") << QByteArray(R"("files":{".git/config":"y"})");
        QTest::newRow("content") << QByteArray(R"("files":{"a":1})");
        QTest::newRow("base64") << QByteArray(R"("files":[{"path":"a","content":"*","encoding":"base64"}])");
        QTest::newRow("branch") << QByteArray(R"("default_branch":"a..b")");
        QTest::newRow("level") << QByteArray(R"("members":{"maintainer":35})");
    }

    void malformedSeedsAreRefusedAndLeaveNothing()
    {
        QFETCH(QByteArray, project);
        const QByteArray seed = R"({"users":[{"username":"newcomer"}],"projects":[{"path":"g/bad",)" + project + "}]}";
        const TwinAnswer refused = admin("POST", u"/seed"_s, QJsonDocument::fromJson(seed).object());
        QCOMPARE(refused.status, 400);
        QVERIFY(!refused.json[u"error"_s].toString().contains(u"fast-import"_s));
        QVERIFY(!admin("GET", u"/state"_s).body.contains("newcomer"));
    }

    void nobodyPushesWhatNobodyCouldCheckOut()
    {
        const int iid = m_stage.openMergeRequest(u"paths"_s);
        QCOMPARE(human(u"push_target"_s, iid, { { u"files"_s, QJsonObject { { u"../x"_s, u"y"_s } } } }).status, 400);
    }

    void timeEndsBeforeTheYearsGetFiveDigits()
    {
        setClock(u"manual"_s);
        const QJsonObject beyond { { u"ms"_s, 9007199254740992.0 } };
        QVERIFY(admin("POST", u"/clock/advance"_s, beyond).json[u"error"_s].toString().startsWith(u"ms must not lead"_s));
    }

    void whatNobodyIsThereForWaitsAndIsNotTriedAgainAndAgain()
    {
        setClock(u"manual"_s);
        QCOMPARE(admin("POST", u"/services"_s, { { u"retry_ms"_s, QJsonArray { 0 } } }).status, 400);
        QCOMPARE(
            admin("POST", u"/deploys"_s, { { u"project"_s, m_stage.projectPath() }, { u"result"_s, u"success"_s } }).status,
            201);
        advance(86'400'000);
        const auto last = [&] { return admin("GET", u"/deliveries?kind=deploy"_s).json[u"deliveries"_s].toArray().last(); };
        QTRY_COMPARE(last()[u"state"_s].toString(), u"unaddressed"_s);
        QCOMPARE(last()[u"attempts"_s].toArray().size(), 1);
    }

    void malformedRulesAreRefusedWithASentence_data()
    {
        QTest::addColumn<QByteArray>("rule");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *name, QByteArray rule, const QString &sentence) {
            QTest::newRow(name) << rule.replace('\'', '"') << sentence;
        };
        row("no deed", "{}", u"do is missing"_s);
        row("unknown kind", "{'do':{'kind':'explode'}}", u"do.kind must be one of"_s);
        row("unknown key", "{'do':{'kind':'drop'},'colour':1}", u"colour is not known here"_s);
        row("unknown key of a kind", "{'do':{'kind':'drop','ms':1}}", u"do.ms is not known here"_s);
        row("unknown match", "{'match':{'verb':'GET'},'do':{'kind':'drop'}}", u"match.verb is not known here"_s);
        row("unknown operation", "{'match':{'op':'mr.fly'},'do':{'kind':'drop'}}", u"match.op must be"_s);
        row("wrong method", "{'match':{'method':'get'},'do':{'kind':'drop'}}", u"match.method must be one of"_s);
        row("bad expression", "{'match':{'path_regex':'('},'do':{'kind':'drop'}}", u"match.path_regex must be"_s);
        row("wrong phase", "{'phase':'never','do':{'kind':'drop'}}", u"phase must be one of"_s);
        row("phase and kind", "{'phase':'before','do':{'kind':'bad_json'}}", u"phase before does not go with bad_json"_s);
        row("text for a number", "{'times':'2','do':{'kind':'drop'}}", u"times must be a whole number"_s);
        row("no times", "{'times':0,'do':{'kind':'drop'}}", u"times must be a whole number from 1 on"_s);
        row("probability", "{'probability':2,'do':{'kind':'drop'}}", u"probability must be a number from 0 to 1"_s);
        row("both", "{'do':{'kind':'stale_read','ms':1,'reads':1}}", u"do.ms must be given"_s);
        row("no project", "{'do':{'kind':'redirect'}}", u"do.to_id must be"_s);
        row("status", "{'do':{'kind':'status','code':99}}", u"do.code must be"_s);
    }

    void malformedRulesAreRefusedWithASentence()
    {
        QFETCH(QByteArray, rule);
        QFETCH(QString, sentence);
        const TwinAnswer refused = admin("POST", u"/faults"_s, QJsonDocument::fromJson(rule).object());
        QCOMPARE(refused.status, 400);
        QVERIFY2(refused.json[u"error"_s].toString().startsWith(sentence), refused.body.constData());
    }

private:
    static QJsonObject when(const QString &point, const QString &operation)
    {
        return { { u"at"_s, QJsonObject { { point, operation } } } };
    }
    QJsonObject lastOrder() { return admin("GET", u"/human"_s).json[u"orders"_s].toArray().last().toObject(); }
};

QTEST_GUILESS_MAIN(TwinOrdersTest)
#include "tst_twinorders.moc"
