// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/await.h"
#include "tests/support/flows.h"
#include "tests/support/journey.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using slipway::support::Journey;
using slipway::support::LandingEffects;

/// One Slipway for the whole program: each row sends one more request through it and kills the service once on its way.
class CrashTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void requestSurvivesACrashAt_data();
    void requestSurvivesACrashAt();

private:
    QString nextSubject() { return u"subject-%1"_s.arg(++m_subjects); }
    /// Submits under a key of our own until it is accepted, as a client does whose answer was lost.
    QString submitSurely(const QString &subject);
    void restartIfDead();

    std::unique_ptr<Journey> m_journey;
    QStringList m_points;
    int m_subjects = 0;
    int m_deaths = 0; ///< A fault that did not happen proves nothing.
};

void CrashTest::initTestCase()
{
    QMap<QString, QString> hot = slipway::support::switchesFor(slipway::support::flowOfThisRun());
    hot.insert({ { u"engine.leaseMs"_s, u"700"_s }, { u"batch.lingerMs"_s, u"0"_s } });
    m_journey = std::make_unique<Journey>(hot, QJsonObject(), QMap<QString, QString> { { u"test.failpoints"_s, u"true"_s } });
    auto &stack = m_journey->stack();
    stack.startTwin();
    m_journey->twin().post(u"/approvals/policy"_s, { { u"auto"_s, u"approve"_s }, { u"delay_ms"_s, 20 } });
    m_journey->twin().post(u"/services"_s, { { u"retry_ms"_s, QJsonArray { 200, 200, 200, 500 } } });
    QTemporaryDir folder;
    const QString census = folder.path() + u"/census"_s;
    stack.startService({ { u"SLIPWAY_FAILPOINTS"_s, u"census="_s + census } });
    const QString operation = submitSurely(nextSubject());
    m_journey->awaitStatus(operation, { u"VALIDATED"_s });
    QCOMPARE(stack.stopService(), 0);
    QFile file(census);
    QVERIFY(file.open(QIODevice::ReadOnly));
    for (const QByteArray &line : file.readAll().split('\n')) {
        const QString point = QString::fromUtf8(line);
        // Only a first start migrates; the migration tests kill it between any two statements.
        if (point.startsWith("migrate."_L1))
            continue;
        if (!point.isEmpty() && !m_points.contains(point))
            m_points.append(point);
    }
    QVERIFY2(m_points.size() > 20, "the census names too few points: the gateways do not report them");
    stack.startService();
}

void CrashTest::restartIfDead()
{
    if (m_journey->stack().service().isRunning())
        return;
    ++m_deaths;
    m_journey->stack().startService();
}

QString CrashTest::submitSurely(const QString &subject)
{
    const QString key = u"crash-%1"_s.arg(subject);
    const QJsonObject change { { u"operationId"_s, key },
                               { u"subjectId"_s, subject },
                               { u"targetKey"_s, u"db/read"_s },
                               { u"parameters"_s, QJsonObject { { u"role"_s, u"member"_s } } },
                               { u"reason"_s, u"a crash"_s } };
    const bool accepted = slipway::support::await(
        [&] {
            restartIfDead();
            return m_journey->stack().as(u"alice"_s).submit(change).status == 202;
        },
        40s);
    return accepted ? key : QString();
}

void CrashTest::requestSurvivesACrashAt_data()
{
    QTest::addColumn<QString>("point");
    for (const QString &point : m_points)
        QTest::newRow(qPrintable(point)) << point;
}

void CrashTest::requestSurvivesACrashAt()
{
    QFETCH(const QString, point);
    auto &stack = m_journey->stack();
    const LandingEffects before = LandingEffects::at(m_journey->twin());
    const int deathsBefore = m_deaths;
    stack.stopService();
    try {
        stack.startService({ { u"SLIPWAY_FAILPOINTS"_s, point + u"=crash"_s } });
    } catch (const std::exception &) {
        // Points of the start itself kill it before it is ready; the next start must be clean.
        restartIfDead();
    }
    const QString operation = submitSurely(nextSubject());
    QVERIFY(!operation.isEmpty());
    const bool landed = slipway::support::await(
        [&] {
            restartIfDead();
            // The last points are passed when the request is long VALIDATED: the death is waited for as well.
            return m_deaths > deathsBefore && m_journey->read(operation).value("bindingStatus"_L1) == "VALIDATED"_L1;
        },
        60s);
    QVERIFY2(m_deaths > deathsBefore, "the service was not killed: the point was not passed");
    QVERIFY2(landed, QJsonDocument(m_journey->read(operation)).toJson(QJsonDocument::Compact).constData());
    QCOMPARE((LandingEffects::at(m_journey->twin()) - before).text(), LandingEffects::ofOneRequest().text());
    QCOMPARE(m_journey->brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(CrashTest)
#include "tst_crash.moc"
