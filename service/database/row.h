// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"
#include "shared/instant.h"

#include <QJsonObject>
#include <QSqlQuery>

#include <optional>
#include <vector>

namespace slipway::database {

/// The row a query stands on, read by column name and declared type. An unknown column, NULL in a required field or text that
/// does not parse throws Error(InternalError) that names statement and column: never a silent default.
class Row {
public:
    Row(const QSqlQuery &query, const char *statement);

    QString text(const char *column) const;
    std::optional<QString> maybeText(const char *column) const;
    QString textOrEmpty(const char *column) const; ///< NULL is the empty text.
    QByteArray bytes(const char *column) const;
    qint64 number(const char *column) const;
    std::optional<qint64> maybeNumber(const char *column) const;
    bool flag(const char *column) const;
    /// The statement must have selected CAST(column AS CHAR) under that name.
    Instant instant(const char *column) const;
    std::optional<Instant> maybeInstant(const char *column) const;
    QJsonObject json(const char *column) const; ///< NULL is the empty object.

    template <class IdType>
    IdType id(const char *column) const
    {
        if constexpr (std::is_same_v<typename IdType::Value, QString>)
            return IdType(text(column));
        else
            return IdType(number(column));
    }
    template <class IdType>
    std::optional<IdType> maybeId(const char *column) const
    {
        if (isNull(column))
            return std::nullopt;
        return id<IdType>(column);
    }
    bool isNull(const char *column) const;

private:
    QVariant value(const char *column) const;
    [[noreturn]] void refuse(const char *column, QLatin1StringView why) const;

    const QSqlQuery &m_query;
    const char *m_statement;
    std::vector<QByteArray> m_columns;
};

} // namespace slipway::database
