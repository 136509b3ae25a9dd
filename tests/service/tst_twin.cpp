// SPDX-License-Identifier: GPL-3.0-only
// What a client of GitLab's API relies on, asked of the real twin over HTTP.
#include "tests/twin/driver/twinstage.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using slipway::twin::TwinAnswer;
using slipway::twin::TwinStage;

class TwinTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_stage.start(), QString()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_stage.newProject();
        m_stage.twin.admin("POST", u"/clock"_s, { { u"mode"_s, u"real"_s } });
    }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void tokensAndTheirScopesAreChecked()
    {
        QCOMPARE(api("GET", u"/user"_s, {}).status, 401);
        QCOMPARE(api("GET", u"/user"_s, u"no such token"_s).json[u"message"_s].toString(), u"401 Unauthorized"_s);
        const TwinAnswer expired = api("GET", u"/user"_s, u"expired"_s);
        QCOMPARE(expired.status, 401);
        QCOMPARE(expired.json[u"error"_s].toString(), u"invalid_token"_s);
        const TwinAnswer reader =
            api("POST", at(u"/repository/branches"_s), u"reader"_s, { { u"branch"_s, u"x"_s }, { u"ref"_s, u"main"_s } });
        QCOMPARE(reader.status, 403);
        QCOMPARE(reader.json[u"error"_s].toString(), u"insufficient_scope"_s);
        QCOMPARE(api("GET", u"/user"_s, u"author"_s).json[u"username"_s].toString(), u"author"_s);
    }

    void aHiddenProjectLooksLikeNone()
    {
        const TwinAnswer hidden = api("GET", at(), u"outsider"_s),
                         absent = api("GET", u"/projects/no%2Fproject"_s, u"outsider"_s);
        QCOMPARE(hidden.status, 404);
        QCOMPARE(hidden.body, absent.body);
        const QJsonObject shown = api("GET", at(), u"author"_s).json;
        QCOMPARE(shown[u"path_with_namespace"_s].toString(), m_stage.projectPath());
        QCOMPARE(api("GET", u"/projects/%1"_s.arg(shown[u"id"_s].toInt()), u"author"_s).json, shown);
    }

    void answersAreJsonWithoutACharset()
    {
        QCOMPARE(api("GET", at(), u"author"_s).header("Content-Type"), QByteArray("application/json"));
        QCOMPARE(api("GET", u"/no/such/route"_s, u"author"_s).header("Content-Type"), QByteArray("application/json"));
        QCOMPARE(api("GET", u"/no/such/route"_s, u"author"_s).json[u"error"_s].toString(), u"404 Not Found"_s);
    }

    void listsArePagedWithAbsoluteLinks()
    {
        for (int i = 0; i < 4; ++i)
            api("POST", at(u"/repository/branches?branch=b%1&ref=main"_s.arg(i)), u"author"_s);
        const TwinAnswer first = api("GET", at(u"/repository/branches?per_page=2"_s), u"author"_s);
        QCOMPARE(first.list.size(), 2);
        QCOMPARE(first.header("X-Total"), QByteArray("5"));
        QCOMPARE(first.header("X-Next-Page"), QByteArray("2"));
        QVERIFY(first.header("Link").contains('<' + m_stage.twin.apiUrl().toUtf8() + "/api/v4/projects/tests%2F"));
        const TwinAnswer last = api("GET", at(u"/repository/branches?per_page=2&page=3"_s), u"author"_s);
        QCOMPARE(last.list.size(), 1);
        QCOMPARE(last.header("X-Next-Page"), QByteArray());
        QVERIFY(!last.header("Link").contains("rel=\"next\""));
    }

    void commitsAreAllOrNothing()
    {
        const QString before = m_stage.commit(u"c"_s, u"x.txt"_s, u"x"_s);
        const QJsonArray actions {
            QJsonObject { { u"action"_s, u"update"_s }, { u"file_path"_s, u"x.txt"_s }, { u"content"_s, u"y"_s } },
            QJsonObject { { u"action"_s, u"create"_s }, { u"file_path"_s, u"README.md"_s }, { u"content"_s, u"z"_s } }
        };
        const TwinAnswer refused = api("POST", at(u"/repository/commits"_s), u"author"_s,
                                       { { u"branch"_s, u"c"_s }, { u"commit_message"_s, u"m"_s }, { u"actions"_s, actions } });
        QCOMPARE(refused.status, 400);
        QCOMPARE(refused.json[u"message"_s].toString(), u"A file with this name already exists"_s);
        QCOMPARE(m_stage.head(u"c"_s), before);
        const TwinAnswer file = api("GET", at(u"/repository/files/x.txt?ref=c"_s), u"author"_s);
        QCOMPARE(QByteArray::fromBase64(file.json[u"content"_s].toString().toLatin1()), QByteArray("x"));
        QCOMPARE(file.json[u"last_commit_id"_s].toString(), before);
        QCOMPARE(api("GET", at(u"/repository/compare?from=main&to=c"_s), u"author"_s).json[u"diffs"_s].toArray().size(), 1);
        QCOMPARE(api("GET", at(u"/repository/commits?ref_name=c&per_page=1"_s), u"author"_s).list[0][u"id"_s].toString(),
                 before);
    }

    void aSecondMergeRequestForTheSameBranchesNamesTheFirst()
    {
        const int iid = m_stage.openMergeRequest(u"one"_s);
        const QJsonObject again { { u"source_branch"_s, u"one"_s }, { u"target_branch"_s, u"main"_s }, { u"title"_s, u"t"_s } };
        const TwinAnswer second = api("POST", at(u"/merge_requests"_s), u"author"_s, again);
        QCOMPARE(second.status, 409);
        QVERIFY(second.json[u"message"_s][0].toString().endsWith(u"!%1"_s.arg(iid)));
        QCOMPARE(m_stage.effects(u"create_mr"_s), 1);
        const TwinAnswer none = api("POST", at(u"/merge_requests"_s), u"author"_s, { { u"source_branch"_s, u"one"_s } });
        QCOMPARE(none.json[u"error"_s].toString(), u"title is missing, target_branch is missing"_s);
    }

    void aNewMergeRequestBecomesMergeableByItself()
    {
        policy({ { u"prepare_delay_ms"_s, 600000 } });
        const int iid = m_stage.openMergeRequest(u"slow"_s);
        QCOMPARE(m_stage.status(iid), u"preparing"_s);
        QVERIFY(m_stage.mergeRequest(iid)[u"diff_refs"_s].isNull());
        QCOMPARE(admin("POST", u"/clock"_s, { { u"mode"_s, u"manual"_s } }).status, 200);
        admin("POST", u"/clock/advance"_s, { { u"ms"_s, 600000 } });
        QCOMPARE(admin("POST", u"/clock"_s, { { u"mode"_s, u"real"_s } }).status, 200);
        QTRY_COMPARE(m_stage.status(iid), u"mergeable"_s);
        const QJsonObject ready = m_stage.mergeRequest(iid);
        QCOMPARE(ready[u"merge_status"_s].toString(), u"can_be_merged"_s);
        QCOMPARE(ready[u"diff_refs"_s][u"head_sha"_s].toString(), m_stage.head(u"slow"_s));
        QCOMPARE(ready[u"changes_count"_s].toString(), u"1"_s);
    }

    void approvalsAreRefusedInGitLabsOrder()
    {
        policy({ { u"required_approvals"_s, 2 } });
        const int iid = m_stage.openMergeRequest(u"appr"_s);
        const QString approve = at(u"/merge_requests/%1/approve"_s).arg(iid), sha = m_stage.head(u"appr"_s);
        QCOMPARE(api("POST", approve, u"outsider"_s).status, 404);
        QCOMPARE(api("POST", approve, u"reviewer-1"_s, { { u"sha"_s, QString(40, u'1') } }).status, 409);
        QCOMPARE(api("POST", approve, u"author"_s).status, 401);
        const TwinAnswer first = api("POST", approve, u"reviewer-1"_s, { { u"sha"_s, sha } });
        QCOMPARE(first.status, 201);
        QCOMPARE(first.json[u"approvals_left"_s].toInt(), 1);
        QCOMPARE(api("POST", approve, u"reviewer-1"_s, { { u"sha"_s, sha } }).status, 401);
        QCOMPARE(m_stage.effects(u"approve"_s), 1);
        QTRY_COMPARE(m_stage.status(iid), u"not_approved"_s);
        QCOMPARE(m_stage.merge(iid).status, 405);
        QCOMPARE(api("POST", at(u"/merge_requests/%1/unapprove"_s).arg(iid), u"reviewer-1"_s).status, 201);
        QCOMPARE(api("POST", at(u"/merge_requests/%1/unapprove"_s).arg(iid), u"reviewer-1"_s).status, 404);
    }

    void aPushWipesApprovalsAfterAWhile()
    {
        policy({ { u"required_approvals"_s, 1 }, { u"reset_delay_ms"_s, 600000 } });
        const int iid = m_stage.openMergeRequest(u"wipe"_s);
        const QString approvals = at(u"/merge_requests/%1/approvals"_s).arg(iid);
        QCOMPARE(api("POST", at(u"/merge_requests/%1/approve"_s).arg(iid), u"reviewer-1"_s).status, 201);
        const QString head = m_stage.commit(u"wipe"_s, u"more.txt"_s, u"more"_s);
        QTRY_COMPARE(m_stage.status(iid), u"approvals_syncing"_s);
        QCOMPARE(m_stage.mergeRequest(iid)[u"sha"_s].toString(), head);
        QVERIFY(api("GET", approvals, u"reviewer-1"_s).json[u"user_has_approved"_s].toBool());
        QCOMPARE(admin("POST", u"/clock"_s, { { u"mode"_s, u"manual"_s } }).status, 200);
        admin("POST", u"/clock/advance"_s, { { u"ms"_s, 600000 } });
        QVERIFY(!api("GET", approvals, u"reviewer-1"_s).json[u"user_has_approved"_s].toBool());
        QCOMPARE(m_stage.effects(u"approvals_reset"_s), 1);
    }

    void mergesAreRefusedInGitLabsOrder()
    {
        const int iid = m_stage.openMergeRequest(u"feat"_s, u"Draft: a change"_s);
        QTRY_COMPARE(m_stage.status(iid), u"draft_status"_s);
        QCOMPARE(m_stage.merge(iid, u"author"_s).status, 401);
        QCOMPARE(m_stage.merge(iid).status, 405);
        QCOMPARE(api("PUT", at(u"/merge_requests/%1?title=Ready"_s).arg(iid), u"author"_s).status, 200);
        const TwinAnswer stale = m_stage.merge(iid, u"maintainer"_s, { { u"sha"_s, QString(40, u'2') } });
        QCOMPARE(stale.status, 409);
        QVERIFY(stale.json[u"message"_s].toString().endsWith(m_stage.head(u"feat"_s)));
        const TwinAnswer done = m_stage.merge(iid, u"maintainer"_s, { { u"sha"_s, m_stage.head(u"feat"_s) } });
        QCOMPARE(done.status, 200);
        QCOMPARE(done.json[u"state"_s].toString(), u"merged"_s);
        QCOMPARE(done.json[u"merge_commit_sha"_s].toString(), m_stage.head(u"main"_s));
        QCOMPARE(m_stage.merge(iid).status, 405);
        QTRY_COMPARE(api("GET", at(u"/repository/branches/feat"_s), u"author"_s).status, 404);
        const TwinAnswer closed =
            api("PUT", at(u"/merge_requests/%1"_s).arg(iid), u"author"_s, { { u"state_event"_s, u"close"_s } });
        QCOMPARE(closed.status, 200);
        QCOMPARE(closed.json[u"state"_s].toString(), u"merged"_s);
        QCOMPARE(m_stage.effects(u"merge"_s), 1);
        QCOMPARE(m_stage.effects(u"close"_s), 0);
    }

    void aConflictRefusesMergeAndRebase()
    {
        m_stage.commit(u"clash"_s, u"dir/a.yaml"_s, u"mine\n"_s);
        const int iid = api("POST", at(u"/merge_requests"_s), u"author"_s,
                            { { u"source_branch"_s, u"clash"_s }, { u"target_branch"_s, u"main"_s }, { u"title"_s, u"t"_s } })
                            .json[u"iid"_s]
                            .toInt();
        human({ { u"op"_s, u"push_target"_s },
                { u"iid"_s, iid },
                { u"files"_s, QJsonObject { { u"dir/a.yaml"_s, u"theirs\n"_s } } } });
        QTRY_VERIFY(m_stage.mergeRequest(iid)[u"has_conflicts"_s].toBool());
        QCOMPARE(m_stage.merge(iid).status, 422);
        QCOMPARE(api("PUT", at(u"/merge_requests/%1/rebase"_s).arg(iid), u"author"_s).status, 202);
        QTRY_VERIFY(m_stage.mergeRequest(iid)[u"merge_error"_s].toString().startsWith(u"Rebase failed"_s));
        QVERIFY(!m_stage.mergeRequest(iid)[u"rebase_in_progress"_s].toBool());
        QCOMPARE(m_stage.effects(u"rebase"_s), 0);
    }

    void aRebaseBringsALinearProjectForward()
    {
        policy({ { u"merge_method"_s, u"ff"_s } });
        const int iid = m_stage.openMergeRequest(u"behind"_s);
        human({ { u"op"_s, u"push_target"_s }, { u"iid"_s, iid }, { u"files"_s, QJsonObject { { u"other.txt"_s, u"o"_s } } } });
        QTRY_COMPARE(m_stage.status(iid), u"need_rebase"_s);
        QCOMPARE(m_stage.merge(iid).status, 422);
        QCOMPARE(api("PUT", at(u"/merge_requests/%1/rebase"_s).arg(iid), u"author"_s).status, 202);
        QTRY_COMPARE(m_stage.status(iid), u"mergeable"_s);
        QCOMPARE(m_stage.merge(iid).status, 200);
        QCOMPARE(m_stage.mergeRequest(iid)[u"sha"_s].toString(), m_stage.head(u"main"_s));
        QVERIFY(m_stage.mergeRequest(iid)[u"merge_commit_sha"_s].isNull());
    }

    void pipelinesGateTheMerge()
    {
        policy({ { u"pipelines_must_succeed"_s, true } });
        admin("POST", u"/pipelines/script"_s,
              { { u"match"_s, QJsonObject { { u"branch_re"_s, u"^bad"_s } } },
                { u"steps"_s, QJsonArray { QJsonObject { { u"at_ms"_s, 5 }, { u"status"_s, u"failed"_s } } } } });
        admin("POST", u"/pipelines/script"_s,
              { { u"match"_s, QJsonObject { { u"branch_re"_s, u"^never"_s } } }, { u"never"_s, true } });
        const int good = m_stage.openMergeRequest(u"good"_s), bad = m_stage.openMergeRequest(u"bad"_s);
        const int never = m_stage.openMergeRequest(u"never"_s);
        QTRY_COMPARE(m_stage.status(good), u"mergeable"_s);
        const QJsonObject pipeline = m_stage.mergeRequest(good)[u"head_pipeline"_s].toObject();
        QCOMPARE(pipeline[u"source"_s].toString(), u"merge_request_event"_s);
        QCOMPARE(pipeline[u"ref"_s].toString(), u"refs/merge-requests/%1/head"_s.arg(good));
        QCOMPARE(pipeline[u"sha"_s].toString(), m_stage.head(u"good"_s));
        QTRY_COMPARE(m_stage.mergeRequest(bad)[u"head_pipeline"_s][u"status"_s].toString(), u"failed"_s);
        QTRY_COMPARE(m_stage.status(bad), u"ci_must_pass"_s);
        QCOMPARE(m_stage.merge(bad).status, 405);
        QTRY_COMPARE(m_stage.status(never), u"ci_must_pass"_s);
        QVERIFY(m_stage.mergeRequest(never)[u"head_pipeline"_s].isNull());
        const int id = m_stage.mergeRequest(bad)[u"head_pipeline"_s][u"id"_s].toInt();
        QCOMPARE(admin("POST", u"/pipelines/%1/status"_s.arg(id), { { u"status"_s, u"success"_s } }).status, 200);
        QCOMPARE(m_stage.merge(bad).status, 200);
    }

    void anArmedMergeHappensWhenThePipelineSucceeds()
    {
        policy({ { u"pipeline_result"_s, u"running"_s }, { u"pipelines_must_succeed"_s, true } });
        const int iid = m_stage.openMergeRequest(u"armed"_s);
        QTRY_COMPARE(m_stage.status(iid), u"ci_still_running"_s);
        const TwinAnswer armed = m_stage.merge(iid, u"maintainer"_s, { { u"merge_when_pipeline_succeeds"_s, true } });
        QCOMPARE(armed.status, 200);
        QCOMPARE(armed.json[u"state"_s].toString(), u"opened"_s);
        QVERIFY(armed.json[u"merge_when_pipeline_succeeds"_s].toBool());
        const int id = m_stage.mergeRequest(iid)[u"head_pipeline"_s][u"id"_s].toInt();
        admin("POST", u"/pipelines/%1/status"_s.arg(id), { { u"status"_s, u"success"_s } });
        QTRY_COMPARE(m_stage.mergeRequest(iid)[u"state"_s].toString(), u"merged"_s);
    }

    void anAnswerLostAfterTheEffectLeavesExactlyOneEffect()
    {
        const int iid = m_stage.openMergeRequest(u"lost"_s);
        QTRY_COMPARE(m_stage.status(iid), u"mergeable"_s);
        fault({ { u"match"_s, QJsonObject { { u"op"_s, u"mr.merge"_s }, { u"iid"_s, iid } } },
                { u"phase"_s, u"after_effect"_s },
                { u"do"_s, QJsonObject { { u"kind"_s, u"drop"_s } } } });
        QCOMPARE(m_stage.merge(iid).status, 0);
        QCOMPARE(m_stage.mergeRequest(iid)[u"state"_s].toString(), u"merged"_s);
        QCOMPARE(m_stage.merge(iid).status, 405);
        QCOMPARE(m_stage.effects(u"merge"_s), 1);
    }

    void aFaultBeforeTheEffectHasNone()
    {
        const int iid = m_stage.openMergeRequest(u"down"_s);
        QTRY_COMPARE(m_stage.status(iid), u"mergeable"_s);
        fault(
            { { u"id"_s, u"down"_s },
              { u"match"_s,
                QJsonObject { { u"method"_s, u"PUT"_s }, { u"path_regex"_s, u"/merge$"_s }, { u"user"_s, u"maintainer"_s } } },
              { u"times"_s, 2 },
              { u"do"_s,
                QJsonObject { { u"kind"_s, u"status"_s },
                              { u"code"_s, 502 },
                              { u"body"_s, u"<html>"_s },
                              { u"content_type"_s, u"text/html"_s } } } });
        QCOMPARE(m_stage.merge(iid).status, 502);
        QCOMPARE(m_stage.merge(iid).body, QByteArray("<html>"));
        QCOMPARE(m_stage.effects(u"merge"_s), 0);
        const QJsonObject entry = admin("GET", u"/journal?op=mr.merge"_s).json[u"entries"_s].toArray().last().toObject();
        QCOMPARE(entry[u"fault"_s].toString(), u"down"_s);
        QCOMPARE(m_stage.merge(iid).status, 200);
    }

    void aVisibleObjectCanBeMasked()
    {
        const int iid = m_stage.openMergeRequest(u"mask"_s);
        fault({ { u"match"_s, QJsonObject { { u"op"_s, u"mr.get"_s } } },
                { u"times"_s, 2 },
                { u"do"_s, QJsonObject { { u"kind"_s, u"mask404"_s } } } });
        const QString path = at(u"/merge_requests/%1"_s).arg(iid);
        QCOMPARE(api("GET", path, u"author"_s).status, 404);
        QCOMPARE(api("GET", path, u"author"_s).json[u"message"_s].toString(), u"404 Not found"_s);
        QCOMPARE(api("GET", path, u"author"_s).status, 200);
    }

    void aRateLimitNamesWholeSeconds()
    {
        fault({ { u"do"_s, QJsonObject { { u"kind"_s, u"rate_limit"_s }, { u"retry_after"_s, 7 } } } });
        const TwinAnswer limited = api("GET", u"/version"_s, u"author"_s);
        QCOMPARE(limited.status, 429);
        QCOMPARE(limited.header("Retry-After"), QByteArray("7"));
        QCOMPARE(api("GET", u"/version"_s, u"author"_s).status, 200);
    }

    void aManualClockStandsStillUntilItIsMoved()
    {
        policy({ { u"prepare_delay_ms"_s, 60000 }, { u"check_delay_ms"_s, 60000 } });
        QCOMPARE(admin("POST", u"/clock"_s, { { u"mode"_s, u"manual"_s } }).status, 200);
        const int iid = m_stage.openMergeRequest(u"clock"_s);
        QCOMPARE(m_stage.status(iid), u"preparing"_s);
        admin("POST", u"/clock/advance"_s, { { u"ms"_s, 60000 } });
        QTRY_COMPARE(m_stage.status(iid), u"checking"_s);
        admin("POST", u"/clock/advance"_s, { { u"ms"_s, 60000 } });
        QTRY_COMPARE(m_stage.status(iid), u"mergeable"_s);
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
    QString at(const QString &below = {}) const { return m_stage.at(below); }
    void policy(const QJsonObject &values)
    {
        QCOMPARE(
            admin("POST", u"/projects/"_s + QString(m_stage.projectPath()).replace(u"/"_s, u"%2F"_s) + u"/policy"_s, values)
                .status,
            200);
    }
    void human(QJsonObject order)
    {
        order.insert(u"project"_s, m_stage.projectPath());
        order.insert(u"user"_s, u"maintainer"_s);
        QCOMPARE(admin("POST", u"/human"_s, order).status, 200);
    }
    void fault(const QJsonObject &rule) { QCOMPARE(admin("POST", u"/faults"_s, rule).status, 201); }

    TwinStage m_stage;
};

QTEST_GUILESS_MAIN(TwinTest)
#include "tst_twin.moc"
