// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/error.h"
#include "shared/ids.h"
#include "shared/instant.h"
#include "shared/workflow/flow.h"

#include <QJsonObject>

#include <optional>

namespace slipway::intake {

/// Requests in one call.
inline constexpr int maxItems = 100;

/// One change request as somebody wrote it, well-formed and within the limits; whether it is allowed is not asked yet.
struct Submission {
    std::optional<OperationId> operation; ///< As the client chose it, in body or header.
    SubjectId subject;
    TargetKey target;
    workflow::RequestKind kind = workflow::RequestKind::Bind;
    QJsonObject parameters;
    QString reason;
    std::optional<Instant> expiresAt;
};

/// Reads one request body strictly: every field known and of its type, texts in NFC without control characters, lengths
/// counted in characters. \a idempotencyKey is the header's value, an alias of operationId, bare or in quotes; empty
/// for none. Throws Error(InvalidRequest) for what is malformed, else Error(ValidationFailed) for what is over a limit;
/// both name every such field.
Submission readSubmission(const QJsonObject &body, const QByteArray &idempotencyKey);

/// 8 to 36 of [A-Za-z0-9_-].
bool isOperationId(QStringView text);

} // namespace slipway::intake
