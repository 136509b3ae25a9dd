// SPDX-License-Identifier: GPL-3.0-only
#include "tests/tidy/directionrules.h"
#include "tests/tidy/sqlrules.h"
#include "tests/tidy/stylerules.h"

#include <QRegularExpression>
#include <QTest>

#include <functional>

using namespace Qt::StringLiterals;
using namespace slipway::tidy;

namespace {

using Rule = std::function<Complaints(const SourceFiles &)>;

Rule perFile(Complaints (*rule)(const SourceFile &))
{
    return [rule](const SourceFiles &files) {
        Complaints all;
        for (const SourceFile &file : files)
            all += rule(file);
        return all;
    };
}

const QString licence = u"// SPDX-License-Identifier: GPL-3.0-only\n"_s;

} // namespace

Q_DECLARE_METATYPE(Rule)

/// A rule nobody has seen firing is no rule: each gets a planted sample that breaks it, and one beside it that does
/// not.
class RulesFire : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aPlantedSampleIsFoundAndItsNeighbourIsNot_data();
    void aPlantedSampleIsFoundAndItsNeighbourIsNot();
    void unportableSqlIsRefused_data();
    void unportableSqlIsRefused();
    void aStateWriterUsedElsewhereIsFound();
    void theCheckoutsOwnPathIsFound();
    void aDeepFolderMayBeNamedByTheOneAboveIt();
    void commentsAndStringsAreBlankedInPlace();

private:
    void directionRows();
    void sqlRows();
    void styleRows();
};

void RulesFire::aPlantedSampleIsFoundAndItsNeighbourIsNot_data()
{
    QTest::addColumn<Rule>("rule");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("bad");
    QTest::addColumn<QString>("good");
    QTest::addColumn<int>("line");
    directionRows();
    sqlRows();
    styleRows();
}

void RulesFire::directionRows()
{
    const Rule direction = perFile(includesInTheRightDirection);
    const auto row = [&](const char *name, const char *path, const char *bad, const char *good) {
        const auto include = [](const char *header) {
            return licence + u"#include \"%1\"\n"_s.arg(QString::fromLatin1(header));
        };
        QTest::newRow(name) << direction << QString::fromLatin1(path) << include(bad) << include(good) << 2;
    };
    row("a stage includes another", "service/intake/a.cpp", "service/batching/b.h", "service/intake/b.h");
    row("shared looks up", "shared/workflow/a.cpp", "service/database/b.h", "shared/error.h");
    row("the database knows a state", "service/database/a.h", "service/workflow/b.h", "sql/database.h");
    row("the forge knows a stage", "service/forge/a.cpp", "service/mergerequest/b.h", "service/outbound/b.h");
    row("the HTTP server knows SQL", "service/httpserver/a.cpp", "sql/intake.h", "shared/ids.h");
    row("the engine answers HTTP", "service/engine/a.cpp", "service/http/b.h", "service/batching/b.h");
    row("the console reaches into the service", "console/models/a.cpp", "service/contract/b.h", "console/session/b.h");
    row("the twin reaches into a stage", "tests/twin/a.cpp", "service/approval/b.h", "service/httpserver/b.h");
    row("an include without its folder", "service/intake/a.cpp", "b.h", "service/intake/b.h");
    QTest::newRow("a folder without a rule") << direction << u"service/novelty/a.cpp"_s << licence << QString() << 1;
}

void RulesFire::sqlRows()
{
    QTest::newRow("a second writer of state")
        << Rule(oneWriterOfState) << u"sql/queries/intake/touch.sql"_s
        << u"UPDATE operation SET version = version + 1, step_status = 10301 WHERE operation_id = :id"_s
        << u"UPDATE operation SET failure_detail = :text WHERE step_status = 10301"_s << 1;
    QTest::newRow("a second writer of the binding")
        << Rule(oneWriterOfState) << u"sql/queries/approval/touch.sql"_s
        << u"UPDATE binding b JOIN operation o ON o.operation_id = b.operation_id\nSET b.status = :s WHERE b.version = 1"_s
        << u"UPDATE binding SET expires_at = NULL WHERE status = :s"_s << 1;
    QTest::newRow("an unused statement") << Rule(everyStatementIsUsed) << u"sql/queries/intake/nobody_asks.sql"_s
                                         << u"SELECT 1"_s << QString() << 1;
    QTest::newRow("a statement in C++") << perFile(noInlineSql) << u"service/intake/a.cpp"_s
                                        << u"\nauto q = u\"SELECT id FROM operation\"_s;"_s
                                        << u"// \"SELECT id FROM operation\"\nauto q = u\"select one from the list\"_s;"_s << 2;
}

void RulesFire::styleRows()
{
    const QString longBody = u"    x();\n"_s.repeated(59);
    QTest::newRow("a long function") << perFile(shortFunctions) << u"service/a.cpp"_s
                                     << u"void f()\n{\n"_s + longBody + u"}\n"_s
                                     << u"void f()\n{\n"_s + longBody.chopped(9) + u"}\n"_s << 2;
    QTest::newRow("a long member function")
        << perFile(shortFunctions) << u"service/a.h"_s << u"struct A {\n    void f()\n    {\n"_s + longBody + u"    }\n};\n"_s
        << u"struct A {\n"_s + longBody + u"};\n"_s << 3;
    QTest::newRow("a long file") << perFile(shortFiles) << u"service/a.cpp"_s << u"\n"_s.repeated(401) << u"\n"_s.repeated(400)
                                 << 401;
    QTest::newRow("a long script") << perFile(shortFiles) << u"slipway"_s << u"#!/usr/bin/env bash"_s + u"\n"_s.repeated(401)
                                   << u"\n"_s.repeated(401) << 401;
    QTest::newRow("no licence") << perFile(licenceNamed) << u"cmake/a.cmake"_s << u"# Rules.\n"_s
                                << u"# SPDX-License-Identifier: GPL-3.0-only\n"_s << 1;
    QTest::newRow("a note to oneself") << perFile(nothingLeftLying) << u"service/a.cpp"_s << u"\n// FIXME later\n"_s
                                       << u"\n// Later.\n"_s << 2;
    QTest::newRow("a debug print") << perFile(nothingLeftLying) << u"service/a.cpp"_s << u"\nqDebug() << 1;\n"_s
                                   << u"\nqInfo() << 1; // not qDebug() here\n"_s << 2;
    QTest::newRow("a vague type") << perFile(tellingNames) << u"service/a.h"_s << u"class BatchManager final {\n"_s
                                  << u"class QNetworkAccessManager;\nclass BatchPlan {\n"_s << 1;
    QTest::newRow("a vague file") << perFile(tellingNames) << u"service/batchutils.h"_s << QString() << QString() << 1;
    QTest::newRow("somebody's home") << Rule([](const SourceFiles &f) { return noPathOfACheckout(f[0], u"/elsewhere/x"_s); })
                                     << u"README.md"_s << u"cd /home/jane/slipway"_s << u"cd slipway"_s << 1;
    QTest::newRow("a test that shrugs at warnings") << perFile(strictTests) << u"tests/unit/tst_a.cpp"_s << u"QTEST_MAIN(A)\n"_s
                                                    << u"QTest::failOnWarning(x);\nQTEST_MAIN(A)\n"_s << 1;
    QTest::newRow("a test that sleeps") << perFile(strictTests) << u"tests/unit/a.cpp"_s << u"\nQThread::msleep(5);\n"_s
                                        << u"\n// QThread::msleep(5);\n"_s << 2;
    QTest::newRow("a folder without a word")
        << Rule(readmeEverywhere) << u"service/novelty/a.cpp"_s << QString() << QString() << 1;
}

void RulesFire::aPlantedSampleIsFoundAndItsNeighbourIsNot()
{
    QFETCH(Rule, rule);
    QFETCH(QString, path);
    QFETCH(QString, bad);
    QFETCH(QString, good);
    QFETCH(int, line);
    const Complaints complaints = rule({ { path, bad } });
    QVERIFY(!complaints.isEmpty());
    QCOMPARE(complaints.first().line, line);
    QVERIFY(complaints.first().why.size() > 15);
    if (!good.isEmpty()) {
        const Complaints none = rule({ { path, good } });
        QVERIFY2(none.isEmpty(), none.isEmpty() ? "" : qPrintable(none.first().text()));
    }
}

void RulesFire::unportableSqlIsRefused_data()
{
    QTest::addColumn<QString>("sql");
    for (const char *sql : {
             "INSERT INTO a (b) VALUES (1) RETURNING id",
             "CREATE OR REPLACE TABLE a (b INT)",
             "ALTER TABLE a ADD COLUMN IF NOT EXISTS b INT",
             "CREATE INDEX IF NOT EXISTS i ON a (b)",
             "CREATE SEQUENCE s",
             "CREATE TABLE a (b INT AS (c) PERSISTENT)",
             "CREATE TABLE a (b UUID NOT NULL)",
             "CREATE TABLE a (b INT GENERATED ALWAYS AS (c) STORED NOT NULL)",
             "CREATE TABLE a (b INT, KEY i ((b + 1)))",
             "ALTER TABLE a DROP CHECK c",
             "SELECT b FROM a FOR SHARE",
             "SELECT b FROM a FOR UPDATE OF a",
             "INSERT INTO a (b) VALUES (1) AS n ON DUPLICATE KEY UPDATE b = n.b",
             "SELECT b FROM (VALUES ROW(1)) v",
             "SELECT b FROM a, LATERAL (SELECT 1) l",
             "SELECT j->>'$.k' FROM a",
             "EXPLAIN ANALYZE SELECT b FROM a",
             "CREATE TABLE a (b INT) COLLATE=utf8mb4_0900_ai_ci",
             "SELECT @@transaction_isolation",
             "WITH c AS (SELECT 1) UPDATE a SET b = 1",
             "SET SESSION max_statement_time = 3",
             "SELECT 1 FROM information_schema.INNODB_LOCKS",
             "INSERT IGNORE INTO a (b) VALUES (1)",
             "REPLACE INTO a (b) VALUES (1)",
             "INSERT INTO a (b) VALUES (1) ON DUPLICATE KEY UPDATE b = 2",
             "SELECT * FROM a",
         })
        QTest::newRow(sql) << QString::fromLatin1(sql);
}

void RulesFire::unportableSqlIsRefused()
{
    QFETCH(QString, sql);
    QVERIFY(!portableSql({ u"sql/queries/x/y.sql"_s, u"-- why\n"_s + sql }).isEmpty());
    QVERIFY(
        portableSql({ u"sql/queries/x/y.sql"_s, u"-- "_s + sql + u"\nSELECT b FROM a FOR UPDATE SKIP LOCKED"_s }).isEmpty());
}

void RulesFire::aStateWriterUsedElsewhereIsFound()
{
    const SourceFile statement { u"sql/queries/workflow/move_operation.sql"_s,
                                 u"UPDATE operation SET step_status = :to WHERE operation_id = :id"_s };
    const SourceFile writer { u"service/workflow/statemover.cpp"_s, u"run(sql::workflow::move_operation);"_s };
    const SourceFile intruder { u"service/intake/submit.cpp"_s, u"run(sql::workflow::move_operation);"_s };
    QVERIFY(oneWriterOfState({ statement, writer }).isEmpty());
    QCOMPARE(oneWriterOfState({ statement, writer, intruder }).size(), 1);
    QVERIFY(everyStatementIsUsed({ statement, writer }).isEmpty());
}

void RulesFire::theCheckoutsOwnPathIsFound()
{
    const QString root = u"/srv/checkout"_s;
    QCOMPARE(noPathOfACheckout({ u"a.md"_s, u"see /srv/checkout/build"_s }, root).size(), 1);
    QVERIFY(noPathOfACheckout({ u"a.md"_s, u"see /srv/checkout-of-others/build"_s }, root).isEmpty());
}

void RulesFire::aDeepFolderMayBeNamedByTheOneAboveIt()
{
    const SourceFile top { u"tests/README.md"_s, u"Tests."_s };
    const SourceFile twin { u"tests/twin/README.md"_s, u"`core/` holds the rest."_s };
    QVERIFY(readmeEverywhere({ top, twin, { u"tests/twin/core/a.h"_s, {} } }).isEmpty());
    QCOMPARE(readmeEverywhere({ top, twin, { u"tests/twin/other/a.h"_s, {} } }).size(), 1);
    QCOMPARE(readmeEverywhere({ top, twin, { u"tests/unit/a.h"_s, {} } }).size(), 1);
}

void RulesFire::commentsAndStringsAreBlankedInPlace()
{
    const QString cpp = u"a(\"// no comment\"); // gone\nb('\"'); /* gone\n too */ c(R\"(\"//\")\"); d(1'000'000);"_s;
    QCOMPARE(withoutComments(cpp, Keep::Strings),
             u"a(\"// no comment\");        \nb('\"');        \n        c(R\"(\"//\")\"); d(1'000'000);"_s);
    QCOMPARE(withoutComments(cpp, Keep::CodeOnly),
             u"a(\"             \");        \nb(' ');        \n        c(R\"(    )\"); d(1'000'000);"_s);
    QCOMPARE(sqlWithoutComments(u"SELECT a --b\n-- c\nFROM d"_s), u"SELECT a    \n    \nFROM d"_s);
}

QTEST_APPLESS_MAIN(RulesFire)
#include "tst_rulesfire.moc"
