// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/auditor.h"

#include "service/database/transaction.h"
#include "service/workflow/finding.h"
#include "sql/invariants.h"
#include "sql/operations.h"

#include <QLoggingCategory>
#include <QMap>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

Q_LOGGING_CATEGORY(lcAuditor, "slipway.auditor", QtInfoMsg)

/// Beyond this many, more of the same kind teach nobody anything.
constexpr qsizetype mostOfAKind = 100;
constexpr qsizetype longestSubject = 500;

struct OpenSubject {
    QString subject;
    static OpenSubject read(const database::Row &row) { return { row.text("subject") }; }
};

} // namespace

QString findingCode(const database::Statement &invariant)
{
    return u"INVARIANT_"_s + QString::fromLatin1(invariant.name).section(u'/', 1).section(u'_', 0, 0).toUpper();
}

Auditor::Auditor(const Services &services, database::Connection &connection)
    : m_services(services)
    , m_connection(connection)
{
}

int Auditor::audit()
{
    int open = 0;
    for (const database::Statement &invariant : sql::invariants::all)
        open += judge(invariant);
    return open;
}

int Auditor::judge(const database::Statement &invariant)
{
    const QString code = findingCode(invariant);
    QMap<QString, QString> broken;
    m_connection.run(invariant, {}, [&](const database::Row &row) {
        if (broken.size() < mostOfAKind)
            broken.insert(row.text("subject").left(longestSubject), row.text("problem"));
    });
    for (auto each = broken.constBegin(); each != broken.constEnd(); ++each)
        record(code, each.key(), each.value());
    for (const OpenSubject &open : m_connection.select<OpenSubject>(sql::operations::open_subjects, { { "code", code } })) {
        if (!broken.contains(open.subject) && broken.size() < mostOfAKind)
            resolve(code, open.subject);
    }
    return int(broken.size());
}

void Auditor::record(const QString &code, const QString &subject, const QString &problem)
{
    const bool isNew = database::inTransaction(m_connection, "audit.finding", [&](database::Transaction &transaction) {
        return workflow::raise(transaction, { code, subject, problem });
    });
    if (isNew)
        qCCritical(lcAuditor).noquote() << code << "does not hold:" << subject << problem;
}

void Auditor::resolve(const QString &code, const QString &subject)
{
    m_connection.write(sql::operations::resolve_finding,
                       { { "by", u"auditor "_s + m_services.instance.value() }, { "code", code }, { "subject", subject } });
    qCInfo(lcAuditor).noquote() << code << "holds again:" << subject;
}

} // namespace slipway::operations
