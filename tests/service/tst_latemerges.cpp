// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/maintainer.h"
#include "tests/support/await.h"
#include "tests/support/flows.h"

#include <QRegularExpression>
#include <QTest>

#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using slipway::support::await;
using slipway::support::Headers;
using slipway::support::Journey;
using slipway::support::Maintainers;

/// What the service notices by itself, without anybody asking: the database and GitLab are compared, and grants are looked after.
class LateMergesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aFailedBatchThatAPersonMergesIsFound();
    void aClosedRequestThatAPersonMergesHaltsItsPartition();
    void aGrantIsAnnouncedBeforeItEnds();
    void aLostDeployCallbackOfASingleIsTold();

private:
    static QStringList findings(Maintainers &maintainers, const QString &code)
    {
        QStringList subjects;
        for (const QJsonValue &finding : maintainers.get(u"/ops/v1/findings"_s).value("items"_L1).toArray()) {
            if (finding["code"_L1] == code && finding["resolvedAt"_L1].isNull())
                subjects.append(finding["subject"_L1].toString());
        }
        return subjects;
    }
    static bool isSaidInChinese(Journey &journey, const QString &path, const QString &field)
    {
        const QJsonValue items =
            journey.stack().as(u"olga"_s).get(path, Headers { { "Accept-Language", "zh-CN" } }).data()["items"_L1];
        return std::ranges::any_of(items.toArray(), [&](const QJsonValue &item) {
            const QString text = item[field].toString();
            return text.contains(u"又被 maintainer 合并"_s) && !text.contains("merged as"_L1);
        });
    }
    static bool reopenedAndMerged(Journey &journey)
    {
        const auto act = [&](const QString &op) {
            journey.twin().act(
                { { u"project"_s, u"config/access"_s }, { u"iid"_s, 1 }, { u"op"_s, op }, { u"user"_s, u"maintainer"_s } });
        };
        act(u"reopen"_s);
        // GitLab refuses a merge for the moments in which it computes whether one is possible; a person clicks again.
        return await(
            [&] {
                try {
                    act(u"merge"_s);
                    return true;
                } catch (const std::runtime_error &) {
                    return false;
                }
            },
            20s);
    }
    static QMap<QString, QString> auditedOften(slipway::workflow::Flow flow)
    {
        QMap<QString, QString> hot = slipway::support::switchesFor(flow);
        hot.insert(u"audit.intervalMs"_s, u"300"_s);
        return hot;
    }
    static QJsonObject anybodyMayMerge() { return { { u"pipelines_must_succeed"_s, false }, { u"required_approvals"_s, 0 } }; }
};

void LateMergesTest::aFailedBatchThatAPersonMergesIsFound()
{
    Maintainers maintainers;
    QJsonObject policy = anybodyMayMerge();
    policy.insert(u"pipeline_result"_s, u"failed"_s);
    Journey journey(auditedOften(slipway::workflow::Flow::Batched), policy, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStatus(operation, { u"CREATE_FAILED"_s });
    QVERIFY(reopenedAndMerged(journey));
    QVERIFY(await([&] { return findings(maintainers, u"LATE_MERGE"_s) == QStringList { u"batch:1"_s }; }, 20s));
    QVERIFY(isSaidInChinese(journey, u"/ops/v1/findings"_s, u"detail"_s));
    QVERIFY(isSaidInChinese(journey, u"/ops/v1/attention"_s, u"title"_s));
    maintainers.awaitDiagnosis(operation, u"REMOTE_MERGED"_s);
    QCOMPARE(maintainers.act(u"ALIGN_WITH_REMOTE"_s, u"batch"_s, u"1"_s).value("outcome"_L1).toString(), u"DONE"_s);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(findings(maintainers, u"LATE_MERGE"_s), QStringList());
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void LateMergesTest::aClosedRequestThatAPersonMergesHaltsItsPartition()
{
    Maintainers maintainers;
    QJsonObject policy = anybodyMayMerge();
    policy.insert(u"pipeline_step_ms"_s, 1000);
    Journey journey(auditedOften(slipway::workflow::Flow::Single), policy, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10009);
    QCOMPARE(journey.withdraw(operation).status, 202);
    journey.awaitStatus(operation, { u"CLOSED"_s });
    QVERIFY(reopenedAndMerged(journey));
    QVERIFY(await([&] { return findings(maintainers, u"LATE_MERGE"_s) == QStringList { u"operation:"_s + operation }; }, 20s));
    QCOMPARE(journey.read(operation).value("bindingStatus"_L1).toString(), u"CLOSED"_s);
    const QJsonValue partitions = maintainers.get(u"/ops/v1/overview"_s).value("partitions"_L1);
    QCOMPARE(partitions[0]["mode"_L1].toString(), u"HALTED"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void LateMergesTest::aGrantIsAnnouncedBeforeItEnds()
{
    Maintainers maintainers;
    Journey journey({}, {}, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const QString end = QDateTime::currentDateTimeUtc().addDays(3).toString(Qt::ISODateWithMs);
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s, u"bind"_s, {}, end);
    journey.approve(operation);
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(findings(maintainers, u"GRANT_ENDING"_s), QStringList()); // It has hardly begun.
    maintainers.sql("UPDATE operation SET created_at = TIMESTAMPADD(DAY, -30, created_at)");
    QVERIFY(await([&] { return findings(maintainers, u"GRANT_ENDING"_s) == QStringList { u"grant:"_s + operation }; }, 20s));
    // Renewed: nobody has to be told any more.
    const QString later = QDateTime::currentDateTimeUtc().addDays(300).toString(Qt::ISODateWithMs);
    const QString renewal = journey.submit(u"ann"_s, u"db/read"_s, u"bind"_s, {}, later);
    journey.approve(renewal);
    journey.awaitStatus(renewal, { u"VALIDATED"_s });
    QVERIFY(await([&] { return findings(maintainers, u"GRANT_ENDING"_s).isEmpty(); }, 20s));
}

void LateMergesTest::aLostDeployCallbackOfASingleIsTold()
{
    Maintainers maintainers;
    Journey journey(slipway::support::switchesFor(slipway::workflow::Flow::Single), {}, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    journey.twin().post(u"/deploys/policy"_s, { { u"enabled"_s, false } });
    const QString first = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(first);
    journey.awaitStep(first, 10103);
    maintainers.awaitDiagnosis(first, u"DEPLOY_LATE"_s);
    const QString second = journey.submit(u"ben"_s, u"db/read"_s);
    journey.approve(second);
    journey.awaitStep(second, 10103);
    // Its own callback never comes; that of what landed after it does.
    const auto iid = [&](const QString &operation) {
        return QString::number(journey.read(operation).value("mergeRequest"_L1).toObject().value("iid"_L1).toInt());
    };
    maintainers.sql(qPrintable(u"INSERT INTO deploy_receipt (project, event_id, partition_key, mr_iid, result) VALUES "
                               "('config/access', 'lost', 'access', %1, 'success')"_s.arg(iid(second))));
    QCOMPARE(Maintainers::codeOf(maintainers.operation(first)), u"DEPLOY_LOST"_s);
    QVERIFY(Maintainers::codeOf(maintainers.operation(second)) != "DEPLOY_LOST"_L1);
}

QTEST_GUILESS_MAIN(LateMergesTest)
#include "tst_latemerges.moc"
