// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/paths.h"
#include "tests/service/maintainer.h"
#include "tests/support/await.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using slipway::support::Journey;
using slipway::support::Maintainers;

namespace {

int stepOf(const QJsonObject &change) { return change.value("stepStatus"_L1).toObject().value("code"_L1).toInt(); }

QString pathOf(const QString &subject)
{
    const slipway::TargetKey target(u"db/read"_s);
    const QString shard = slipway::catalogue::shardOf(target, slipway::SubjectId(subject));
    return u"access/bindings/%1/%2/%3.yaml"_s.arg(shard, slipway::catalogue::pathComponent(target.value()), subject);
}

/// A batch begins when so many wait, and otherwise not for a long time.
QMap<QString, QString> allAtOnce(int members)
{
    return { { u"batch.maxRequests"_s, QString::number(members) }, { u"batch.lingerMs"_s, u"600000"_s } };
}

} // namespace

/// A batch that fails is halved until each culprit stands alone. The pipelines fail by what the merge request changes.
class SplittingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void everyCulpritFailsAloneAndTheOthersLand();
    void whatFailedAloneIsTriedAloneFromThenOn();
    void whoseCompanyLeftIsNotTakenForTheCulprit();
    void whatNobodyAmongTheMembersCausedIsNotSplit();
    void whoConflictsWithWhatLandedMeanwhileLeavesAndTheOthersGoOn();

private:
    static void failFor(Journey &journey, const QString &path)
    {
        journey.twin().post(u"/pipelines/script"_s, { { u"fails_with"_s, path } });
    }
    /// Approved, in that order, in line.
    static QStringList queue(Journey &journey, const QStringList &subjects)
    {
        QStringList operations;
        for (const QString &subject : subjects) {
            operations.append(journey.submit(subject, u"db/read"_s));
            journey.approve(operations.last());
            // The last one completes the batch and does not stay in line.
            if (subject != subjects.last())
                journey.awaitStep(operations.last(), 10406);
        }
        return operations;
    }
};

void SplittingTest::everyCulpritFailsAloneAndTheOthersLand()
{
    Journey journey(allAtOnce(8));
    journey.start();
    failFor(journey, u"/bad-"_s);
    // ben fails only because of bad-1, whose half he shares.
    const QStringList subjects { u"ann"_s, u"bad-1"_s, u"ben"_s, u"cat"_s, u"dan"_s, u"eve"_s, u"bad-2"_s, u"fay"_s };
    const QStringList operations = queue(journey, subjects);
    for (qsizetype i = 0; i < subjects.size(); ++i) {
        const bool isBad = subjects[i].startsWith("bad"_L1);
        const QJsonObject change = journey.awaitStatus(operations[i], { isBad ? u"CREATE_FAILED"_s : u"VALIDATED"_s });
        if (isBad)
            QCOMPARE(stepOf(change), 10004);
    }
    const int pipelines = journey.effects(u"create_mr"_s);
    QCOMPARE(pipelines, 11); // 8; 4, 2, 1, 1, 2; 4, 2, 2, 1, 1
    QVERIFY(pipelines <= 2 * 2 * 3 + 1);
    QCOMPARE(journey.repositoryFiles().size(), 6);
    // Each with the evidence of its own merge request, and each half knows where it comes from.
    QCOMPARE(journey.count("SELECT COUNT(DISTINCT failure_detail) AS n FROM operation WHERE step_status = 10004"), 2);
    QCOMPARE(journey.count("SELECT COUNT(*) AS n FROM merge_batch WHERE parent_batch_id IS NULL"), 1);
    QCOMPARE(journey.count("SELECT COUNT(*) AS n FROM merge_batch_request WHERE batch_id IS NULL"), 0);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SplittingTest::whatFailedAloneIsTriedAloneFromThenOn()
{
    Maintainers maintainers;
    Journey journey(allAtOnce(3), {}, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    failFor(journey, u"/bad"_s);
    const auto ask = [&](const QString &subject) {
        const QString operation = journey.submit(subject, u"db/read"_s);
        journey.approve(operation);
        journey.awaitStep(operation, 10406);
        return operation;
    };
    // Members are VALIDATED a moment before their batch has let go of its slot.
    const auto round = [&] {
        QVERIFY(slipway::support::await(
            [&] { return maintainers.act(u"RUN_ROUND"_s, u"partition"_s, u"access"_s).value("outcome"_L1) == "DONE"_L1; },
            20s));
    };
    const auto giveUp = [&](const QString &operation) {
        journey.awaitStatus(operation, { u"CREATE_FAILED"_s });
        QCOMPARE(journey.withdraw(operation).status, 202);
        journey.awaitStatus(operation, { u"CLOSED"_s });
    };
    const QString first = ask(u"bad"_s);
    QVERIFY(Maintainers::codeOf(maintainers.operation(first)) != "QUARANTINED"_L1);
    round();
    giveUp(first);

    const QString second = ask(u"bad"_s);
    maintainers.awaitDiagnosis(second, u"QUARANTINED"_s);
    const QStringList others = queue(journey, { u"ann"_s, u"ben"_s });
    giveUp(second);
    QCOMPARE(journey.count("SELECT MAX(member_count) AS n FROM merge_batch"), 1);
    round();
    for (const QString &other : others)
        journey.awaitStatus(other, { u"VALIDATED"_s });
    QCOMPARE(journey.count("SELECT MAX(member_count) AS n FROM merge_batch"), 2);

    // What has landed after all is not at fault any more.
    journey.twin().remove(u"/pipelines/script"_s);
    const QString third = ask(u"bad"_s);
    round();
    journey.awaitStatus(third, { u"VALIDATED"_s });
    QCOMPARE(journey.count("SELECT COUNT(*) AS n FROM operation WHERE failed_alone_at IS NOT NULL"), 0);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SplittingTest::whoseCompanyLeftIsNotTakenForTheCulprit()
{
    Journey journey(allAtOnce(2), { { u"pipeline_step_ms"_s, 700 } });
    journey.start();
    failFor(journey, u"/bad"_s);
    const QStringList operations = queue(journey, { u"bad"_s, u"ann"_s });
    journey.awaitStep(operations[0], 10009);
    QCOMPARE(journey.withdraw(operations[0]).status, 202);
    journey.awaitStatus(operations[0], { u"CLOSED"_s });
    journey.awaitStatus(operations[1], { u"VALIDATED"_s });
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SplittingTest::whatNobodyAmongTheMembersCausedIsNotSplit()
{
    Maintainers maintainers;
    Journey journey(allAtOnce(2), {}, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const auto protect = [&](const QStringList &names) {
        QJsonArray rules;
        for (const QString &name : names) {
            rules.append(QJsonObject {
                { u"name"_s, name }, { u"push_access_level"_s, u"nobody"_s }, { u"merge_access_level"_s, u"maintainer"_s } });
        }
        const QJsonObject project { { u"path"_s, u"config/access"_s }, { u"protected_branches"_s, rules } };
        journey.twin().seed({ { u"projects"_s, QJsonArray { project } } });
    };
    protect({ u"main"_s, u"slipway/*"_s });
    const QStringList operations = queue(journey, { u"ann"_s, u"ben"_s });
    maintainers.awaitDiagnosis(operations[0], u"BLOCKED_OTHER"_s);
    QCOMPARE(maintainers.batch(1).value("failureCode"_L1).toString(), u"PUSH_REFUSED"_s);
    protect({ u"main"_s });
    QCOMPARE(maintainers.act(u"UNBLOCK"_s, u"batch"_s, u"1"_s).value("outcome"_L1).toString(), u"STARTED"_s);
    for (const QString &operation : operations)
        journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void SplittingTest::whoConflictsWithWhatLandedMeanwhileLeavesAndTheOthersGoOn()
{
    Journey journey(allAtOnce(2), { { u"pipeline_step_ms"_s, 700 } });
    journey.start();
    const QStringList operations = queue(journey, { u"ann"_s, u"ben"_s });
    journey.awaitStep(operations[0], 10009);
    journey.twin().act({ { u"project"_s, u"config/access"_s },
                         { u"branch"_s, u"main"_s },
                         { u"op"_s, u"push_target"_s },
                         { u"user"_s, u"maintainer"_s },
                         { u"files"_s, QJsonObject { { pathOf(u"ann"_s), u"by hand\n"_s } } } });
    QCOMPARE(stepOf(journey.awaitStatus(operations[0], { u"HANDLE_FAILED"_s })), 10105);
    journey.awaitStatus(operations[1], { u"VALIDATED"_s });
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(SplittingTest)
#include "tst_splitting.moc"
