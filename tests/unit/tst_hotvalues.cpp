// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/hotconfig.h"
#include "service/configuration/hotvalues.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::configuration;

class HotValuesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void whatIsNotSaidHasItsDefault_data()
    {
        QTest::addColumn<QString>("inForce");
        const auto row = [](const char *name, const char *inForce) { QTest::newRow(name) << QString::fromLatin1(inForce); };
        row("access.mode", "TEST_WINDOW");
        row("access.window", "mon-fri 09:00-18:00");
        row("access.timeZone", "Asia/Shanghai");
        row("access.testers", "");
        row("limit.apply.count", "10");
        row("limit.apply.windowSeconds", "60");
        row("limit.scope", "fleet");
        row("approve.maxRetries", "3");
        row("approve.withChecklist", "false");
        row("flow.approvalFirst", "false");
        row("flow.batching", "false");
        row("metrics.perUser", "false");
        row("ops.twoPerson", "true");
        row("freeze.windows", "");
        row("batch.maxRequests", "200");
    }
    void whatIsNotSaidHasItsDefault()
    {
        const HotValues values;
        const KeyId asked = *findKey(QString::fromLatin1(QTest::currentDataTag()));
        QTEST(values.text(asked), "inForce");
        QVERIFY(values.effective(asked).isDefault);
        QVERIFY(values.warnings().isEmpty());
    }

    /// The behaviour table of the front door, row by row.
    void valuesLeanTowardsTheLesserHarm_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("inForce");
        QTest::addColumn<bool>("warned");
        const auto row = [](const char *name, const char *written, const char *inForce, bool warned) {
            QTest::addRow("%s=%s", name, written)
                << QString::fromLatin1(name) << QString::fromLatin1(written) << QString::fromLatin1(inForce) << warned;
        };
        row("access.mode", " open ", "OPEN", false);
        row("access.mode", "OPNE", "CLOSED", true);
        row("access.mode", "", "TEST_WINDOW", true);
        row("access.window", "", "never", true);
        row("access.window", "mon-fri", "never", true);
        row("access.window", "mon-fri 25:00-26:00", "never", true);
        row("access.timeZone", "", "Asia/Shanghai", true);
        row("access.testers", "", "", false);
        row("access.timeZone", "Mars/Olympus", "Asia/Shanghai", true);
        row("limit.apply.count", "0", "0", false);
        row("limit.apply.count", "-5", "0", true);
        row("limit.apply.count", "many", "0", true);
        row("limit.apply.count", "", "0", false);
        row("limit.apply.count", "25", "25", false);
        row("limit.apply.count", "1e9", "0", true);
        row("limit.apply.count", "10 ", "10", false);
        row("limit.apply.windowSeconds", "a minute", "60", true);
        row("limit.apply.windowSeconds", "0", "60", true);
        row("limit.apply.windowSeconds", "", "60", true);
        row("limit.scope", "galaxy", "fleet", true);
        row("flow.approvalFirst", "", "false", false);
        row("approve.withChecklist", "", "false", false);
        row("approve.withChecklist", "ja", "false", true);
        row("pipeline.required.skippedIsSuccess", "2", "false", true);
        row("metrics.perUser", "", "false", false);
        row("flow.approvalFirst", "treu", "false", true);
        row("flow.approvalFirst", "on", "true", false);
        row("approve.maxRetries", "-3", "0", true);
        row("approve.maxRetries", "three", "3", true);
        row("approve.maxRetries", "", "3", true);
        row("merge.rebaseBudget", "-1", "0", true);
        row("merge.rebaseBudget", "five", "5", true);
        row("batch.lingerMs", "1e3", "5000", true);
        row("batch.maxRequests", "1001", "200", true);
        row("freeze.windows", "", "", false);
        row("freeze.windows", "xmas", "always", true);
        row("ops.twoPerson", "maybe", "true", true);
        row("ops.twoPerson", "false", "false", false);
        row("engine.maxBacklog", "99999999999999999999", "5000", true);
    }

    void valuesLeanTowardsTheLesserHarm()
    {
        QFETCH(QString, name);
        QFETCH(QString, written);
        const HotValues values(RawValues { { name, rawText(written) } });
        QTEST(values.text(*findKey(name)), "inForce");
        QTEST(!values.warnings().isEmpty(), "warned");
    }

    void batchingWithoutApprovalFirstIsOffAndWarnedOf()
    {
        const HotValues alone(RawValues { { u"flow.batching"_s, rawText(u"true"_s) } });
        QVERIFY(!alone.enabled(key("flow.batching")));
        QCOMPARE(alone.warnings().size(), 1);
        const HotValues both(
            RawValues { { u"flow.batching"_s, rawText(u"true"_s) }, { u"flow.approvalFirst"_s, rawText(u"true"_s) } });
        QVERIFY(both.enabled(key("flow.batching")));
        QVERIFY(both.warnings().isEmpty());
    }

    void anUnknownKeyIsNamedWithItsNearestNeighbour()
    {
        const HotValues values(RawValues { { u"batch.maxRequest"_s, rawText(u"5"_s) } });
        QCOMPARE(values.warnings().size(), 1);
        QVERIFY(values.warnings()[0].text.contains(u"batch.maxRequests"_s));
    }

    void aBootKeyAmongHotKeysIsSentWhereItBelongs()
    {
        const HotValues values(RawValues { { u"http.workers"_s, rawText(u"5"_s) } });
        QCOMPARE(values.warnings().size(), 1);
        QVERIFY(values.warnings()[0].text.contains(u"boot file"_s));
    }

    void aBrokenSourceLeavesTheLastGoodValues()
    {
        HotConfig config;
        config.replace({ { u"access.mode"_s, rawText(u"OPEN"_s) } }, u"hot.toml"_s);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"last good values"_s));
        config.sourceFailed(u"hot.toml"_s, u"line 3: nonsense"_s);
        QCOMPARE(config.text(key("access.mode")), u"OPEN"_s);
        QCOMPARE(config.warnings().size(), 1);
        config.replace({ { u"access.mode"_s, rawText(u"CLOSED"_s) } }, u"hot.toml"_s);
        QCOMPARE(config.text(key("access.mode")), u"CLOSED"_s);
        QVERIFY(config.warnings().isEmpty());
    }

    void effectiveValuesNameTheirSource()
    {
        HotConfig config;
        config.replace({ { u"batch.maxFiles"_s, rawText(u"7"_s) } }, u"hot.toml"_s);
        int fromFile = 0;
        for (const HotConfig::Effective &row : config.effective()) {
            if (row.source == "hot.toml"_L1) {
                ++fromFile;
                QCOMPARE(row.key, u"batch.maxFiles"_s);
                QCOMPARE(row.value, u"7"_s);
                QCOMPARE(row.fallback, u"400"_s);
            }
        }
        QCOMPARE(fromFile, 1);
    }
};

QTEST_APPLESS_MAIN(HotValuesTest)
#include "tst_hotvalues.moc"
