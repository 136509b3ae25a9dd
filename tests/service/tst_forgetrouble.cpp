// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/forgestage.h"

#include <QElapsedTimer>
#include <QThread>

using namespace forgetest;

/// GitLabForge and a twin in trouble: hidden, throttled, failing, silent; tokens that are refused.
class ForgeTroubleTest : public ForgeStage {
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

    void whatIsNotThereIsNothingButAHiddenProjectIsNot();
    void aMaskedAnswerIsNotTakenForAbsence();
    void aThrottledForgePausesEverybody();
    void aRefusedTokenIsNamedAndLeftAlone();
    void anUnknownTokenIsFoundOut();
    void aForgeThatFailsIsLeftAloneAndComesBack();
    void aSilentServerEndsWithinTheDeadline();
    void severalWorkersCallAtOnce();
};

void ForgeTroubleTest::whatIsNotThereIsNothingButAHiddenProjectIsNot()
{
    QVERIFY(!m_forge->mergeRequest(m_project, MergeRequestIid(99)));
    QVERIFY(!m_forge->branchHead(m_project, u"slipway/none"_s));
    QVERIFY(!m_forge->parentsOf(m_project, Oid(QString(40, u'1'))));
    QVERIFY(m_forge->mergeRequestsFrom(m_project, u"slipway/none"_s).empty());
    const Project hidden { u"no/project"_s, u"main"_s };
    QCOMPARE(codeOf([&] { m_forge->mergeRequest(hidden, MergeRequestIid(1)); }), Code::Unavailable);
    QCOMPARE(codeOf([&] { m_forge->branchHead(hidden, u"main"_s); }), Code::Unavailable);
    QCOMPARE(codeOf([&] { m_forge->fetchTarget(hidden); }), Code::NotFound);
    QCOMPARE(codeOf([&] { m_forge->fetchTarget({ m_project.path, u"none"_s }); }), Code::NotFound);
    QCOMPARE(m_forge->health().state, ForgeHealth::State::Reachable);
}

void ForgeTroubleTest::aMaskedAnswerIsNotTakenForAbsence()
{
    const MergeRequest request = opened();
    fault({}, u"before"_s, { { u"kind"_s, u"mask404"_s } }, -1);
    QCOMPARE(codeOf([&] { m_forge->mergeRequest(m_project, request.iid); }), Code::Unavailable);
    QVERIFY(!m_ledger.failedReads.isEmpty());
}

void ForgeTroubleTest::aThrottledForgePausesEverybody()
{
    const MergeRequest request = opened();
    fault({ { u"op"_s, u"mr.approve"_s } }, u"before"_s,
          { { u"kind"_s, u"rate_limit"_s }, { u"retry_after"_s, 30 }, { u"style"_s, u"rack"_s } });
    const Outcome outcome = m_forge->approve(Bot::ReviewerOne, m_project, request.iid, request.head);
    QCOMPARE(outcome.kind, Outcome::Kind::NotSent);
    QCOMPARE(outcome.status, 429);
    QCOMPARE(outcome.retryAfter, std::optional(milliseconds(30000)));
    const size_t lines = m_ledger.lines.size();
    const Outcome other = m_forge->approve(Bot::ReviewerTwo, m_project, request.iid, request.head);
    QCOMPARE(other.kind, Outcome::Kind::NotSent);
    QVERIFY(other.retryAfter > milliseconds(20000));
    QCOMPARE(m_ledger.lines.size(), lines);
    try {
        m_forge->mergeRequest(m_project, request.iid);
        QFAIL("it read during the pause");
    } catch (const Error &error) {
        QCOMPARE(error.code(), Code::Unavailable);
        QVERIFY(error.retryAfter() > milliseconds(20000));
    }
    QCOMPARE(codeOf([&] { m_forge->fetchTarget(m_project); }), Code::Unavailable);
    QVERIFY(m_forge->health().pausedUntil.has_value());
    QCOMPARE(m_stage.effects(u"approve"_s), 0);
}

void ForgeTroubleTest::aRefusedTokenIsNamedAndLeftAlone()
{
    const MergeRequest request = opened();
    fault({ { u"op"_s, u"mr.approve"_s } }, u"before"_s, { { u"kind"_s, u"unauthorized"_s }, { u"style"_s, u"revoked"_s } });
    const Outcome outcome = m_forge->approve(Bot::ReviewerTwo, m_project, request.iid, request.head);
    QCOMPARE(outcome.kind, Outcome::Kind::NotSent);
    QCOMPARE(outcome.status, 401);
    const ForgeHealth health = m_forge->health();
    QVERIFY(health.isTokenRefused(Bot::ReviewerTwo));
    QVERIFY(!health.isTokenRefused(Bot::Author));
    QCOMPARE(health.state, ForgeHealth::State::Reachable);
    QVERIFY(health.refusedTokens[0].words.contains("revoked"_L1));
    // Not hammered: the next call as this bot does not leave, the other bots go on.
    QCOMPARE(m_forge->approve(Bot::ReviewerTwo, m_project, request.iid, request.head).kind, Outcome::Kind::NotSent);
    QVERIFY(m_forge->approve(Bot::ReviewerOne, m_project, request.iid, request.head).isDone());
    QCOMPARE(m_stage.effects(u"approve"_s), 1);
}

void ForgeTroubleTest::anUnknownTokenIsFoundOut()
{
    m_forge = forgeAt(QUrl(m_stage.twin.apiUrl()), u"no such token"_s);
    QCOMPARE(codeOf([&] { m_forge->mergeRequest(m_project, MergeRequestIid(1)); }), Code::Unavailable);
    QVERIFY(m_forge->health().isTokenRefused(Bot::Author));
    QCOMPARE(codeOf([&] { m_forge->fetchTarget(m_project); }), Code::Unavailable);
    m_forge = forgeAt(QUrl(m_stage.twin.apiUrl()), u"no such token"_s);
    QCOMPARE(codeOf([&] { m_forge->fetchTarget(m_project); }), Code::Unavailable);
    QVERIFY(m_forge->health().isTokenRefused(Bot::Author));
}

void ForgeTroubleTest::aForgeThatFailsIsLeftAloneAndComesBack()
{
    const MergeRequest request = opened();
    fault({ { u"op"_s, u"mr.get"_s } }, u"before"_s,
          { { u"kind"_s, u"status"_s }, { u"code"_s, 503 }, { u"body"_s, u""_s }, { u"content_type"_s, u"text/html"_s } }, -1);
    for (int i = 0; i < 5; ++i)
        QCOMPARE(codeOf([&] { m_forge->mergeRequest(m_project, request.iid); }), Code::Unavailable);
    const ForgeHealth health = m_forge->health();
    QCOMPARE(health.state, ForgeHealth::State::Away);
    QVERIFY(health.nextTry.has_value());
    QVERIFY(!health.problem.isEmpty());
    const Outcome outcome = m_forge->approve(Bot::ReviewerOne, m_project, request.iid, request.head);
    QCOMPARE(outcome.kind, Outcome::Kind::NotSent);
    QVERIFY(outcome.retryAfter.has_value());
    m_stage.twin.admin("DELETE", u"/faults"_s);
    QTRY_VERIFY_WITH_TIMEOUT(codeOf([&] { m_forge->mergeRequest(m_project, request.iid); }) == Code::Ok, 15000);
    QCOMPARE(m_forge->health().state, ForgeHealth::State::Reachable);
}

void ForgeTroubleTest::aSilentServerEndsWithinTheDeadline()
{
    const MergeRequest request = opened();
    const BuiltCommit built = build(u"c\n"_s);
    m_deadline = milliseconds(1000);
    QElapsedTimer timer;
    timer.start();
    fault({ { u"op"_s, u"mr.get"_s } }, u"before"_s, { { u"kind"_s, u"hang"_s } });
    QCOMPARE(codeOf([&] { m_forge->mergeRequest(m_project, request.iid); }), Code::Unavailable);
    // Long enough for a busy machine to list the branches first.
    m_deadline = milliseconds(5000);
    fault({ { u"op"_s, u"git.push"_s } }, u"before"_s, { { u"kind"_s, u"hang"_s } });
    QCOMPARE(m_forge->publish(m_project, u"slipway/b-2"_s, built.commit, {}).kind, Published::Kind::Unknown);
    m_deadline = milliseconds(1000);
    fault({ { u"op"_s, u"git.refs"_s } }, u"before"_s, { { u"kind"_s, u"hang"_s } });
    QCOMPARE(m_forge->publish(m_project, u"slipway/b-2"_s, built.commit, {}).kind, Published::Kind::NotSent);
    QVERIFY2(timer.elapsed() < 20000, qPrintable(QString::number(timer.elapsed())));
}

void ForgeTroubleTest::severalWorkersCallAtOnce()
{
    const Oid base = m_forge->fetchTarget(m_project);
    QAtomicInt good = 0;
    std::vector<std::unique_ptr<QThread>> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back(QThread::create([&, i] {
            const FileChanges changes { { u"w/%1.yaml"_s.arg(i), QByteArray::number(i) } };
            const QString branch = u"slipway/w-%1"_s.arg(i);
            const Oid commit = m_forge->build(m_project, { base, changes, u"m"_s, Instant(seconds(1'767'225'600)) }).commit;
            if (m_forge->publish(m_project, branch, commit, {}).kind == Published::Kind::Done
                && m_forge->createMergeRequest(m_project, branch, u"w"_s, {}).isDone()
                && m_forge->mergeRequestsFrom(m_project, branch).size() == 1)
                ++good;
        }));
        threads.back()->start();
    }
    for (const auto &thread : threads)
        QTRY_VERIFY_WITH_TIMEOUT(thread->isFinished(), 30000);
    QCOMPARE(good.loadRelaxed(), 4);
    QCOMPARE(m_stage.effects(u"create_mr"_s), 4);
}

QTEST_GUILESS_MAIN(ForgeTroubleTest)
#include "tst_forgetrouble.moc"
