// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/placeholders.h"
#include "sql/all.h"
#include "sql/invariants.h"
#include "tests/database/support/databasefixture.h"

#include <QRegularExpression>
#include <QSqlError>
#include <QSqlQuery>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::database;

namespace {

// A server knows one of the two, and refuses the other's name before it runs.
bool isForTheOtherServer(const Statement &statement, bool isMariaDb)
{
    return qstrcmp(statement.name, isMariaDb ? "database/limit_statements_mysql" : "database/limit_statements_mariadb") == 0;
}

} // namespace

class TestStatements : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<DatabaseFixture>(); }
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void cleanupTestCase() { m_fixture.reset(); }

    void everyStatementPreparesOnTheMigratedSchema_data();
    void everyStatementPreparesOnTheMigratedSchema();
    void everyStatementHasItsOwnName();

private:
    std::unique_ptr<DatabaseFixture> m_fixture;
    Settings m_settings;
};

void TestStatements::everyStatementPreparesOnTheMigratedSchema_data()
{
    QTest::addColumn<QString>("text");
    m_settings = m_fixture->freshSchema();
    const auto add = [](const Statement &statement) {
        QString text = QString::fromUtf8(statement.text);
        const Placeholders placeholders(statement);
        text.replace(QRegularExpression(u"(?<![:\\w']):[a-zA-Z_]\\w*"_s), u"?"_s);
        QTest::newRow(statement.name) << text;
    };
    for (const Statement &statement : sql::statements) {
        if (!isForTheOtherServer(statement, true))
            add(statement);
    }
    for (const Statement &statement : sql::invariants::all)
        add(statement);
}

void TestStatements::everyStatementPreparesOnTheMigratedSchema()
{
    QFETCH(QString, text);
    const QString name = u"statements"_s;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QMYSQL"_s, name);
        database.setConnectOptions(u"UNIX_SOCKET="_s + m_settings.socket);
        database.setUserName(m_settings.user);
        database.setDatabaseName(m_settings.schema);
        QVERIFY2(database.open(), qPrintable(database.lastError().text()));
        QSqlQuery query(database);
        QVERIFY(query.exec(u"CREATE TEMPORARY TABLE slipway_found_rows (x INT)"_s));
        QVERIFY2(query.prepare(text), qPrintable(query.lastError().databaseText()));
    }
    QSqlDatabase::removeDatabase(name);
}

void TestStatements::everyStatementHasItsOwnName()
{
    QSet<QByteArray> names;
    for (const Statement &statement : sql::statements) {
        QVERIFY2(!names.contains(statement.name), statement.name);
        names.insert(statement.name);
    }
    QVERIFY(names.contains("database/prove_alive"));
}

QTEST_GUILESS_MAIN(TestStatements)
#include "tst_statements.moc"
