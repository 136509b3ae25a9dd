// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/maintainer.h"
#include "tests/support/await.h"

#include <QDateTime>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using slipway::support::await;
using slipway::support::Journey;
using slipway::support::Maintainers;

/// Tokens that end or are refused, and a GitLab that is away.
class ForgeCareTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aTokenThatEndsSoonIsToldOfTwoWeeksBefore();
    void aRefusedTokenIsOneAlarmAndItsRotationIsNoticed();
    void aGitLabThatWasAwayIsFoundAgainWithoutARestart();

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
    static QJsonObject tokenOf(const QString &user, const QByteArray &token, const QJsonObject &more = {})
    {
        QJsonObject entry { { u"token"_s, QString::fromLatin1(token) },
                            { u"scopes"_s, QJsonArray { u"api"_s, u"write_repository"_s } } };
        for (auto each = more.begin(); each != more.end(); ++each)
            entry.insert(each.key(), each.value());
        return { { u"username"_s, user }, { u"tokens"_s, QJsonArray { entry } } };
    }
    static void seedUser(Journey &journey, const QJsonObject &user)
    {
        journey.twin().seed({ { u"users"_s, QJsonArray { user } } });
    }
    static QString inDays(int days) { return QDateTime::currentDateTimeUtc().addDays(days).toString(Qt::ISODate); }
};

void ForgeCareTest::aTokenThatEndsSoonIsToldOfTwoWeeksBefore()
{
    Maintainers maintainers;
    Journey journey({}, {}, maintainers.boot());
    maintainers.work(journey);
    journey.stack().startTwin();
    const auto &files = journey.stack().files();
    seedUser(journey,
             tokenOf(u"slipway-reviewer-1"_s, files.secret(u"reviewer-1-token"_s), { { u"expires_at"_s, inDays(20) } }));
    seedUser(journey,
             tokenOf(u"slipway-reviewer-2"_s, files.secret(u"reviewer-2-token"_s), { { u"expires_at"_s, inDays(10) } }));
    journey.stack().startService();
    QVERIFY(await([&] { return !findings(maintainers, u"TOKEN_EXPIRING"_s).isEmpty(); }, 20s));
    QCOMPARE(findings(maintainers, u"TOKEN_EXPIRING"_s), QStringList { u"bot:reviewer two"_s });
    journey.land(u"ann"_s, u"db/read"_s);
}

void ForgeCareTest::aRefusedTokenIsOneAlarmAndItsRotationIsNoticed()
{
    Maintainers maintainers;
    Journey journey({}, { { u"pipeline_step_ms"_s, 300 } }, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    const auto &files = journey.stack().files();
    const QString first = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(first);
    journey.awaitStep(first, 10009);
    seedUser(journey, tokenOf(u"slipway-author"_s, files.secret(u"author-token"_s), { { u"revoked"_s, true } }));
    QVERIFY(await([&] { return !findings(maintainers, u"TOKEN_REFUSED"_s).isEmpty(); }, 20s));
    maintainers.awaitDiagnosis(first, u"TOKEN_REFUSED"_s);
    const QString second = journey.submit(u"ben"_s, u"db/read"_s);
    journey.approve(second);
    journey.awaitStep(second, 10406);
    QCOMPARE(findings(maintainers, u"TOKEN_REFUSED"_s), QStringList { u"bot:author"_s });
    QCOMPARE(maintainers.wouldCome(u"RUN_ROUND"_s, u"partition"_s, u"access"_s), u"REFUSED TOKEN_REFUSED"_s);
    QCOMPARE(journey.latestBatch().value("status"_L1).toString(), u"RUNNING"_s);

    seedUser(journey, tokenOf(u"slipway-author"_s, "a-new-token"));
    QFile secret(files.in(u"secrets/author-token"_s));
    QVERIFY(secret.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QVERIFY(secret.write("a-new-token\n") > 0);
    secret.close();
    journey.awaitStatus(first, { u"VALIDATED"_s });
    journey.awaitStatus(second, { u"VALIDATED"_s });
    QVERIFY(await([&] { return findings(maintainers, u"TOKEN_REFUSED"_s).isEmpty(); }, 20s));
    QCOMPARE(journey.effects(u"create_mr"_s), 2);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ForgeCareTest::aGitLabThatWasAwayIsFoundAgainWithoutARestart()
{
    Maintainers maintainers;
    Journey journey({}, {}, maintainers.boot());
    maintainers.work(journey);
    journey.start();
    journey.twin().addFault({ { u"match"_s, QJsonObject { { u"path_regex"_s, u"^/(api/v4|config)/"_s } } },
                              { u"times"_s, -1 },
                              { u"do"_s, QJsonObject { { u"kind"_s, u"status"_s }, { u"code"_s, 503 } } } });
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    maintainers.awaitDiagnosis(operation, u"FORGE_DOWN"_s);
    journey.twin().clearFaults();
    journey.awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(journey.effects(u"merge"_s), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(ForgeCareTest)
#include "tst_forgecare.moc"
