// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/migrator.h"
#include "shared/failpoint.h"
#include "sql/migrations.h"
#include "tests/database/support/databasefixture.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <latch>
#include <thread>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::database;

namespace {

constexpr auto first = std::to_array<Migration>({
    { 1, "0001_create_a", "CREATE TABLE a (id INT NOT NULL PRIMARY KEY)" },
    { 2, "0002_widen_a", "ALTER TABLE a ADD COLUMN name VARCHAR(10) NULL" },
    { 3, "0003_index_a", "CREATE INDEX ix_a_name ON a (name)" },
});

std::span<const Migration> upTo(size_t count) { return std::span(first).first(count); }

void armFailpoint(const QString &specification)
{
    qputenv("SLIPWAY_FAILPOINTS", specification.toUtf8());
    failpoint::arm();
}

} // namespace

/// The way from an empty schema to the program's own, interrupted at every place.
class TestMigrations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<DatabaseFixture>(); }
    void init();
    void cleanup() { m_connection.reset(); }
    void cleanupTestCase() { m_fixture.reset(); }

    void everyMigrationIsNumberedInOrder();
    void aSecondRunDoesNothing();
    void pendingNamesWhatIsLeftWithoutTouchingTheSchema();
    void aCrashAtAnyPlaceIsResumed_data();
    void aCrashAtAnyPlaceIsResumed();
    void fourInstancesMayStartAtOnce();
    void aNewerSchemaIsRefused();
    void anEditedMigrationIsRefused();
    void aRenamedMigrationIsRefused();
    void aMigrationSlippedInBetweenIsRefused();
    void aTableThatWasThereBeforeIsNotTakenForOurs();
    void aRefusedMigrationMayBeCorrected();
    void theUsualStatementLimitIsBackAfterwards();

private:
    QString thrownBy(std::span<const Migration> migrations);
    QStringList tables();

    std::unique_ptr<DatabaseFixture> m_fixture;
    std::unique_ptr<Connection> m_connection;
    Settings m_settings;
};

void TestMigrations::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_settings = m_fixture->emptySchema();
    m_connection = std::make_unique<Connection>(m_settings);
}

QString TestMigrations::thrownBy(std::span<const Migration> migrations)
{
    try {
        Migrator(*m_connection, migrations).apply();
    } catch (const Error &error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

QStringList TestMigrations::tables()
{
    QStringList names;
    m_connection->run(
        { "test/tables", "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()" }, {},
        [&](const Row &row) { names.append(row.text("name")); });
    names.sort();
    return names;
}

void TestMigrations::everyMigrationIsNumberedInOrder()
{
    for (size_t i = 0; i < sql::migrations.size(); ++i)
        QCOMPARE(sql::migrations[i].version, int(i) + 1);
}

void TestMigrations::aSecondRunDoesNothing()
{
    Migrator migrator(*m_connection, sql::migrations);
    QCOMPARE(migrator.pending().size(), sql::migrations.size());
    migrator.apply();
    const auto tablesMade = std::ranges::count_if(sql::migrations, [](const auto &migration) {
        return std::string_view(migration.name).find("_create_") != std::string_view::npos;
    });
    QCOMPARE(tables().size(), qsizetype(tablesMade) + 1); // And schema_version.
    QVERIFY(migrator.pending().empty());
    migrator.apply();
    QVERIFY(migrator.pending().empty());
}

void TestMigrations::pendingNamesWhatIsLeftWithoutTouchingTheSchema()
{
    QCOMPARE(Migrator(*m_connection, first).pending(), (std::vector<int> { 1, 2, 3 }));
    QVERIFY(tables().isEmpty());
    Migrator(*m_connection, upTo(1)).apply();
    QCOMPARE(Migrator(*m_connection, first).pending(), (std::vector<int> { 2, 3 }));
}

void TestMigrations::aCrashAtAnyPlaceIsResumed_data()
{
    QTest::addColumn<QString>("place");
    for (const Migration &migration : first) {
        for (const char *moment : { "before", "after" })
            QTest::addRow("%s %s", moment, migration.name)
                << u"migrate.%1.%2"_s.arg(QLatin1StringView(migration.name), QLatin1StringView(moment));
    }
}

void TestMigrations::aCrashAtAnyPlaceIsResumed()
{
    QFETCH(QString, place);
    armFailpoint(place + "=error"_L1);
    QVERIFY(thrownBy(first).contains(place));
    QVERIFY(!Migrator(*m_connection, first).pending().empty());
    QCOMPARE(thrownBy(first), QString());
    QVERIFY(Migrator(*m_connection, first).pending().empty());
    QCOMPARE(m_connection->write({ "test/insert", "INSERT INTO a (id, name) VALUES (1, 'x')" }), 1);
}

void TestMigrations::fourInstancesMayStartAtOnce()
{
    std::latch start(4);
    std::atomic<int> failed { 0 };
    std::vector<std::thread> instances;
    for (int i = 0; i < 4; ++i) {
        instances.emplace_back([&] {
            Connection connection(m_settings);
            connection.ensure();
            start.arrive_and_wait();
            try {
                Migrator(connection, sql::migrations).apply();
            } catch (const std::exception &) {
                ++failed;
            }
        });
    }
    for (std::thread &instance : instances)
        instance.join();
    QCOMPARE(failed.load(), 0);
    QVERIFY(Migrator(*m_connection, sql::migrations).pending().empty());
}

void TestMigrations::aNewerSchemaIsRefused()
{
    Migrator(*m_connection, first).apply();
    QVERIFY(thrownBy(upTo(2)).contains("newer program"_L1));
}

void TestMigrations::anEditedMigrationIsRefused()
{
    Migrator(*m_connection, upTo(1)).apply();
    auto edited = first;
    edited[0].text = "CREATE TABLE a (id BIGINT NOT NULL PRIMARY KEY)";
    QVERIFY(thrownBy(edited).contains("edited"_L1));
    QCOMPARE(tables(), (QStringList { u"a"_s, u"schema_version"_s }));
}

void TestMigrations::aRenamedMigrationIsRefused()
{
    Migrator(*m_connection, upTo(1)).apply();
    auto renamed = first;
    renamed[0].name = "0001_create_b";
    QVERIFY(thrownBy(renamed).contains("0001_create_b"_L1));
}

void TestMigrations::aMigrationSlippedInBetweenIsRefused()
{
    const auto complete = std::to_array<Migration>({ { 1, "0001_create_a", "CREATE TABLE a (id INT NOT NULL PRIMARY KEY)" },
                                                     { 2, "0002_create_b", "CREATE TABLE b (id INT NOT NULL PRIMARY KEY)" },
                                                     { 3, "0003_create_c", "CREATE TABLE c (id INT NOT NULL PRIMARY KEY)" } });
    const auto gap = std::to_array<Migration>({ complete[0], complete[2] });
    Migrator(*m_connection, gap).apply();
    QVERIFY(thrownBy(complete).contains("before it"_L1));
}

void TestMigrations::aTableThatWasThereBeforeIsNotTakenForOurs()
{
    m_connection->write({ "test/foreign", "CREATE TABLE a (x INT)" });
    QVERIFY(thrownBy(first).contains("1050"_L1));
    QVERIFY(thrownBy(first).contains("1050"_L1)); // And not the second time either.
    m_connection->write({ "test/drop", "DROP TABLE a" });
    QCOMPARE(thrownBy(first), QString());
}

void TestMigrations::aRefusedMigrationMayBeCorrected()
{
    auto wrong = first;
    wrong[2].text = "CREATE INDEX ix_a_name ON a (nmae)";
    QVERIFY(!thrownBy(wrong).isEmpty());
    QCOMPARE(thrownBy(first), QString());
}

void TestMigrations::theUsualStatementLimitIsBackAfterwards()
{
    Migrator(*m_connection, upTo(1)).apply();
    m_connection->run({ "test/limit", "SELECT CAST(@@max_statement_time AS SIGNED) AS seconds" }, {},
                      [](const Row &row) { QCOMPARE(row.number("seconds"), 30); });
}

QTEST_GUILESS_MAIN(TestMigrations)
#include "tst_migrations.moc"
