// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/await.h"
#include "tests/support/journey.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using slipway::support::await;
using slipway::support::Journey;

/// What becomes of a branch when its landing is over: it goes, unless somebody may still need it.
class BranchesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aFailedBatchLeavesNoBranchBehind();
    void aLostAnswerOfTheDeletionIsReadAgain();
    void aWithdrawnRequestLeavesNoBranchBehind();
    void aClosedMergeRequestsBranchIsKeptForAWhile();
    void aReopenedMergeRequestKeepsItsBranch();
    void aBranchThatHoldsForeignWorkStays();
    void aBranchThatWasLeftByAMergeIsRemoved();

private:
    static QStringList branches(Journey &journey)
    {
        QStringList names = journey.twin().get(u"/state"_s)["projects"_L1][0]["branches"_L1].toObject().keys();
        names.removeAll(QString(slipway::support::StageFiles::branch));
        return names;
    }
    static bool isCleaned(Journey &journey)
    {
        return await([&] { return branches(journey).isEmpty() && openTasks(journey) == 0; }, 20s);
    }
    static qint64 openTasks(Journey &journey)
    {
        return journey.count("SELECT COUNT(*) AS n FROM workflow_task WHERE kind = 'branch.clean'");
    }
    /// Whether the cleaner has looked and told why it waits.
    static bool waits(Journey &journey, const char *why)
    {
        const QByteArray statement =
            QByteArray("SELECT COUNT(*) AS n FROM workflow_task WHERE kind = 'branch.clean' AND last_error LIKE '%") + why
            + "%'";
        return await([&] { return journey.count(statement.constData()) == 1; }, 20s);
    }
    static QString latestBranch(Journey &journey)
    {
        QString branch;
        slipway::database::Connection(journey.stack().databaseSettings())
            .run({ "test/branch", "SELECT branch FROM merge_batch ORDER BY id DESC LIMIT 1" }, {},
                 [&](const slipway::database::Row &row) { branch = row.text("branch"); });
        return branch;
    }
    static QString fail(Journey &journey)
    {
        journey.start();
        const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
        journey.approve(operation);
        journey.awaitStatus(operation, { u"CREATE_FAILED"_s });
        return operation;
    }
};

namespace {
const QJsonObject failing { { u"pipeline_result"_s, u"failed"_s } };
QMap<QString, QString> keeping(int ms) { return { { u"branch.keepClosedMs"_s, QString::number(ms) } }; }
} // namespace

void BranchesTest::aFailedBatchLeavesNoBranchBehind()
{
    Journey journey(keeping(0), failing);
    fail(journey);
    QVERIFY2(isCleaned(journey), qPrintable(branches(journey).join(u' ')));
    QCOMPARE(journey.effects(u"close"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void BranchesTest::aLostAnswerOfTheDeletionIsReadAgain()
{
    Journey journey(keeping(3000), failing);
    fail(journey);
    journey.twin().addFault({ { u"match"_s, QJsonObject { { u"method"_s, u"DELETE"_s } } },
                              { u"times"_s, 1 },
                              { u"phase"_s, u"after_effect"_s },
                              { u"do"_s, QJsonObject { { u"kind"_s, u"drop"_s } } } });
    QVERIFY(isCleaned(journey));
    QCOMPARE(
        journey.count("SELECT COUNT(*) AS n FROM remote_call WHERE operation = 'branch.delete' AND subject_kind = 'batch'"), 1);
    QCOMPARE(journey.count(
                 "SELECT COUNT(*) AS n FROM remote_call WHERE settled_at IS NULL AND (outcome IS NULL OR outcome = 'UNKNOWN')"),
             0);
}

void BranchesTest::aWithdrawnRequestLeavesNoBranchBehind()
{
    QMap<QString, QString> hot = keeping(0);
    hot.insert(u"flow.approvalFirst"_s, u"false"_s);
    hot.insert(u"flow.batching"_s, u"false"_s);
    Journey journey(hot);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.awaitStep(operation, 10402);
    QCOMPARE(branches(journey).size(), 1);
    QCOMPARE(journey.withdraw(operation).status, 202);
    journey.awaitStatus(operation, { u"REJECTED"_s });
    QVERIFY(isCleaned(journey));
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void BranchesTest::aClosedMergeRequestsBranchIsKeptForAWhile()
{
    Journey journey(keeping(6000), failing);
    fail(journey);
    QVERIFY(waits(journey, "re-open"));
    QCOMPARE(branches(journey).size(), 1);
    QVERIFY(isCleaned(journey));
}

void BranchesTest::aReopenedMergeRequestKeepsItsBranch()
{
    Journey journey(keeping(6000), failing);
    fail(journey);
    journey.twin().act(
        { { u"project"_s, u"config/access"_s }, { u"iid"_s, 1 }, { u"op"_s, u"reopen"_s }, { u"user"_s, u"maintainer"_s } });
    QVERIFY(waits(journey, "!1 is opened"));
    QCOMPARE(branches(journey).size(), 1);
}

void BranchesTest::aBranchThatHoldsForeignWorkStays()
{
    Journey journey(keeping(6000), failing);
    fail(journey);
    journey.twin().act({ { u"project"_s, u"config/access"_s },
                         { u"iid"_s, 1 },
                         { u"op"_s, u"push"_s },
                         { u"user"_s, u"maintainer"_s },
                         { u"files"_s, QJsonObject { { u"NOTES.md"_s, u"by hand\n"_s } } } });
    QVERIFY(await([&] { return openTasks(journey) == 0; }, 20s));
    QCOMPARE(branches(journey).size(), 1);
}

void BranchesTest::aBranchThatWasLeftByAMergeIsRemoved()
{
    Journey journey;
    journey.start();
    journey.land(u"ann"_s, u"db/read"_s);
    const auto isOver = [&] { return journey.count("SELECT COUNT(*) AS n FROM merge_batch WHERE status = 2") == 1; };
    QVERIFY(await([&] { return isOver() && openTasks(journey) == 0; }, 20s));
    // As if the forge had not removed it: it stands there again, at our commit, and somebody looks.
    QTemporaryDir folder;
    const auto git = [&](const QStringList &arguments) {
        QProcess process;
        process.start(u"git"_s, arguments);
        return process.waitForFinished(30000) && process.exitCode() == 0;
    };
    const QString clone = folder.path() + u"/clone"_s;
    QVERIFY(git({ u"clone"_s, u"--quiet"_s, journey.stack().repositoryUrl().toString(), clone }));
    const QString branch = latestBranch(journey);
    QVERIFY2(branch.startsWith("slipway/batch-1-"_L1), qPrintable(branch));
    QVERIFY(git({ u"-C"_s, clone, u"push"_s, u"--quiet"_s, u"origin"_s, u"HEAD^2:refs/heads/"_s + branch }));
    QCOMPARE(branches(journey), QStringList { branch });
    slipway::database::Connection(journey.stack().databaseSettings())
        .write({ "test/late", "INSERT INTO workflow_task (kind, ref) VALUES ('branch.clean', '1')" });
    QVERIFY(isCleaned(journey));
    // And the next batch has one of its own.
    journey.land(u"ben"_s, u"db/read"_s);
    QVERIFY(latestBranch(journey) != branch);
}

QTEST_GUILESS_MAIN(BranchesTest)
#include "tst_branches.moc"
