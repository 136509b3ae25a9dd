// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/row.h"

#include "shared/error.h"

#include <QJsonDocument>
#include <QSqlRecord>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace slipway::database {

Row::Row(const QSqlQuery &query, const char *statement)
    : m_query(query)
    , m_statement(statement)
{
    const QSqlRecord record = query.record();
    m_columns.reserve(size_t(record.count()));
    for (int i = 0; i < record.count(); ++i)
        m_columns.push_back(record.fieldName(i).toUtf8());
}

void Row::refuse(const char *column, QLatin1StringView why) const
{
    throw Error(Code::InternalError,
                u"%1: column %2: %3"_s.arg(QLatin1StringView(m_statement), QLatin1StringView(column), why));
}

QVariant Row::value(const char *column) const
{
    for (size_t i = 0; i < m_columns.size(); ++i) {
        if (m_columns[i] == column)
            return m_query.value(int(i));
    }
    refuse(column, "not in the answer"_L1);
}

bool Row::isNull(const char *column) const { return value(column).isNull(); }

QString Row::text(const char *column) const
{
    const QVariant found = value(column);
    if (found.isNull())
        refuse(column, "is NULL"_L1);
    if (found.typeId() == QMetaType::QString)
        return found.toString();
    if (found.typeId() != QMetaType::QByteArray) // A raw DATETIME would come as local time, cut to milliseconds.
        refuse(column, "is not text"_L1);
    // _bin collations and VARBINARY arrive as bytes.
    QStringDecoder decoder(QStringDecoder::Utf8);
    QString decoded = decoder(found.toByteArray());
    if (decoder.hasError())
        refuse(column, "is not UTF-8"_L1);
    return decoded;
}

std::optional<QString> Row::maybeText(const char *column) const
{
    if (isNull(column))
        return std::nullopt;
    return text(column);
}

QString Row::textOrEmpty(const char *column) const { return isNull(column) ? QString() : text(column); }

QByteArray Row::bytes(const char *column) const
{
    const QVariant found = value(column);
    if (found.isNull())
        refuse(column, "is NULL"_L1);
    if (found.typeId() == QMetaType::QByteArray)
        return found.toByteArray();
    return text(column).toUtf8();
}

qint64 Row::number(const char *column) const
{
    const QVariant found = value(column);
    if (found.isNull())
        refuse(column, "is NULL"_L1);
    switch (found.typeId()) {
    case QMetaType::Char: // TINYINT
    case QMetaType::SChar:
    case QMetaType::UChar:
    case QMetaType::Short:
    case QMetaType::UShort:
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::ULongLong:
    case QMetaType::QString: // DECIMAL, which SUM() of integers is.
    case QMetaType::QByteArray: break;
    default: refuse(column, "is not a whole number"_L1);
    }
    bool ok = false;
    const qint64 number = found.toLongLong(&ok);
    if (!ok)
        refuse(column, "is not a whole number"_L1);
    return number;
}

std::optional<qint64> Row::maybeNumber(const char *column) const
{
    if (isNull(column))
        return std::nullopt;
    return number(column);
}

bool Row::flag(const char *column) const
{
    const qint64 found = number(column);
    if (found != 0 && found != 1)
        refuse(column, "is neither 0 nor 1"_L1);
    return found == 1;
}

Instant Row::instant(const char *column) const
{
    const auto parsed = fromSql(text(column));
    if (!parsed)
        refuse(column, "is not a time"_L1);
    return *parsed;
}

std::optional<Instant> Row::maybeInstant(const char *column) const
{
    if (isNull(column))
        return std::nullopt;
    return instant(column);
}

QJsonObject Row::json(const char *column) const
{
    if (isNull(column))
        return {};
    const QJsonDocument document = QJsonDocument::fromJson(bytes(column));
    if (!document.isObject())
        refuse(column, "is not a JSON object"_L1);
    return document.object();
}

} // namespace slipway::database
