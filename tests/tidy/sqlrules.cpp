// SPDX-License-Identifier: GPL-3.0-only
#include "tests/tidy/sqlrules.h"

#include <QRegularExpression>
#include <QSet>

#include <array>

using namespace Qt::StringLiterals;

namespace slipway::tidy {

namespace {

constexpr auto ignoringCase = QRegularExpression::CaseInsensitiveOption;

bool setsState(const SourceFile &file)
{
    static const QRegularExpression update(u"\\bUPDATE\\b(.*?)\\bSET\\b(.*?)(\\bWHERE\\b|$)"_s,
                                           ignoringCase | QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression operation(u"\\boperation\\b"_s, ignoringCase);
    static const QRegularExpression operationState(u"\\b(step_status|binding_status)\\s*="_s, ignoringCase);
    static const QRegularExpression binding(u"\\bbinding\\b"_s, ignoringCase);
    static const QRegularExpression bindingState(u"\\bstatus\\s*="_s, ignoringCase);
    const QRegularExpressionMatch match = update.match(sqlWithoutComments(file.text));
    if (!match.hasMatch())
        return false;
    const QString tables = match.captured(1);
    const QString assignments = match.captured(2);
    return (operation.match(tables).hasMatch() && operationState.match(assignments).hasMatch())
        || (binding.match(tables).hasMatch() && bindingState.match(assignments).hasMatch());
}

// "intake::find_binding" for sql/queries/intake/find_binding.sql: how code names it.
QString constantOf(const SourceFile &file)
{
    const QStringList parts = file.path.chopped(4).split(u'/');
    return parts.size() == 4 ? parts[2] + u"::"_s + parts[3] : QString();
}

bool names(const SourceFile &file, const QString &constant)
{
    const QRegularExpression use(u"\\b"_s + QRegularExpression::escape(constant) + u"\\b"_s);
    return use.match(file.text).hasMatch();
}

struct Construct {
    const char *pattern;
    const char *why;
};
constexpr auto refused = std::to_array<Construct>({
    { "\\bRETURNING\\b", "only MariaDB has RETURNING; use lastInsertId or read again" },
    { "\\bCREATE\\s+OR\\s+REPLACE\\s+TABLE\\b", "only MariaDB has CREATE OR REPLACE TABLE" },
    { "\\b(ADD|DROP|MODIFY|CHANGE)\\s+(COLUMN\\s+|INDEX\\s+|KEY\\s+|CONSTRAINT\\s+)?IF\\s+(NOT\\s+)?EXISTS\\b",
      "only MariaDB has IF [NOT] EXISTS inside ALTER TABLE" },
    { "\\bCREATE\\s+(UNIQUE\\s+)?INDEX\\s+IF\\b", "only MariaDB has CREATE INDEX IF NOT EXISTS" },
    { "\\bCREATE\\s+SEQUENCE\\b|\\bNEXTVAL\\b", "only MariaDB has sequences" },
    { "\\bPERSISTENT\\b", "only MariaDB says PERSISTENT; say STORED" },
    { "\\bUUID\\s+(NOT\\s+NULL|NULL|DEFAULT|PRIMARY)\\b", "only MariaDB has the type UUID" },
    { "\\b(STORED|VIRTUAL)\\s+NOT\\s+NULL\\b", "MariaDB refuses NOT NULL on a generated column" },
    { "\\b(KEY|INDEX)\\b[^,(]*\\(\\s*\\(", "only MySQL has functional indexes; index a generated column" },
    { "\\bDROP\\s+CHECK\\b", "only MySQL has DROP CHECK; say DROP CONSTRAINT" },
    { "\\bFOR\\s+SHARE\\b", "only MySQL has FOR SHARE; say LOCK IN SHARE MODE" },
    { "\\bFOR\\s+UPDATE\\s+OF\\b", "only MySQL has FOR UPDATE OF" },
    { "\\bVALUES\\s*\\([^;]*\\)\\s+AS\\s+\\w+\\s+ON\\s+DUPLICATE\\b", "only MySQL takes a row alias before ON DUPLICATE KEY" },
    { "\\bVALUES\\s+ROW\\b", "only MySQL has VALUES ROW()" },
    { "\\bLATERAL\\b", "only MySQL has LATERAL" },
    { "->>?\\s*'", "only MySQL has -> and ->>; say JSON_UNQUOTE(JSON_EXTRACT())" },
    { "\\bEXPLAIN\\s+ANALYZE\\b", "only MySQL has EXPLAIN ANALYZE" },
    { "utf8mb4_0900|utf8mb4_uca1400", "this collation exists in one of the two only; say utf8mb4_bin" },
    { "@@(session\\.|global\\.)?(transaction_isolation|tx_isolation)",
      "the variable's name differs; say SET SESSION TRANSACTION" },
    { "\\bNO_AUTO_CREATE_USER\\b", "MySQL 8 refuses this SQL mode" },
    { "\\bWITH\\b[^;]*\\)\\s*(UPDATE|DELETE)\\b", "MariaDB takes no common table expression before UPDATE or DELETE" },
    { "\\bmax_statement_time\\b|\\bmax_execution_time\\b", "the variable exists in one of the two only" },
    { "\\bINSERT\\s+IGNORE\\b", "INSERT IGNORE hides the very conflict that a unique key is there to show" },
    { "^\\s*REPLACE\\b", "REPLACE deletes the row that holds a unique key" },
    { "\\bON\\s+DUPLICATE\\s+KEY\\b",
      "ON DUPLICATE KEY UPDATE rewrites whichever row holds any unique key; insert, and read after a conflict" },
    { "\\bINNODB_LOCK(S|_WAITS)\\b|\\binformation_schema\\b", "the columns of information_schema differ between the two" },
    { "\\bSELECT\\s+\\*", "SELECT * breaks prepared statements when the table changes; list the columns" },
});

} // namespace

Complaints oneWriterOfState(const SourceFiles &files)
{
    Complaints complaints;
    for (const SourceFile &statement : files) {
        if (!statement.isIn(u"sql/queries") || !statement.isSql() || !setsState(statement))
            continue;
        if (!statement.isIn(u"sql/queries/workflow")) {
            complaints.append({ statement.path, 1,
                                u"sets a status: only the state writer in service/workflow may, so that no "
                                "transition escapes the table and the history"_s });
            continue;
        }
        for (const SourceFile &file : files) {
            if (file.isCode() && file.isIn(u"service") && !file.isIn(u"service/workflow") && names(file, constantOf(statement)))
                complaints.append(
                    { file.path, 1,
                      u"uses %1, which sets a status: ask the state writer instead"_s.arg(constantOf(statement)) });
        }
    }
    return complaints;
}

Complaints everyStatementIsUsed(const SourceFiles &files)
{
    // All "a::b" of the service's code at once: a search per statement and file would take seconds.
    static const QRegularExpression qualified(u"\\b(\\w+)::(?=(\\w+))"_s);
    QSet<QString> used;
    for (const SourceFile &file : files) {
        if (!file.isCode() || !file.isIn(u"service"))
            continue;
        for (auto it = qualified.globalMatch(file.text); it.hasNext();) {
            const QRegularExpressionMatch match = it.next();
            used.insert(match.captured(1) + u"::"_s + match.captured(2));
        }
    }
    Complaints complaints;
    for (const SourceFile &statement : files) {
        const QString constant = constantOf(statement);
        if (statement.isIn(u"sql/queries") && statement.isSql() && !constant.isEmpty() && !used.contains(constant))
            complaints.append({ statement.path, 1, u"no code of the service names %1: remove it or use it"_s.arg(constant) });
    }
    return complaints;
}

Complaints noInlineSql(const SourceFile &file)
{
    const bool judged = file.isIn(u"service") || file.isIn(u"shared") || file.isIn(u"console");
    if (!file.isCode() || !judged)
        return {};
    static const QRegularExpression sql(
        u"\"\\s*(SELECT\\s[^\"]*\\sFROM\\s|INSERT\\s+INTO\\s|UPDATE\\s+\\w+\\s+SET\\s|DELETE\\s+FROM\\s|(CREATE|ALTER|DROP)\\s+TABLE\\s)"_s);
    const QString text = withoutComments(file.text, Keep::Strings);
    Complaints complaints;
    for (auto it = sql.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        complaints.append(
            { file.path, lineOf(text, match.capturedStart(1)),
              u"a statement in C++ text is neither prepared by a test nor found by name: move it to sql/queries/"_s });
    }
    return complaints;
}

Complaints portableSql(const SourceFile &file)
{
    if (!file.isSql())
        return {};
    const QString text = sqlWithoutComments(file.text);
    Complaints complaints;
    for (const Construct &construct : refused) {
        const QRegularExpression pattern(QString::fromLatin1(construct.pattern),
                                         ignoringCase | QRegularExpression::MultilineOption);
        const QRegularExpressionMatch match = pattern.match(text);
        // A statement may exist once for each of the two; then its name says for which.
        const bool forOne = file.path.endsWith("_mariadb.sql"_L1) || file.path.endsWith("_mysql.sql"_L1);
        if (match.hasMatch() && !forOne)
            complaints.append({ file.path, lineOf(text, match.capturedStart()), QString::fromLatin1(construct.why) });
    }
    return complaints;
}

} // namespace slipway::tidy
