// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/row.h"
#include "shared/catalogue/catalogue.h"
#include "shared/workflow/flow.h"

#include <QByteArray>

#include <optional>

namespace slipway::batching {

/// A member of a batch with all that its file follows from.
struct Member {
    OperationId operation;
    SubjectId subject;
    TargetKey target;
    QString requester;
    workflow::RequestKind kind = workflow::RequestKind::Bind;
    QJsonObject parameters;
    std::optional<Instant> expiresAt;
    bool leaves = false; ///< Asked to be withdrawn, or its own expiry has passed.
    bool isInForce = false; ///< The repository holds a binding that an earlier request of ours wrote.
    QJsonObject effectiveParameters;
    std::optional<Instant> effectiveExpiresAt;

    static Member read(const database::Row &row);
};

/// A member's file: where it is, what stands there by our own account, and what shall stand there. Nothing means no file.
struct MemberContent {
    QString path;
    std::optional<QByteArray> inForce;
    std::optional<QByteArray> wanted;
};

/// Pure. Throws Error(ValidationFailed) when the catalogue no longer knows the target or its parameters.
MemberContent contentOf(const catalogue::Catalogue &catalogue, const Member &member);

enum class Fit : quint8 {
    Changes,
    AlreadyEffective, ///< The file is as wanted: nothing to do.
    ChangedByHand, ///< Neither as wanted nor as we left it: writing would destroy somebody's work.
};
/// Pure: how a member's content meets the file that stands on the base commit.
Fit fitOf(const MemberContent &content, const std::optional<QByteArray> &standing);

} // namespace slipway::batching
