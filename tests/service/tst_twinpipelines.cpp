// SPDX-License-Identifier: GPL-3.0-only
// Pipelines and their scripts, and rebases, which start new ones.
#include "twincase.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

class TwinPipelinesTest : public TwinCase {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_stage.start(), QString()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        prepare();
    }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void aMergedResultIsACommitOfItsOwn()
    {
        policy({ { u"merged_results"_s, true }, { u"pipelines_must_succeed"_s, true } });
        const QString target = m_stage.head(u"main"_s);
        const int iid = mergeable(u"result"_s);
        const QJsonObject pipeline = m_stage.mergeRequest(iid)[u"head_pipeline"_s].toObject();
        QCOMPARE(pipeline[u"ref"_s].toString(), u"refs/merge-requests/%1/merge"_s.arg(iid));
        const QString sha = pipeline[u"sha"_s].toString(), head = m_stage.head(u"result"_s);
        QVERIFY(sha != head);
        QCOMPARE(api("GET", at(u"/repository/commits/"_s + sha), u"author"_s).json[u"parent_ids"_s].toArray(),
                 QJsonArray({ target, head }));
        script({ { u"ref"_s, u"head"_s } });
        const int plain = mergeable(u"plain"_s);
        QCOMPARE(m_stage.mergeRequest(plain)[u"head_pipeline"_s][u"sha"_s].toString(), m_stage.head(u"plain"_s));
    }

    void theOldHeadPipelineIsShownForAWhile()
    {
        const int iid = mergeable(u"keep"_s);
        QTRY_COMPARE(pipelineOf(iid)[u"status"_s].toString(), u"success"_s);
        const int old = pipelineOf(iid)[u"id"_s].toInt();
        script({ { u"keep_old_head_pipeline_ms"_s, 60000 } });
        setClock(u"manual"_s);
        const QString head = m_stage.commit(u"keep"_s, u"n.txt"_s, u"n"_s);
        advance(1000);
        QTRY_COMPARE(api("GET", mr(iid, u"/pipelines"_s), u"author"_s).list[0][u"sha"_s].toString(), head);
        QCOMPARE(pipelineOf(iid)[u"id"_s].toInt(), old);
        advance(60000);
        QTRY_COMPARE(pipelineOf(iid)[u"sha"_s].toString(), head);
    }

    void scriptsChooseBySourceBranchAndCount()
    {
        script(
            { { u"match"_s, QJsonObject { { u"branch_re"_s, u"^x"_s }, { u"source"_s, u"api"_s }, { u"nth"_s, 2 } } },
              { u"steps"_s, QJsonArray { step(0, u"failed"_s) } },
              { u"jobs"_s,
                QJsonArray {
                    QJsonObject { { u"name"_s, u"lint"_s }, { u"status"_s, u"failed"_s } },
                    QJsonObject { { u"name"_s, u"build"_s }, { u"stage"_s, u"build"_s }, { u"status"_s, u"success"_s } } } } });
        m_stage.commit(u"x"_s, u"a"_s, u"a"_s);
        const QString path = at(u"/pipeline?ref=x"_s);
        const QJsonObject first = api("POST", path, u"author"_s).json, second = api("POST", path, u"author"_s).json;
        QCOMPARE(first[u"source"_s].toString(), u"api"_s);
        QTRY_COMPARE(get(first)[u"status"_s].toString(), u"success"_s);
        QTRY_COMPARE(get(second)[u"status"_s].toString(), u"failed"_s);
        const QJsonArray jobs = api("GET", at(u"/pipelines/%1/jobs"_s.arg(second[u"id"_s].toInt())), u"author"_s).list;
        QCOMPARE(jobs.size(), 2);
        QCOMPARE(jobs[0][u"status"_s].toString(), u"failed"_s);
        QCOMPARE(jobs[1][u"stage"_s].toString(), u"build"_s);
        script({ { u"times"_s, 1 }, { u"never"_s, true } });
        QCOMPARE(api("POST", path, u"author"_s).status, 400);
        QCOMPARE(api("POST", path, u"author"_s).status, 201);
        QCOMPARE(api("POST", at(u"/pipeline?ref=none"_s), u"author"_s).json[u"message"_s][u"base"_s][0].toString(),
                 u"Reference not found"_s);
    }

    void variablesAndTheLatestAreFound()
    {
        const QJsonObject body { { u"ref"_s, u"main"_s },
                                 { u"variables"_s,
                                   QJsonArray { QJsonObject { { u"key"_s, u"A"_s }, { u"value"_s, u"1"_s } } } } };
        const int id = api("POST", at(u"/pipeline"_s), u"author"_s, body).json[u"id"_s].toInt();
        QCOMPARE(api("GET", at(u"/pipelines/%1/variables"_s.arg(id)), u"author"_s).list[0][u"value"_s].toString(), u"1"_s);
        QCOMPARE(api("GET", at(u"/pipelines/latest"_s), u"author"_s).json[u"id"_s].toInt(), id);
        QCOMPARE(api("GET", at(u"/pipelines?source=api&ref=main"_s), u"author"_s).list.size(), 1);
        QCOMPARE(api("GET", at(u"/pipelines?status=flying"_s), u"author"_s).status, 400);
    }

    void pipelinesAreStartedCancelledAndRetried()
    {
        policy({ { u"pipeline_result"_s, u"running"_s } });
        const int iid = mergeable(u"life"_s);
        QTRY_COMPARE(pipelineOf(iid)[u"status"_s].toString(), u"running"_s);
        const TwinAnswer made = api("POST", mr(iid, u"/pipelines"_s), u"author"_s);
        QCOMPARE(made.status, 200);
        QCOMPARE(pipelineOf(iid)[u"id"_s].toInt(), made.json[u"id"_s].toInt());
        QCOMPARE(api("POST", mr(iid, u"/pipelines?async=true"_s), u"author"_s).status, 202);
        QTRY_VERIFY(pipelineOf(iid)[u"id"_s].toInt() > made.json[u"id"_s].toInt());
        const QString path = at(u"/pipelines/%1"_s.arg(made.json[u"id"_s].toInt()));
        QTRY_COMPARE(get(made.json)[u"status"_s].toString(), u"running"_s);
        QCOMPARE(api("POST", path + u"/cancel"_s, u"author"_s).json[u"status"_s].toString(), u"canceling"_s);
        QTRY_COMPARE(get(made.json)[u"status"_s].toString(), u"canceled"_s);
        policy({ { u"pipeline_result"_s, u"success"_s } });
        QCOMPARE(api("POST", path + u"/retry"_s, u"author"_s).status, 201);
        QTRY_COMPARE(get(made.json)[u"status"_s].toString(), u"success"_s);
        policy({ { u"pipelines"_s, false } });
        QCOMPARE(api("POST", mr(iid, u"/pipelines"_s), u"author"_s).status, 405);
    }

    void aSkippedPipelineCountsWhereItMay()
    {
        policy({ { u"pipelines_must_succeed"_s, true }, { u"pipeline_result"_s, u"skipped"_s } });
        const int iid = m_stage.openMergeRequest(u"skip"_s);
        QTRY_COMPARE(pipelineOf(iid)[u"status"_s].toString(), u"skipped"_s);
        QVERIFY(becomes(iid, u"ci_must_pass"_s));
        policy({ { u"allow_skipped"_s, true } });
        QCOMPARE(m_stage.status(iid), u"mergeable"_s);
    }

    void malformedScriptsAreRefused()
    {
        const auto error = [&](const QJsonObject &order) {
            return admin("POST", u"/pipelines/script"_s, order).json[u"error"_s].toString();
        };
        QVERIFY(error({ { u"colour"_s, 1 } }).startsWith(u"colour is not known"_s));
        QVERIFY(error({ { u"ref"_s, u"tail"_s } }).startsWith(u"ref must be one of"_s));
        QVERIFY(error({ { u"steps"_s, QJsonArray { step(0, u"flying"_s) } } }).startsWith(u"steps[0].status must be"_s));
        QVERIFY(error({ { u"steps"_s, QJsonArray { step(5, u"running"_s), step(1, u"failed"_s) } } })
                    .startsWith(u"steps[1].at_ms"_s));
        QVERIFY(error({ { u"match"_s, QJsonObject { { u"branch_re"_s, u"("_s } } } }).startsWith(u"match.branch_re must be"_s));
        QVERIFY(error({ { u"jobs"_s, QJsonArray { QJsonObject() } } }).startsWith(u"jobs[0].name is missing"_s));
    }

    void aRebaseCanBeRefusedAtTheDoor()
    {
        const int iid = behind(u"door"_s);
        policy({ { u"rebase_enqueue"_s, u"lock_timeout"_s } });
        const TwinAnswer timeout = rebase(iid);
        QCOMPARE(timeout.status, 409);
        QVERIFY(timeout.json[u"message"_s].toString().startsWith(u"Failed to enqueue the rebase operation"_s));
        policy({ { u"rebase_enqueue"_s, u"resource_lock"_s } });
        QCOMPARE(rebase(iid).json[u"message"_s].toString(), u"409 Conflict: Resource lock"_s);
        QCOMPARE(rebase(iid).status, 202);
        QTRY_COMPARE(m_stage.effects(u"rebase"_s), 1);
    }

    void aRebaseFailsHangsOrKeepsAnOldError()
    {
        const int iid = behind(u"trouble"_s);
        policy({ { u"rebase_result"_s, u"hook_reject"_s } });
        QCOMPARE(rebase(iid).status, 202);
        QTRY_VERIFY(error(iid).startsWith(u"The rebase pre-receive hook failed"_s));
        policy({ { u"rebase_result"_s, u"conflict"_s } });
        QCOMPARE(rebase(iid).status, 202);
        QTRY_VERIFY(error(iid).startsWith(u"Rebase failed: Rebase locally"_s));
        policy({ { u"rebase_result"_s, u"auto"_s }, { u"keep_old_merge_error"_s, true }, { u"rebase_delay_ms"_s, 50 } });
        QCOMPARE(rebase(iid).status, 202);
        QVERIFY(m_stage.mergeRequest(iid)[u"rebase_in_progress"_s].toBool());
        QCOMPARE(rebase(iid).status, 409);
        QTRY_COMPARE(m_stage.effects(u"rebase"_s), 1);
        QVERIFY(!error(iid).isEmpty());
        policy({ { u"rebase_result"_s, u"stuck"_s } });
        QCOMPARE(rebase(iid).status, 202);
        setClock(u"manual"_s);
        advance(3600000);
        QVERIFY(m_stage.mergeRequest(iid)[u"rebase_in_progress"_s].toBool());
        QVERIFY(!api("GET", mr(iid), u"author"_s).json.contains(u"rebase_in_progress"_s));
    }

    void anUpToDateBranchKeepsItsShaOrNot()
    {
        const int iid = mergeable(u"same"_s);
        const QString head = m_stage.head(u"same"_s);
        QCOMPARE(rebase(iid).status, 202);
        QTRY_VERIFY(!m_stage.mergeRequest(iid)[u"rebase_in_progress"_s].toBool());
        QCOMPARE(m_stage.head(u"same"_s), head);
        QCOMPARE(m_stage.effects(u"rebase"_s), 0);
        policy({ { u"rebase_noop_same_sha"_s, false } });
        QCOMPARE(rebase(iid).status, 202);
        QTRY_COMPARE(m_stage.effects(u"rebase"_s), 1);
        QVERIFY(m_stage.head(u"same"_s) != head);
    }

    void aRebaseCanLeaveThePipelinesOut()
    {
        const int iid = behind(u"quiet"_s);
        QTRY_VERIFY(!pipelineOf(iid).isEmpty());
        QCOMPARE(api("PUT", mr(iid, u"/rebase?skip_ci=True"_s), u"author"_s).status, 202);
        QTRY_COMPARE(m_stage.effects(u"rebase"_s), 1);
        QVERIFY(becomes(iid, u"mergeable"_s));
        QCOMPARE(api("GET", mr(iid, u"/pipelines"_s), u"author"_s).list.size(), 1);
    }

private:
    void script(QJsonObject order)
    {
        order.insert(u"project"_s, m_stage.projectPath());
        QCOMPARE(admin("POST", u"/pipelines/script"_s, order).status, 201);
    }
    static QJsonObject step(int at, const QString &status) { return { { u"at_ms"_s, at }, { u"status"_s, status } }; }
    QJsonObject pipelineOf(int iid) { return m_stage.mergeRequest(iid)[u"head_pipeline"_s].toObject(); }
    QJsonObject get(const QJsonObject &pipeline)
    {
        return api("GET", at(u"/pipelines/%1"_s.arg(pipeline[u"id"_s].toInt())), u"author"_s).json;
    }
    TwinAnswer rebase(int iid) { return api("PUT", mr(iid, u"/rebase"_s), u"author"_s); }
    QString error(int iid) { return m_stage.mergeRequest(iid)[u"merge_error"_s].toString(); }
    int behind(const QString &branch)
    {
        const int iid = mergeable(branch);
        human(u"push_target"_s, iid, { { u"files"_s, QJsonObject { { u"ahead.txt"_s, branch } } } });
        return iid;
    }
};

QTEST_GUILESS_MAIN(TwinPipelinesTest)
#include "tst_twinpipelines.moc"
