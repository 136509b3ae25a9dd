// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"
#include "shared/instant.h"
#include "shared/protocol/stepview.h"

#include <QJsonObject>

#include <optional>

/// What the lists for maintainers hold beside requests, batches and actions.
namespace slipway::protocol {

/// One relation of a subject and a target: its present attempt, and what the repository holds.
struct BindingView {
    SubjectId subject;
    TargetKey target;
    QString bindingStatus;
    OperationId operation; ///< The attempt that owns it.
    std::optional<OperationId> effectiveOperation; ///< What the repository holds; nothing after an unbind.
    std::optional<QJsonObject> effectiveParameters;
    std::optional<Instant> effectiveExpiresAt;
    qint64 version = 0;
    Instant updatedAt;

    QJsonObject toJson() const;
    static std::optional<BindingView> fromJson(const QJsonObject &object);
    friend bool operator==(const BindingView &, const BindingView &) = default;
};

struct ApprovalView {
    QString examineId;
    OperationId operation;
    int round = 1;
    QString provider;
    QString state; ///< pending, accepted, rejected, withdrawn, expired
    QString rule;
    std::optional<QString> decidedBy;
    std::optional<Instant> decidedAt;
    std::optional<Instant> sentAt;
    std::optional<Instant> remindedAt;
    std::optional<Instant> expiresAt;
    qint64 version = 0;
    Instant createdAt;

    QJsonObject toJson() const;
    static std::optional<ApprovalView> fromJson(const QJsonObject &object);
    friend bool operator==(const ApprovalView &, const ApprovalView &) = default;
};

/// One interactive card: what it should show, and what it shows.
struct CardView {
    qint64 id = 0;
    QString examineId;
    QString type; ///< approval or notice
    QString recipient;
    int desiredRevision = 0;
    int shownRevision = 0;
    QString state; ///< PENDING, SHOWN, FAILED, FINAL
    int attempt = 0;
    std::optional<QString> lastError;
    Instant createdAt;
    Instant updatedAt;

    QJsonObject toJson() const;
    static std::optional<CardView> fromJson(const QJsonObject &object);
    friend bool operator==(const CardView &, const CardView &) = default;
};

/// Something that is not as it should be.
struct FindingView {
    qint64 id = 0;
    QString code;
    QString subject;
    std::optional<QString> detail;
    qint64 seenCount = 0;
    Instant firstSeenAt;
    Instant lastSeenAt;
    std::optional<Instant> resolvedAt; ///< Nothing: open.
    std::optional<QString> resolvedBy;

    QJsonObject toJson() const;
    static std::optional<FindingView> fromJson(const QJsonObject &object);
    friend bool operator==(const FindingView &, const FindingView &) = default;
};

/// What somebody did, or tried to do.
struct AuditView {
    qint64 id = 0;
    QString eventId;
    Instant at;
    QString actor;
    QString action;
    QString subjectKind;
    QString subjectRef;
    QString outcome;
    std::optional<QString> reason;
    QJsonObject parameters; ///< Masked.
    std::optional<QString> traceId;
    std::optional<qint64> seq; ///< Its place in the sealed chain; nothing until it is sealed.

    QJsonObject toJson() const;
    static std::optional<AuditView> fromJson(const QJsonObject &object);
    friend bool operator==(const AuditView &, const AuditView &) = default;
};

/// One configuration key of the answering instance.
struct KeyView {
    QString key;
    QString stage; ///< boot or hot
    QString value; ///< Effective; *** for secrets.
    QString source;
    QString fallback;
    QString meaning;
    std::optional<QString> warning;

    QJsonObject toJson() const;
    static std::optional<KeyView> fromJson(const QJsonObject &object);
    friend bool operator==(const KeyView &, const KeyView &) = default;
};

} // namespace slipway::protocol
