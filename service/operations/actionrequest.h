// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/error.h"

#include <QJsonObject>
#include <QString>

#include <optional>

namespace slipway::operations {

/// What the client sends under this name is lost: the server writes the identity it knows.
inline constexpr QLatin1StringView operatorParameter("__authenticatedOperator");
inline constexpr int maxActionTargets = 100;

/// One thing an action is done to.
struct ActionTarget {
    QString type; ///< batch, operation, partition, approval, action
    QString id;
    std::optional<qint64> version; ///< As the person saw it.
};

/// An operator's request, well-formed; whether the action exists in this version and fits its targets is part of it.
struct ActionRequest {
    enum class Mode : quint8 { Preview, Execute };
    QString action;
    Mode mode = Mode::Preview;
    QList<ActionTarget> targets;
    QJsonObject parameters; ///< With the operator the server knows.
    QString reason;
    QString planHash; ///< Execute only.
    QString bulkId;
    QString requestKey; ///< The Idempotency-Key header, bare or in quotes; empty for none.
};

/// Reads the body strictly and puts \a account over whatever the client claimed to be. Throws Error(InvalidRequest) for
/// what is malformed or unknown, Error(ValidationFailed) for an action or target this version does not offer.
ActionRequest readActionRequest(const QJsonObject &body, const QByteArray &idempotencyKey, const QString &account);

} // namespace slipway::operations
