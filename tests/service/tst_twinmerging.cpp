// SPDX-License-Identifier: GPL-3.0-only
// Merging: its methods, its refusals in their order, the states it passes, and the lies that are told about it.
#include "twincase.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

class TwinMergingTest : public TwinCase {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_stage.start(), QString()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        prepare();
    }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void aMergeCommitJoinsTargetAndSource()
    {
        const int iid = mergeable(u"m"_s, u"The title"_s);
        const QString target = m_stage.head(u"main"_s), source = m_stage.head(u"m"_s);
        const QJsonObject merged = m_stage.merge(iid).json;
        QCOMPARE(merged[u"state"_s].toString(), u"merged"_s);
        QCOMPARE(merged[u"merge_user"_s][u"username"_s].toString(), u"maintainer"_s);
        const QJsonObject commit = commitOf(merged[u"merge_commit_sha"_s].toString());
        QCOMPARE(commit[u"parent_ids"_s].toArray(), QJsonArray({ target, source }));
        const QString text = u"Merge branch 'm' into 'main'\n\nThe title\n\nSee merge request %1!%2"_s;
        QCOMPARE(commit[u"message"_s].toString().trimmed(), text.arg(m_stage.projectPath()).arg(iid));
        QTRY_COMPARE(m_stage.head(u"m"_s), QString());
        QVERIFY(merged[u"squash_commit_sha"_s].isNull());
    }

    void messagesAndSquashComeFromTheCall()
    {
        const int iid = mergeable(u"s"_s);
        m_stage.commit(u"s"_s, u"second.txt"_s, u"2"_s);
        QVERIFY(becomes(iid, u"mergeable"_s));
        const QJsonObject order { { u"squash"_s, true },
                                  { u"squash_commit_message"_s, u"All in one"_s },
                                  { u"merge_commit_message"_s, u"Joined"_s },
                                  { u"should_remove_source_branch"_s, false } };
        const QString target = m_stage.head(u"main"_s);
        const QJsonObject merged = m_stage.merge(iid, u"maintainer"_s, order).json;
        QCOMPARE(merged[u"squash_on_merge"_s].toBool(), true);
        const QJsonObject squash = commitOf(merged[u"squash_commit_sha"_s].toString());
        QCOMPARE(squash[u"message"_s].toString().trimmed(), u"All in one"_s);
        QCOMPARE(squash[u"parent_ids"_s].toArray(), QJsonArray({ target }));
        const QJsonObject commit = commitOf(merged[u"merge_commit_sha"_s].toString());
        QCOMPARE(commit[u"message"_s].toString().trimmed(), u"Joined"_s);
        QCOMPARE(commit[u"parent_ids"_s][1].toString(), squash[u"id"_s].toString());
        QVERIFY(!m_stage.head(u"s"_s).isEmpty());
    }

    void theProjectMayInsistOnSquashingOrForbidIt()
    {
        policy({ { u"squash_option"_s, u"never"_s } });
        const int never = mergeable(u"n"_s);
        QVERIFY(m_stage.merge(never, u"maintainer"_s, { { u"squash"_s, true } }).json[u"squash_commit_sha"_s].isNull());
        policy({ { u"squash_option"_s, u"always"_s }, { u"merge_method"_s, u"ff"_s } });
        m_stage.commit(u"a"_s, u"first.txt"_s, u"1"_s);
        const int always = mergeable(u"a"_s);
        const QJsonObject merged = m_stage.merge(always, u"maintainer"_s, { { u"squash"_s, false } }).json;
        QCOMPARE(merged[u"squash_commit_sha"_s].toString(), m_stage.head(u"main"_s));
        QVERIFY(merged[u"merge_commit_sha"_s].isNull());
        policy({ { u"squash_option"_s, u"default_on"_s }, { u"remove_source_branch"_s, false } });
        const int on = m_stage.openMergeRequest(u"on"_s);
        QVERIFY(m_stage.mergeRequest(on)[u"squash"_s].toBool());
        QVERIFY(!m_stage.mergeRequest(on)[u"force_remove_source_branch"_s].toBool());
    }

    void aSemiLinearProjectWantsARebaseAndMakesAMergeCommit()
    {
        policy({ { u"merge_method"_s, u"rebase_merge"_s } });
        const int iid = mergeable(u"semi"_s);
        human(u"push_target"_s, iid, { { u"files"_s, QJsonObject { { u"o.txt"_s, u"o"_s } } } });
        QVERIFY(becomes(iid, u"need_rebase"_s));
        QCOMPARE(m_stage.merge(iid).status, 422);
        QCOMPARE(api("PUT", mr(iid, u"/rebase"_s), u"author"_s).status, 202);
        QVERIFY(becomes(iid, u"mergeable"_s));
        QVERIFY(!m_stage.merge(iid).json[u"merge_commit_sha"_s].toString().isEmpty());
    }

    void refusalsComeInGitLabsOrder()
    {
        const int iid = mergeable(u"order"_s);
        const QJsonObject stale { { u"sha"_s, QString(40, u'1') } };
        policy({ { u"obstacle"_s, u"merge_request_blocked"_s }, { u"lease_busy_next"_s, 1 } });
        QCOMPARE(m_stage.merge(iid, u"outsider"_s).status, 404);
        QCOMPARE(m_stage.merge(iid, u"author"_s, stale).status, 401);
        QCOMPARE(m_stage.status(iid), u"merge_request_blocked"_s);
        const TwinAnswer blocked = m_stage.merge(iid, u"maintainer"_s, stale);
        QCOMPARE(blocked.status, 405);
        QCOMPARE(blocked.json[u"message"_s].toString(), u"405 Method Not Allowed"_s);
        policy({ { u"obstacle"_s, QString() } });
        const TwinAnswer busy = m_stage.merge(iid, u"maintainer"_s, stale);
        QCOMPARE(busy.status, 422);
        QCOMPARE(busy.json[u"message"_s].toString(), u"Branch cannot be merged"_s);
        QCOMPARE(m_stage.merge(iid, u"maintainer"_s, stale).status, 409);
        policy({ { u"lease_busy_next"_s, 1 }, { u"legacy_406"_s, true } });
        QCOMPARE(m_stage.merge(iid).status, 406);
        QCOMPARE(m_stage.merge(iid).status, 200);
        QCOMPARE(m_stage.merge(iid).status, 405);
        QCOMPARE(m_stage.effects(u"merge"_s), 1);
    }

    void aFailedMergeSaysWhyAndOpensAgain()
    {
        const int iid = mergeable(u"fail"_s);
        const QList<QPair<QString, QString>> failures { { u"hook"_s, u"Something went wrong during merge pre-receive hook."_s },
                                                        { u"gitaly"_s, u"An error occurred while merging"_s },
                                                        { u"ref_moved"_s, u"Branch has been updated since"_s } };
        for (const auto &[cause, text] : failures) {
            policy({ { u"merge_fail"_s, cause } });
            QCOMPARE(m_stage.merge(iid).status, 422);
            const QJsonObject after = m_stage.mergeRequest(iid);
            QCOMPARE(after[u"state"_s].toString(), u"opened"_s);
            QVERIFY(after[u"merge_error"_s].toString().startsWith(text));
        }
        policy({ { u"keep_old_merge_error"_s, true } });
        QCOMPARE(m_stage.merge(iid).status, 200);
        QVERIFY(!m_stage.mergeRequest(iid)[u"merge_error"_s].isNull());
        policy({ { u"keep_old_merge_error"_s, false }, { u"merge_fail"_s, u"gitaly"_s } });
        const int other = mergeable(u"other"_s);
        QCOMPARE(m_stage.merge(other).status, 422);
        QCOMPARE(m_stage.merge(other).status, 200);
        QVERIFY(m_stage.mergeRequest(other)[u"merge_error"_s].isNull());
    }

    void twoMergesAtOnceAreOne()
    {
        policy({ { u"locked_ms"_s, 300 } });
        const int iid = mergeable(u"twice"_s);
        QCOMPARE(human(u"merge"_s, iid, { { u"at"_s, QJsonObject { { u"delay_ms"_s, 1 } } } }).status, 202);
        QTRY_COMPARE(m_stage.mergeRequest(iid)[u"state"_s].toString(), u"locked"_s);
        QCOMPARE(m_stage.merge(iid).status, 405);
        QTRY_COMPARE(m_stage.mergeRequest(iid)[u"state"_s].toString(), u"merged"_s);
        QCOMPARE(m_stage.effects(u"merge"_s), 1);
    }

    void readsCanBeToldToLie()
    {
        const int iid = mergeable(u"lie"_s);
        policy({ { u"stale_conflict_reads"_s, 2 } });
        for (int i = 0; i < 2; ++i) {
            const QJsonObject lie = m_stage.mergeRequest(iid);
            QCOMPARE(lie[u"detailed_merge_status"_s].toString(), u"conflict"_s);
            QCOMPARE(lie[u"merge_status"_s].toString(), u"cannot_be_merged_recheck"_s);
            QVERIFY(!lie[u"has_conflicts"_s].toBool());
        }
        QCOMPARE(m_stage.status(iid), u"mergeable"_s);
        const QJsonObject forced { { u"iid"_s, iid },
                                   { u"detailed_merge_status"_s, u"status_of_tomorrow"_s },
                                   { u"for_reads"_s, 2 } };
        QCOMPARE(policy({ { u"force_status"_s, forced } }), 200);
        QCOMPARE(m_stage.status(iid), u"status_of_tomorrow"_s);
        QCOMPARE(m_stage.status(iid), u"status_of_tomorrow"_s);
        QCOMPARE(m_stage.status(iid), u"mergeable"_s);
    }

    void checksCanBeStuckOrWaitForARead()
    {
        policy({ { u"checks_stuck"_s, true } });
        const int stuck = m_stage.openMergeRequest(u"stuck"_s);
        QVERIFY(becomes(stuck, u"checking"_s));
        QCOMPARE(m_stage.merge(stuck).status, 422);
        policy({ { u"checks_stuck"_s, false }, { u"check_on_get"_s, false } });
        const int iid = mergeable(u"lazy"_s);
        human(u"push_target"_s, iid, { { u"files"_s, QJsonObject { { u"p.txt"_s, u"p"_s } } } });
        QCOMPARE(m_stage.status(iid), u"unchecked"_s);
        QCOMPARE(m_stage.status(iid), u"unchecked"_s);
        policy({ { u"check_on_get"_s, true } });
        QVERIFY(becomes(iid, u"mergeable"_s));
    }

    void theShaLagsBehindItsBranch()
    {
        const int iid = mergeable(u"lag"_s);
        policy({ { u"mr_sha_lag_ms"_s, 60000 } });
        setClock(u"manual"_s);
        const QString old = m_stage.head(u"lag"_s), fresh = m_stage.commit(u"lag"_s, u"more.txt"_s, u"m"_s);
        QCOMPARE(m_stage.mergeRequest(iid)[u"sha"_s].toString(), old);
        QCOMPARE(m_stage.merge(iid, u"maintainer"_s, { { u"sha"_s, old } }).status, 422);
        QVERIFY(m_stage.mergeRequest(iid)[u"merge_error"_s].toString().startsWith(u"Branch has been updated"_s));
        advance(60000);
        QCOMPARE(m_stage.mergeRequest(iid)[u"sha"_s].toString(), fresh);
    }

    void aListLagsUntilARecheckIsAskedFor()
    {
        policy({ { u"required_approvals"_s, 1 } });
        const int iid = m_stage.openMergeRequest(u"list"_s);
        QVERIFY(becomes(iid, u"not_approved"_s));
        const auto listed = [&](const QString &further) {
            return api("GET", at(u"/merge_requests?state=opened"_s) + further, u"author"_s)
                .list[0][u"detailed_merge_status"_s]
                .toString();
        };
        QCOMPARE(listed({}), u"not_approved"_s);
        QCOMPARE(approve(iid, u"reviewer-1"_s).status, 201);
        QCOMPARE(m_stage.status(iid), u"mergeable"_s);
        QCOMPARE(listed({}), u"not_approved"_s);
        QCOMPARE(listed(u"&with_merge_status_recheck=true"_s), u"mergeable"_s);
        QCOMPARE(api("POST", mr(iid, u"/unapprove"_s), u"reviewer-1"_s).status, 201);
        policy({ { u"list_cache"_s, false } });
        QCOMPARE(listed({}), u"not_approved"_s);
    }

    void anArmedMergeWaitsForItsChecks()
    {
        policy({ { u"pipelines"_s, false } });
        const QJsonObject arm { { u"auto_merge"_s, true } };
        const int idle = mergeable(u"idle"_s);
        QCOMPARE(m_stage.merge(idle, u"maintainer"_s, arm).status, 405);
        policy({ { u"required_approvals"_s, 1 } });
        const int waiting = m_stage.openMergeRequest(u"waiting"_s);
        QVERIFY(becomes(waiting, u"not_approved"_s));
        QCOMPARE(m_stage.merge(waiting, u"maintainer"_s, { { u"auto_merge"_s, true }, { u"sha"_s, QString(40, u'3') } }).status,
                 409);
        QVERIFY(m_stage.merge(waiting, u"maintainer"_s, arm).json[u"merge_when_pipeline_succeeds"_s].toBool());
        QCOMPARE(api("POST", mr(waiting, u"/cancel_merge_when_pipeline_succeeds"_s), u"author"_s).status, 401);
        QCOMPARE(api("POST", mr(waiting, u"/cancel_merge_when_pipeline_succeeds"_s), u"maintainer"_s).status, 201);
        QVERIFY(!m_stage.mergeRequest(waiting)[u"merge_when_pipeline_succeeds"_s].toBool());
        QCOMPARE(m_stage.merge(waiting, u"maintainer"_s, arm).status, 200);
        QCOMPARE(approve(waiting, u"reviewer-1"_s).status, 201);
        QTRY_COMPARE(m_stage.mergeRequest(waiting)[u"state"_s].toString(), u"merged"_s);
        QCOMPARE(api("POST", mr(waiting, u"/cancel_merge_when_pipeline_succeeds"_s), u"maintainer"_s).status, 406);
        policy({ { u"pipelines"_s, true } });
        const int passed = m_stage.openMergeRequest(u"passed"_s);
        QTRY_COMPARE(m_stage.mergeRequest(passed)[u"head_pipeline"_s][u"status"_s].toString(), u"success"_s);
        QCOMPARE(m_stage.merge(passed, u"maintainer"_s, arm).status, 422);
    }

    void closingAMergedOneChangesNothingOrIsRefused()
    {
        const int iid = mergeable(u"close"_s);
        QCOMPARE(m_stage.merge(iid).status, 200);
        const QJsonObject close { { u"state_event"_s, u"close"_s } };
        QCOMPARE(api("PUT", mr(iid), u"author"_s, close).json[u"state"_s].toString(), u"merged"_s);
        policy({ { u"close_merged"_s, u"405"_s } });
        QCOMPARE(api("PUT", mr(iid), u"author"_s, close).status, 405);
        policy({ { u"branch_not_found_on_create"_s, u"201"_s } });
        const QJsonObject ghost { { u"source_branch"_s, u"ghost"_s },
                                  { u"target_branch"_s, u"main"_s },
                                  { u"title"_s, u"t"_s } };
        QCOMPARE(api("POST", at(u"/merge_requests"_s), u"author"_s, ghost).status, 201);
    }

    void aMergeAmongAHundredThousandFilesIsQuick()
    {
        policy({ { u"pipelines"_s, false } });
        QTemporaryDir directory;
        QVERIFY(pushMany(directory.path()));
        qint64 best = 100000;
        for (const QString &batch : { u"batch0"_s, u"batch1"_s, u"batch2"_s }) {
            const QJsonObject body { { u"source_branch"_s, batch }, { u"target_branch"_s, u"big"_s }, { u"title"_s, u"t"_s } };
            const int iid = api("POST", at(u"/merge_requests"_s), u"author"_s, body).json[u"iid"_s].toInt();
            QVERIFY(becomes(iid, u"mergeable"_s));
            QCOMPARE(m_stage.mergeRequest(iid)[u"changes_count"_s].toString(), u"200"_s);
            QElapsedTimer timer;
            timer.start();
            QCOMPARE(m_stage.merge(iid).status, 200);
            best = qMin(best, timer.elapsed());
        }
        QVERIFY2(best < 300, qPrintable(u"%1 ms"_s.arg(best)));
    }

private:
    QJsonObject commitOf(const QString &sha) { return api("GET", at(u"/repository/commits/"_s + sha), u"author"_s).json; }

    /// `big` with 100,000 files and three batches that change 200 of them each.
    bool pushMany(const QString &directory)
    {
        const QString url = QString(m_stage.twin.apiUrl()).replace(u"http://"_s, u"http://oauth2:author@"_s) + u'/'
            + m_stage.projectPath() + u".git"_s;
        const auto git = [&](const QStringList &arguments, const QByteArray &input = {}) {
            QProcess process;
            process.setWorkingDirectory(directory);
            process.start(u"git"_s, arguments);
            process.write(input);
            process.closeWriteChannel();
            return process.waitForFinished(240000) && process.exitCode() == 0;
        };
        QByteArray stream;
        const auto file = [&](int number, const QByteArray &text) {
            stream += "M 100644 inline bindings/" + QByteArray::number(number % 256, 16) + '/' + QByteArray::number(number)
                + ".yaml\ndata " + QByteArray::number(text.size()) + '\n' + text + '\n';
        };
        const QByteArray who = "committer T <t@example.org> 1700000000 +0000\ndata 1\nm\n";
        stream += "commit refs/heads/big\nmark :1\n" + who;
        for (int i = 0; i < 100000; ++i)
            file(i, "value: " + QByteArray::number(i));
        for (int batch = 0; batch < 3; ++batch) {
            stream += "\ncommit refs/heads/batch" + QByteArray::number(batch) + '\n' + who + "from :1\n";
            for (int i = 0; i < 200; ++i)
                file(i * 499 + batch, "changed: " + QByteArray::number(i));
        }
        return git({ u"init"_s, u"-q"_s, u"--bare"_s }) && git({ u"fast-import"_s, u"--quiet"_s }, stream)
            && git({ u"push"_s, u"-q"_s, url, u"refs/heads/*:refs/heads/*"_s });
    }
};

QTEST_GUILESS_MAIN(TwinMergingTest)
#include "tst_twinmerging.moc"
