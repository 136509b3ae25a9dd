// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/errors.h"

#include "service/database/refusals.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace slipway::database {
namespace {

struct Meaning {
    int number;
    Kind kind;
};

// MariaDB's and MySQL's numbers side by side where they differ (4025/3819 CHECK, 1969/3024 time limit, 3572 NOWAIT,
// 4031 idle).
constexpr auto meanings = std::to_array<Meaning>({
    { 1062, Kind::DuplicateKey },   { 1586, Kind::DuplicateKey },   { 1213, Kind::Deadlock },
    { 1020, Kind::Deadlock },       { 1205, Kind::LockTimeout },    { 3572, Kind::LockTimeout },
    { 2006, Kind::ConnectionLost }, { 2013, Kind::ConnectionLost }, { 2027, Kind::ConnectionLost },
    { 2055, Kind::ConnectionLost }, { 1053, Kind::ConnectionLost }, { 1158, Kind::ConnectionLost },
    { 1159, Kind::ConnectionLost }, { 1160, Kind::ConnectionLost }, { 1161, Kind::ConnectionLost },
    { 1927, Kind::ConnectionLost }, { 4031, Kind::ConnectionLost }, { 2002, Kind::CannotConnect },
    { 2003, Kind::CannotConnect },  { 2005, Kind::CannotConnect },  { 2026, Kind::CannotConnect },
    { 1040, Kind::CannotConnect },  { 1044, Kind::CannotConnect },  { 1045, Kind::CannotConnect },
    { 1049, Kind::CannotConnect },  { 1203, Kind::CannotConnect },  { 1226, Kind::CannotConnect },
    { 1698, Kind::CannotConnect },  { 1290, Kind::ReadOnly },       { 1792, Kind::ReadOnly },
    { 1836, Kind::ReadOnly },       { 3, Kind::Unavailable },       { 1021, Kind::Unavailable },
    { 1026, Kind::Unavailable },    { 1030, Kind::Unavailable },    { 1037, Kind::Unavailable },
    { 1041, Kind::Unavailable },    { 1047, Kind::Unavailable },    { 1114, Kind::Unavailable },
    { 1180, Kind::Unavailable },    { 4025, Kind::Constraint },     { 3819, Kind::Constraint },
    { 1451, Kind::Constraint },     { 1452, Kind::Constraint },     { 1048, Kind::Constraint },
    { 1364, Kind::Constraint },     { 1267, Kind::BadValue },       { 1406, Kind::BadValue },
    { 1264, Kind::BadValue },       { 1265, Kind::BadValue },       { 1292, Kind::BadValue },
    { 1366, Kind::BadValue },       { 1317, Kind::Cancelled },      { 1969, Kind::Cancelled },
    { 3024, Kind::Cancelled },
});

Kind kindOf(int number)
{
    const auto *found = std::find_if(meanings.begin(), meanings.end(), [&](const Meaning &m) { return m.number == number; });
    return found == meanings.end() ? Kind::Other : found->kind;
}

// The client library's own: nobody was there to refuse anything, and whoever is there a moment later is another server.
bool isOfTheClient(int number) { return number >= 2000 && number < 3000; }

Code codeOf(Kind kind)
{
    switch (kind) {
    case Kind::DuplicateKey:
    case Kind::Constraint:
    case Kind::BadValue:
    case Kind::Other: return Code::InternalError;
    case Kind::Deadlock:
    case Kind::LockTimeout:
    case Kind::ConnectionLost:
    case Kind::CannotConnect:
    case Kind::ReadOnly:
    case Kind::Unavailable:
    case Kind::Cancelled: break;
    }
    return Code::Unavailable;
}

// "Duplicate entry 'a' for key 'uk_x'", or 'table.uk_x' from MySQL. The value may itself contain "for key '", hence the
// last one.
QString keyIn(const QString &text)
{
    const auto mark = "for key '"_L1;
    const qsizetype at = text.lastIndexOf(mark);
    if (at < 0)
        return {};
    QString key = text.mid(at + mark.size());
    if (key.endsWith(u'\''))
        key.chop(1);
    return key.mid(key.lastIndexOf(u'.') + 1);
}

// These messages quote the value; the log must not hold it.
QString withoutValue(int number, const QString &text)
{
    constexpr auto quoting = std::to_array({ 1062, 1586, 1292, 1366 });
    if (std::find(quoting.begin(), quoting.end(), number) == quoting.end())
        return text;
    const qsizetype quote = text.indexOf(u'\'');
    const qsizetype tail = qMax(text.lastIndexOf(" for key "_L1), text.lastIndexOf(" for column "_L1));
    if (quote < 0)
        return text;
    return text.left(quote) + "(value hidden)"_L1 + (tail > quote ? text.mid(tail) : QString());
}

} // namespace

DatabaseError::DatabaseError(Kind kind, int number, QString key, bool atCommit, const QString &detail)
    : Error(codeOf(kind), detail)
    , m_kind(kind)
    , m_number(number)
    , m_key(std::move(key))
    , m_atCommit(atCommit)
{
}

bool DatabaseError::retriesTransaction() const
{
    return m_kind == Kind::Deadlock || m_kind == Kind::LockTimeout || (m_kind == Kind::ConnectionLost && !m_atCommit);
}

bool DatabaseError::outcomeUnknown() const
{
    // Only a conflict and a read-only server are definite refusals; more than half of all other failed commits had
    // happened.
    return m_atCommit && m_kind != Kind::Deadlock && m_kind != Kind::LockTimeout && m_kind != Kind::ReadOnly;
}

DatabaseError classify(const QSqlError &error, const char *statement, bool atCommit)
{
    const int number = error.nativeErrorCode().toInt();
    const Kind kind = kindOf(number);
    if (!isOfTheClient(number))
        Refusals::note(kind);
    const QString text = error.databaseText();
    const QString detail =
        u"%1: %2 %3"_s.arg(QLatin1StringView(statement), QString::number(number), withoutValue(number, text));
    return DatabaseError(kind, number, kind == Kind::DuplicateKey ? keyIn(text) : QString(), atCommit, detail);
}

} // namespace slipway::database
