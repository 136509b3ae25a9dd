// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/reply.h"

#include <QJsonObject>

namespace slipway {

/// What the tests ask for: Carol reads the database in that role.
inline QJsonObject wish(const QString &role = QStringLiteral("reader"))
{
    return { { QStringLiteral("subjectId"), QStringLiteral("carol") },
             { QStringLiteral("targetKey"), QStringLiteral("db-read") },
             { QStringLiteral("parameters"), QJsonObject { { QStringLiteral("role"), role } } },
             { QStringLiteral("reason"), QStringLiteral("on call") } };
}

/// And no longer.
inline QJsonObject removal()
{
    return { { QStringLiteral("subjectId"), QStringLiteral("carol") },
             { QStringLiteral("targetKey"), QStringLiteral("db-read") },
             { QStringLiteral("kind"), QStringLiteral("unbind") },
             { QStringLiteral("reason"), QStringLiteral("left") } };
}

inline QJsonObject with(QJsonObject body, const QString &operationId)
{
    body.insert(QStringLiteral("operationId"), operationId);
    return body;
}

inline QString idOf(const Reply &reply) { return reply.data[QLatin1StringView("operationId")].toString(); }

} // namespace slipway
