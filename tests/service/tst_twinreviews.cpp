// SPDX-License-Identifier: GPL-3.0-only
// Approvals, their checklist, and the threads that have to be resolved.
#include "twincase.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

class TwinReviewsTest : public TwinCase {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCOMPARE(m_stage.start(), QString());
        const QJsonObject robot { { u"username"_s, u"robot"_s },
                                  { u"bot"_s, true },
                                  { u"tokens"_s, QJsonArray { QJsonObject { { u"token"_s, u"robot"_s } } } } };
        QCOMPARE(admin("POST", u"/seed"_s, { { u"users"_s, QJsonArray { robot } } }).status, 201);
    }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        prepare({ { u"required_approvals"_s, 1 } });
        const QJsonObject members { { u"robot"_s, u"developer"_s }, { u"reader"_s, u"reporter"_s } };
        const QJsonObject project { { u"path"_s, m_stage.projectPath() }, { u"members"_s, members } };
        QCOMPARE(admin("POST", u"/seed"_s, { { u"projects"_s, QJsonArray { project } } }).status, 201);
    }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void theProjectSaysWhoMayApprove()
    {
        const int iid = open(u"who"_s);
        QCOMPARE(approve(iid, u"author"_s).status, 401);
        policy({ { u"author_approval"_s, true } });
        QCOMPARE(approve(iid, u"author"_s).status, 201);
        // The robot commits to somebody else's branch.
        const int other = open(u"other"_s);
        const QJsonArray actions { QJsonObject {
            { u"action"_s, u"create"_s }, { u"file_path"_s, u"r"_s }, { u"content"_s, u"r"_s } } };
        QCOMPARE(api("POST", at(u"/repository/commits"_s), u"robot"_s,
                     { { u"branch"_s, u"other"_s }, { u"commit_message"_s, u"m"_s }, { u"actions"_s, actions } })
                     .status,
                 201);
        policy({ { u"committers_approval"_s, false } });
        QCOMPARE(approve(other, u"robot"_s).status, 401);
        QVERIFY(!api("GET", mr(other, u"/approvals"_s), u"robot"_s).json[u"user_can_approve"_s].toBool());
        policy({ { u"committers_approval"_s, true } });
        QCOMPARE(approve(other, u"robot"_s).status, 201);
        const QJsonObject settings = api("GET", at(u"/approvals"_s), u"author"_s).json;
        QVERIFY(settings[u"merge_requests_author_approval"_s].toBool());
        QVERIFY(!settings[u"merge_requests_disable_committers_approval"_s].toBool());
    }

    void aHeadThatIsNoneIsNoHead()
    {
        const int iid = open(u"gate"_s);
        QCOMPARE(approve(iid, u"reviewer-1"_s, { { u"sha"_s, QJsonArray { QString(40, u'0') } } }).status, 400);
        QCOMPARE(approve(iid, u"reviewer-1"_s, { { u"sha"_s, QJsonObject { { u"a"_s, 1 } } } }).status, 400);
        QCOMPARE(approve(iid, u"reviewer-1"_s, { { u"sha"_s, QString() } }).status, 409);
        policy({ { u"required_approvals"_s, 0 } });
        QVERIFY(becomes(iid, u"mergeable"_s));
        QCOMPARE(m_stage.merge(iid, u"maintainer"_s, { { u"sha"_s, QString() } }).status, 409);
        QCOMPARE(m_stage.merge(iid, u"maintainer"_s, { { u"sha"_s, QJsonArray { u"x"_s } } }).status, 400);
        QCOMPARE(api("PUT", mr(iid), u"author"_s, { { u"target_branch"_s, u"gate"_s } }).status, 422);
    }

    void theOtherEditionTellsOfApprovalsOnlyWhoGaveThem()
    {
        policy({ { u"edition"_s, u"ce"_s } });
        const int iid = open(u"ce"_s);
        const QJsonObject given = approve(iid, u"reviewer-1"_s).json;
        QCOMPARE(given.keys().join(u' '), u"approved approved_by user_can_approve user_has_approved"_s);
        QVERIFY(given[u"user_has_approved"_s].toBool());
        QCOMPARE(api("GET", mr(iid, u"/approvals"_s), u"author"_s).json[u"approved_by"_s].toArray().size(), 1);
        QCOMPARE(api("GET", mr(iid, u"/approval_state"_s), u"author"_s).status, 404);
        QCOMPARE(api("PUT", mr(iid, u"/reset_approvals"_s), u"robot"_s).status, 404);
    }

    void aMissingRightIs403OrOnOlderServers401()
    {
        QCOMPARE(admin("POST", u"/seed"_s,
                       { { u"users"_s,
                           QJsonArray {
                               QJsonObject { { u"username"_s, u"guest"_s },
                                             { u"tokens"_s, QJsonArray { QJsonObject { { u"token"_s, u"guest"_s } } } } } } },
                         { u"projects"_s,
                           QJsonArray { QJsonObject { { u"path"_s, m_stage.projectPath() },
                                                      { u"members"_s, QJsonObject { { u"guest"_s, u"reporter"_s } } } } } } })
                     .status,
                 201);
        const int iid = open(u"noperm"_s);
        QCOMPARE(approve(iid, u"guest"_s, { { u"sha"_s, QString(40, u'1') } }).status, 403);
        policy({ { u"approve_noperm"_s, u"401"_s } });
        QCOMPARE(approve(iid, u"guest"_s).status, 401);
    }

    void aPasswordCanBeAskedFor()
    {
        const int iid = open(u"pass"_s);
        policy({ { u"approval_password"_s, u"open sesame"_s } });
        QVERIFY(api("GET", mr(iid, u"/approvals"_s), u"author"_s).json[u"require_password_to_approve"_s].toBool());
        QCOMPARE(approve(iid, u"reviewer-1"_s).status, 401);
        QCOMPARE(approve(iid, u"reviewer-1"_s, { { u"approval_password"_s, u"wrong"_s } }).status, 401);
        QCOMPARE(approve(iid, u"reviewer-1"_s, { { u"approval_password"_s, u"open sesame"_s } }).status, 201);
    }

    void anApprovalWithinTheWindowIsWipedToo()
    {
        policy({ { u"reset_delay_ms"_s, 60000 } });
        const int iid = open(u"window"_s);
        QCOMPARE(approve(iid, u"reviewer-1"_s).status, 201);
        setClock(u"manual"_s);
        const QString head = m_stage.commit(u"window"_s, u"n.txt"_s, u"n"_s);
        QTRY_COMPARE(m_stage.mergeRequest(iid)[u"sha"_s].toString(), head);
        QCOMPARE(approve(iid, u"reviewer-1"_s, { { u"sha"_s, head } }).status, 401);
        QCOMPARE(approve(iid, u"reviewer-2"_s, { { u"sha"_s, head } }).status, 201);
        advance(60000);
        QCOMPARE(approvers(iid), 0);
        QCOMPARE(approve(iid, u"reviewer-1"_s, { { u"sha"_s, head } }).status, 201);
        policy({ { u"reset_on_push"_s, false } });
        m_stage.commit(u"window"_s, u"n.txt"_s, u"n2"_s);
        advance(60000);
        QCOMPARE(approvers(iid), 1);
    }

    void onlyABotTakesAllApprovalsBack()
    {
        const int iid = open(u"reset"_s);
        QCOMPARE(approve(iid, u"reviewer-1"_s).status, 201);
        QCOMPARE(api("PUT", mr(iid, u"/reset_approvals"_s), u"maintainer"_s).status, 401);
        QCOMPARE(api("PUT", mr(iid, u"/reset_approvals"_s), u"robot"_s).status, 202);
        QCOMPARE(approvers(iid), 0);
        policy({ { u"required_approvals"_s, 0 } });
        QVERIFY(becomes(iid, u"mergeable"_s));
        QCOMPARE(m_stage.merge(iid).status, 200);
        QCOMPARE(api("PUT", mr(iid, u"/reset_approvals"_s), u"robot"_s).status, 401);
    }

    void aChecklistIsAnsweredItemByItem()
    {
        setChecklist();
        const int iid = open(u"list"_s);
        const QString sha = m_stage.head(u"list"_s);
        const auto code = [&](const QJsonValue &checklist) {
            QJsonObject body { { u"sha"_s, sha } };
            if (!checklist.isUndefined())
                body.insert(u"checklist"_s, checklist);
            const TwinAnswer refused = approve(iid, u"reviewer-1"_s, body);
            return refused.status == 422 ? refused.json[u"code"_s].toString() : QString::number(refused.status);
        };
        QCOMPARE(code(QJsonValue(QJsonValue::Undefined)), u"checklist_required"_s);
        QCOMPARE(code(QJsonArray()), u"checklist_malformed"_s);
        QCOMPARE(code(QJsonObject { { u"version"_s, u"v0"_s }, { u"items"_s, QJsonArray() } }), u"checklist_stale"_s);
        const QString version = api("GET", mr(iid, u"/approval_checklist"_s), u"reviewer-1"_s).json[u"version"_s].toString();
        const auto with = [&](const QJsonArray &items) {
            return QJsonObject { { u"version"_s, version }, { u"items"_s, items } };
        };
        QCOMPARE(code(with({ item(u"c1"_s, true), item(u"c1"_s, true) })), u"checklist_malformed"_s);
        QCOMPARE(code(with({ item(u"c1"_s, true) })), u"checklist_incomplete"_s);
        QCOMPARE(code(with({ item(u"c1"_s, false), item(u"c2"_s, u"a"_s), item(u"c3"_s, u"long enough"_s) })),
                 u"checklist_incomplete"_s);
        QCOMPARE(code(with({ item(u"c1"_s, true), item(u"c2"_s, u"z"_s), item(u"c3"_s, u"long enough"_s) })),
                 u"checklist_incomplete"_s);
        const QJsonArray good { item(u"c1"_s, true), item(u"c2"_s, u"a"_s), item(u"c3"_s, u"long enough"_s) };
        QJsonArray more = good;
        more.append(item(u"c9"_s, true));
        QCOMPARE(code(with(more)), u"checklist_unknown_item"_s);
        QCOMPARE(m_stage.effects(u"approve"_s), 0);
        const TwinAnswer done = approve(iid, u"reviewer-1"_s, { { u"sha"_s, sha }, { u"checklist"_s, with(good) } });
        QCOMPARE(done.status, 201);
        QCOMPARE(done.json[u"checklist"_s][u"version"_s].toString(), version);
        QCOMPARE(done.json[u"checklist"_s][u"submitted_by"_s].toString(), u"reviewer-1"_s);
        const QJsonObject shown = api("GET", mr(iid, u"/approvals"_s), u"author"_s).json;
        QCOMPARE(shown[u"approved_by"_s][0][u"checklist"_s][u"version"_s].toString(), version);
    }

    void theChecklistStandsBetweenShaAndDuplicate()
    {
        setChecklist();
        const int iid = open(u"between"_s);
        QCOMPARE(approve(iid, u"reviewer-1"_s, { { u"sha"_s, QString(40, u'1') } }).status, 409);
        QCOMPARE(approve(iid, u"author"_s).status, 422);
        setChecklist({ { u"order"_s, u"dup_first"_s } });
        QCOMPARE(approve(iid, u"author"_s).status, 401);
        // In the query it was not sent at all.
        const TwinAnswer query = api("POST", mr(iid, u"/approve?checklist=x"_s), u"reviewer-1"_s);
        QCOMPARE(query.json[u"code"_s].toString(), u"checklist_required"_s);
        QCOMPARE(query.json[u"errors"_s][0][u"reason"_s].toString(), u"missing"_s);
    }

    void aPushMakesABoundChecklistStale()
    {
        const auto version = [&](int iid) {
            return api("GET", mr(iid, u"/approval_checklist"_s), u"author"_s).json[u"version"_s].toString();
        };
        setChecklist();
        const int iid = open(u"bound"_s);
        const QString bound = version(iid), head = m_stage.commit(u"bound"_s, u"n"_s, u"n"_s);
        QTRY_COMPARE(m_stage.mergeRequest(iid)[u"sha"_s].toString(), head);
        QVERIFY(version(iid) != bound);
        setChecklist({ { u"bind_to_sha"_s, false } });
        const QString free = version(iid), next = m_stage.commit(u"bound"_s, u"n"_s, u"n2"_s);
        QTRY_COMPARE(m_stage.mergeRequest(iid)[u"sha"_s].toString(), next);
        QCOMPARE(version(iid), free);
        setChecklist({ { u"readable"_s, false } });
        QCOMPARE(api("GET", mr(iid, u"/approval_checklist"_s), u"author"_s).status, 404);
    }

    void threadsHaveToBeResolvedWhereTheProjectSaysSo()
    {
        policy({ { u"required_approvals"_s, 0 } });
        const int iid = mergeable(u"thread"_s);
        const TwinAnswer opened = api("POST", mr(iid, u"/discussions"_s), u"reviewer-1"_s, { { u"body"_s, u"why?"_s } });
        QCOMPARE(opened.status, 201);
        const QString discussion = mr(iid, u"/discussions/"_s) + opened.json[u"id"_s].toString();
        QVERIFY(!m_stage.mergeRequest(iid)[u"blocking_discussions_resolved"_s].toBool());
        QCOMPARE(m_stage.status(iid), u"mergeable"_s);
        policy({ { u"discussions_must_resolve"_s, true } });
        QCOMPARE(m_stage.status(iid), u"discussions_not_resolved"_s);
        QCOMPARE(m_stage.merge(iid).status, 405);
        QCOMPARE(api("POST", discussion + u"/notes"_s, u"author"_s, { { u"body"_s, u"because"_s } }).status, 201);
        QCOMPARE(api("GET", discussion, u"author"_s).json[u"notes"_s].toArray().size(), 2);
        QCOMPARE(api("PUT", discussion + u"?resolved=true"_s, u"author"_s).status, 200);
        QVERIFY(api("GET", discussion, u"author"_s).json[u"notes"_s][1][u"resolved"_s].toBool());
        QCOMPARE(m_stage.merge(iid).status, 200);
    }

    void notesArePagedLimitedAndSearched()
    {
        policy({ { u"notes_per_minute"_s, 5 } });
        const int iid = open(u"notes"_s);
        setClock(u"manual"_s);
        advance(60000); // What was written before counts for a minute.
        const auto write = [&](const QString &text) {
            return api("POST", mr(iid, u"/notes"_s), u"author"_s, { { u"body"_s, text } });
        };
        QCOMPARE(write(u"   "_s).status, 400);
        for (int i = 0; i < 5; ++i)
            QCOMPARE(write(u"note %1"_s.arg(i)).status, 201);
        const TwinAnswer limited = write(u"one too many"_s);
        QCOMPARE(limited.status, 429);
        QVERIFY(limited.json[u"message"_s][u"error"_s].toString().contains(u"too many times"_s));
        advance(60000);
        const TwinAnswer last = write(u"last"_s);
        QCOMPARE(last.status, 201);
        const TwinAnswer page = api("GET", mr(iid, u"/notes?sort=desc&per_page=4"_s), u"author"_s);
        QCOMPARE(page.list[0][u"body"_s].toString(), u"last"_s);
        QCOMPARE(page.header("X-Total"), QByteArray("6"));
        const QString one = mr(iid, u"/notes/%1"_s.arg(last.json[u"id"_s].toInt()));
        QCOMPARE(api("PUT", one, u"reviewer-1"_s, { { u"body"_s, u"x"_s } }).status, 403);
        QCOMPARE(api("PUT", one, u"author"_s, { { u"body"_s, u"x"_s } }).json[u"body"_s].toString(), u"x"_s);
        QCOMPARE(api("DELETE", one, u"author"_s).status, 204);
        QCOMPARE(api("GET", one, u"author"_s).status, 404);
        advance(60000);
        const TwinAnswer action = api("POST", mr(iid, u"/notes"_s), u"author"_s, { { u"body"_s, u"/close"_s } });
        QCOMPARE(action.status, 202);
        QCOMPARE(m_stage.mergeRequest(iid)[u"state"_s].toString(), u"closed"_s);
    }

private:
    int open(const QString &branch)
    {
        const int iid = m_stage.openMergeRequest(branch);
        return becomes(iid, u"not_approved"_s) ? iid : 0;
    }
    int approvers(int iid)
    {
        return int(api("GET", mr(iid, u"/approvals"_s), u"author"_s).json[u"approved_by"_s].toArray().size());
    }
    static QJsonObject item(const QString &id, const QJsonValue &value) { return { { u"id"_s, id }, { u"value"_s, value } }; }
    void setChecklist(QJsonObject setting = {})
    {
        setting.insert(u"items"_s,
                       QJsonArray { QJsonObject { { u"id"_s, u"c1"_s }, { u"title"_s, u"I have read it"_s } },
                                    QJsonObject { { u"id"_s, u"c2"_s },
                                                  { u"title"_s, u"Class"_s },
                                                  { u"kind"_s, u"choice"_s },
                                                  { u"choices"_s, QJsonArray { u"a"_s, u"b"_s } } },
                                    QJsonObject { { u"id"_s, u"c3"_s },
                                                  { u"title"_s, u"Why"_s },
                                                  { u"kind"_s, u"text"_s },
                                                  { u"min_length"_s, 5 } } });
        QCOMPARE(policy({ { u"checklist"_s, setting } }), 200);
    }
};

QTEST_GUILESS_MAIN(TwinReviewsTest)
#include "tst_twinreviews.moc"
