// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/mergerequesthandlers.h"
#include "service/operations/hookwatch.h"
#include "tests/database/frontdesk.h"
#include "tests/database/support/databasefixture.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;

/// GitLab's hooks are hints, and nobody misses a hint; so that they stay away must be said.
class TestHookWatch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<database::DatabaseFixture>(); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_desk = std::make_unique<FrontDesk>(m_fixture->freshSchema());
        m_desk->boot.forge.webhookSecret = u"webhook-secret"_s;
    }
    void cleanup() { m_desk.reset(); }
    void cleanupTestCase() { m_fixture.reset(); }

    void threeLandingsWithoutAHookAreAFinding();
    void twoMayBeChance();
    void aHookThatCameSinceIsEnough();
    void whatLandedJustNowDoesNotCountYet();
    void landingsWithoutAMergeRequestDoNotCount();
    void whereNoHooksAreWantedNobodyMissesThem();
    void theNextHookEndsIt();
    void aHookOfAnotherProjectDoesNot();

private:
    void land(int minutesAgo, bool withMergeRequest = true);
    void hook(const QString &project);
    void look() { operations::HookWatch(m_desk->services).look(m_desk->connection()); }
    qint64 open() { return m_desk->count("SELECT COUNT(*) AS n FROM finding WHERE code = 'HOOKS_SILENT' AND resolved_at IS NULL"); }

    std::unique_ptr<database::DatabaseFixture> m_fixture;
    std::unique_ptr<FrontDesk> m_desk;
    int m_landed = 0;
};

void TestHookWatch::land(int minutesAgo, bool withMergeRequest)
{
    m_desk->run("INSERT INTO merge_batch (partition_key, status, phase, mr_iid, triggered_by, created_at, updated_at) "
                "VALUES ('main', 2, 'VERIFY', :iid, 't', TIMESTAMPADD(MINUTE, -:ago, CURRENT_TIMESTAMP(6)), "
                "TIMESTAMPADD(MINUTE, -:ago, CURRENT_TIMESTAMP(6)))",
                { { "iid", withMergeRequest ? QVariant(++m_landed) : QVariant() }, { "ago", minutesAgo } });
}

void TestHookWatch::hook(const QString &project)
{
    const QJsonObject event { { u"object_kind"_s, u"push"_s },
                              { u"project"_s, QJsonObject { { u"path_with_namespace"_s, project } } } };
    QCOMPARE(nameOf(m_desk->call(&mergerequest::receiveForgeHook, { .body = event }).code), u"IGNORED_STALE"_s);
}

void TestHookWatch::threeLandingsWithoutAHookAreAFinding()
{
    for (const int ago : { 30, 20, 10 })
        land(ago);
    QTest::ignoreMessage(QtCriticalMsg, QRegularExpression(u"^HOOKS_SILENT main 3 landed since .* the right secret token\\?$"_s));
    look();
    QCOMPARE(open(), 1);
    look(); // Told once.
    QCOMPARE(open(), 1);
}

void TestHookWatch::twoMayBeChance()
{
    land(20);
    land(10);
    look();
    QCOMPARE(open(), 0);
}

void TestHookWatch::aHookThatCameSinceIsEnough()
{
    for (const int ago : { 30, 20, 10 })
        land(ago);
    hook(u"acme/config"_s);
    look();
    QCOMPARE(open(), 0);
}

void TestHookWatch::whatLandedJustNowDoesNotCountYet()
{
    for (const int ago : { 30, 20, 1 })
        land(ago);
    look();
    QCOMPARE(open(), 0);
}

void TestHookWatch::landingsWithoutAMergeRequestDoNotCount()
{
    land(30);
    land(20);
    land(10, false);
    look();
    QCOMPARE(open(), 0);
}

void TestHookWatch::whereNoHooksAreWantedNobodyMissesThem()
{
    for (const int ago : { 30, 20, 10 })
        land(ago);
    m_desk->boot.forge.webhookSecret.clear();
    look();
    QCOMPARE(open(), 0);
}

void TestHookWatch::theNextHookEndsIt()
{
    threeLandingsWithoutAHookAreAFinding();
    hook(u"acme/config"_s);
    look();
    QCOMPARE(open(), 0);
}

void TestHookWatch::aHookOfAnotherProjectDoesNot()
{
    threeLandingsWithoutAHookAreAFinding();
    hook(u"config/nobodys"_s);
    look();
    QCOMPARE(open(), 1);
}

QTEST_GUILESS_MAIN(TestHookWatch)
#include "tst_hookwatch.moc"
