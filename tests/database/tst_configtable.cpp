// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/hotconfig.h"
#include "service/configuration/hottable.h"
#include "tests/database/support/databasefixture.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway;
using namespace slipway::configuration;

/// The hot keys as a table of the database: they act by themselves, and a source that fails changes nothing.
class TestConfigTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<database::DatabaseFixture>(); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_settings = m_fixture->freshSchema();
        m_connection = std::make_unique<database::Connection>(m_settings);
    }
    void cleanup() { m_connection.reset(); }
    void cleanupTestCase() { m_fixture.reset(); }

    void anEmptyTableMeansTheDefaults()
    {
        HotConfig config;
        const HotTable table(config, m_settings, 20ms);
        QCOMPARE(config.text(key("access.mode")), u"TEST_WINDOW"_s);
        QCOMPARE(config.number(key("limit.apply.count")), 10);
        QVERIFY(config.warnings().isEmpty());
    }

    void aChangedRowActsByItself()
    {
        run("INSERT INTO runtime_config (name, value, changed_by) VALUES ('access.mode', ' open ', 'olga')");
        HotConfig config;
        const HotTable table(config, m_settings, 20ms);
        QCOMPARE(config.text(key("access.mode")), u"OPEN"_s);
        run("UPDATE runtime_config SET value = 'CLOSED' WHERE name = 'access.mode'");
        QTRY_COMPARE(config.text(key("access.mode")), u"CLOSED"_s);
        run("DELETE FROM runtime_config");
        QTRY_COMPARE(config.text(key("access.mode")), u"TEST_WINDOW"_s);
    }

    void aWrongRowLeansTowardsTheLesserHarmAndIsNamed()
    {
        run("INSERT INTO runtime_config (name, value, changed_by) VALUES ('access.mode', 'OPNE', 'olga'), "
            "('limit.apply.count', '-1', 'olga'), ('limit.aply.count', '5', 'olga')");
        for (const QString &named : { u"^access.mode 'OPNE'"_s, u"^limit.apply.count '-1'"_s, u"^limit.aply.count is no known key"_s })
            QTest::ignoreMessage(QtWarningMsg, QRegularExpression(named));
        HotConfig config;
        const HotTable table(config, m_settings, 20ms);
        QCOMPARE(config.text(key("access.mode")), u"CLOSED"_s);
        QCOMPARE(config.number(key("limit.apply.count")), 0);
        QCOMPARE(config.warnings().size(), 3);
    }

    void aSourceThatFailsLeavesTheLastGoodValues()
    {
        run("INSERT INTO runtime_config (name, value, changed_by) VALUES ('access.mode', 'OPEN', 'olga')");
        HotConfig config;
        const HotTable table(config, m_settings, 20ms);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"The last good values stay in force"_s));
        run("RENAME TABLE runtime_config TO elsewhere");
        QTRY_COMPARE(config.warnings().size(), 1);
        QCOMPARE(config.text(key("access.mode")), u"OPEN"_s);
        run("RENAME TABLE elsewhere TO runtime_config");
        QTRY_VERIFY(config.warnings().isEmpty());
        QCOMPARE(config.text(key("access.mode")), u"OPEN"_s);
    }

private:
    void run(const char *text) { m_connection->write({ "test/run", text }); }

    std::unique_ptr<database::DatabaseFixture> m_fixture;
    database::Settings m_settings;
    std::unique_ptr<database::Connection> m_connection;
};

QTEST_GUILESS_MAIN(TestConfigTable)
#include "tst_configtable.moc"
