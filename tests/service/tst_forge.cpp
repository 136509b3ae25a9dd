// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/forgestage.h"

using namespace forgetest;

/// GitLabForge against the twin: a merge request from its creation to its end, answers lost on the way.
class ForgeTest : public ForgeStage {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_stage.start(), QString()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        stand();
    }
    void cleanup() { m_forge.reset(); }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void theBotsAreKnownByTheirTokens();
    void aMergeRequestIsCreatedReadApprovedAndMerged();
    void aMergeRequestWhoseAnswerWasLostIsFoundByItsBranch();
    void aSecondApprovalIsRefusedWithItsStatus();
    void aMergeWhoseAnswerIsLostIsUnknownAndReadAsMerged();
    void aMergeOfAStaleHeadIsRefused();
    void closingCancellingAndDeletingAreDone();
    void allPipelinesOfAllPagesAreRead();
};

void ForgeTest::theBotsAreKnownByTheirTokens()
{
    QCOMPARE(m_forge->whoAmI(Bot::Author).username, u"author"_s);
    QCOMPARE(m_forge->whoAmI(Bot::ReviewerOne).username, u"reviewer-1"_s);
    QCOMPARE(m_forge->whoAmI(Bot::ReviewerTwo).username, u"reviewer-2"_s);
}

void ForgeTest::aMergeRequestIsCreatedReadApprovedAndMerged()
{
    stand({ { u"required_approvals"_s, 2 } });
    const MergeRequest request = opened();
    QCOMPARE(request.state, u"opened"_s);
    QCOMPARE(request.author, u"author"_s);
    QCOMPARE(request.sourceBranch, u"slipway/b-1"_s);
    QCOMPARE(request.targetBranch, u"main"_s);
    QVERIFY(request.rebaseInProgress.has_value());
    for (const Bot bot : { Bot::ReviewerOne, Bot::ReviewerTwo }) {
        const Outcome outcome = m_forge->approve(bot, m_project, request.iid, request.head);
        QVERIFY2(outcome.isDone(), qPrintable(outcome.text));
    }
    const Approvals approvals = m_forge->approvals(m_project, request.iid, Bot::ReviewerOne);
    QCOMPARE(QSet<QString>(approvals.approvedBy.begin(), approvals.approvedBy.end()),
             (QSet<QString> { u"reviewer-1"_s, u"reviewer-2"_s }));
    QCOMPARE(approvals.userHasApproved, std::optional(true));
    QTRY_VERIFY_WITH_TIMEOUT(isMergeable(request.iid), 10000);
    const Outcome merged = m_forge->merge(Bot::ReviewerOne, m_project, request.iid, request.head, u"Merge batch 1"_s);
    QVERIFY2(merged.isDone(), qPrintable(merged.text));
    const auto after = m_forge->mergeRequest(m_project, request.iid);
    QCOMPARE(after->state, u"merged"_s);
    QCOMPARE(after->mergedBy, u"reviewer-1"_s);
    QCOMPARE(after->mergeCommit, std::optional(m_forge->fetchTarget(m_project)));
    QVERIFY(m_forge->contains(m_project, *after->mergeCommit, request.head));
    QCOMPARE(m_stage.effects(u"merge"_s), 1);
    QTRY_VERIFY(!m_forge->branchHead(m_project, u"slipway/b-1"_s));
}

void ForgeTest::aMergeRequestWhoseAnswerWasLostIsFoundByItsBranch()
{
    const BuiltCommit built = build();
    m_forge->publish(m_project, u"slipway/b-1"_s, built.commit, {});
    QVERIFY(m_forge->mergeRequestsFrom(m_project, u"slipway/b-1"_s).empty());
    fault({ { u"op"_s, u"mr.create"_s } }, u"after_effect"_s, { { u"kind"_s, u"drop"_s } });
    const Outcome lost = m_forge->createMergeRequest(m_project, u"slipway/b-1"_s, u"Batch 1"_s, u"marker"_s);
    QCOMPARE(lost.kind, Outcome::Kind::Unknown);
    QCOMPARE(lost.status, 0);
    const auto found = m_forge->mergeRequestsFrom(m_project, u"slipway/b-1"_s);
    QCOMPARE(found.size(), 1u);
    QCOMPARE(found[0].description, u"marker"_s);
    QCOMPARE(m_stage.effects(u"create_mr"_s), 1);
    const Outcome again = m_forge->createMergeRequest(m_project, u"slipway/b-1"_s, u"Batch 1"_s, u"marker"_s);
    QCOMPARE(again.kind, Outcome::Kind::Refused);
    QCOMPARE(again.status, 409);
    QVERIFY(again.text.contains("!1"_L1));
}

void ForgeTest::aSecondApprovalIsRefusedWithItsStatus()
{
    const MergeRequest request = opened();
    QVERIFY(m_forge->approve(Bot::ReviewerOne, m_project, request.iid, request.head).isDone());
    const Outcome again = m_forge->approve(Bot::ReviewerOne, m_project, request.iid, request.head);
    QCOMPARE(again.kind, Outcome::Kind::Refused);
    QCOMPARE(again.status, 401);
    QVERIFY(!m_forge->health().isTokenRefused());
    const Outcome stale = m_forge->approve(Bot::ReviewerTwo, m_project, request.iid, Oid(QString(40, u'1')));
    QCOMPARE(stale.kind, Outcome::Kind::Refused);
    QCOMPARE(stale.status, 409);
    QCOMPARE(m_stage.effects(u"approve"_s), 1);
}

void ForgeTest::aMergeWhoseAnswerIsLostIsUnknownAndReadAsMerged()
{
    const MergeRequest request = opened();
    QTRY_VERIFY_WITH_TIMEOUT(isMergeable(request.iid), 10000);
    fault({ { u"op"_s, u"mr.merge"_s } }, u"after_effect"_s,
          { { u"kind"_s, u"status"_s },
            { u"code"_s, 502 },
            { u"body"_s, u"<html>502</html>"_s },
            { u"content_type"_s, u"text/html"_s } });
    const Outcome outcome = m_forge->merge(Bot::ReviewerTwo, m_project, request.iid, request.head, u"m"_s);
    QCOMPARE(outcome.kind, Outcome::Kind::Unknown);
    QCOMPARE(outcome.status, 502);
    QCOMPARE(m_forge->mergeRequest(m_project, request.iid)->state, u"merged"_s);
    QCOMPARE(m_stage.effects(u"merge"_s), 1);
}

void ForgeTest::aMergeOfAStaleHeadIsRefused()
{
    const MergeRequest request = opened();
    QTRY_VERIFY_WITH_TIMEOUT(isMergeable(request.iid), 10000);
    const Outcome outcome = m_forge->merge(Bot::ReviewerOne, m_project, request.iid, Oid(QString(40, u'1')), u"m"_s);
    QCOMPARE(outcome.kind, Outcome::Kind::Refused);
    QCOMPARE(outcome.status, 409);
    QCOMPARE(m_stage.effects(u"merge"_s), 0);
}

void ForgeTest::closingCancellingAndDeletingAreDone()
{
    const MergeRequest request = opened();
    const auto pipelines = m_forge->pipelines(m_project, request.iid);
    if (!pipelines.empty())
        QVERIFY(m_forge->cancelPipeline(m_project, pipelines.front().id).status >= 200);
    const Outcome autoMerge = m_forge->cancelAutoMerge(m_project, request.iid);
    QVERIFY(autoMerge.kind == Outcome::Kind::Done || autoMerge.kind == Outcome::Kind::Refused);
    const Outcome closed = m_forge->closeMergeRequest(m_project, request.iid);
    QVERIFY2(closed.isDone(), qPrintable(closed.text));
    QCOMPARE(closed.body["state"_L1].toString(), u"closed"_s);
    QCOMPARE(m_forge->mergeRequest(m_project, request.iid)->state, u"closed"_s);
    QVERIFY(m_forge->deleteBranch(m_project, u"slipway/b-1"_s).isDone());
    const Outcome again = m_forge->deleteBranch(m_project, u"slipway/b-1"_s);
    QCOMPARE(again.kind, Outcome::Kind::Refused);
    QCOMPARE(again.status, 404);
}

void ForgeTest::allPipelinesOfAllPagesAreRead()
{
    const MergeRequest request = opened();
    for (int i = 0; i < 120; ++i)
        m_stage.twin.api("POST", m_stage.at(u"/merge_requests/%1/pipelines"_s.arg(request.iid.value())), u"author"_s);
    const auto pipelines = m_forge->pipelines(m_project, request.iid);
    QVERIFY2(pipelines.size() >= 120, qPrintable(QString::number(pipelines.size())));
    QCOMPARE(pipelines.front().sha, request.head);
    for (size_t i = 1; i < pipelines.size(); ++i)
        QVERIFY(pipelines[i - 1].id > pipelines[i].id);
}

QTEST_GUILESS_MAIN(ForgeTest)
#include "tst_forge.moc"
