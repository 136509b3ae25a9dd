// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/jsonclient.h"

namespace slipway::support {

/// The twin's admin interface: sets the stage, decides approvals, plays people and faults, shows what had an effect.
/// Each function throws std::runtime_error when the twin refuses: then the stage is not what the test believes. Main
/// thread only.
class TwinClient {
public:
    explicit TwinClient(const QUrl &admin)
        : m_http(admin)
    {
    }

    QJsonObject get(const QString &path);
    QJsonObject post(const QString &path, const QJsonObject &body);
    void remove(const QString &path);

    QJsonObject seed(const QJsonObject &stage) { return post(QStringLiteral("/seed"), stage); }
    /// Where it sends callbacks to: each attempt to the next of them.
    void announceServices(const QList<QUrl> &services);

    QList<QJsonObject> approvals();
    /// Of one request; empty object while the service has not asked yet.
    QJsonObject approvalOf(const QString &operationId);
    /// \a decision: approved, rejected, withdrawn, expired. Waits up to \a limit for the service to ask.
    void decide(const QString &operationId, const QString &decision, const QString &approver,
                std::chrono::milliseconds limit = std::chrono::seconds(20));

    /// Returns the rule's id.
    QString addFault(const QJsonObject &rule);
    void clearFaults() { remove(QStringLiteral("/faults")); }

    /// How often each kind of effect happened: {"merge": 1, …}.
    QJsonObject effectCounts(const QString &query = {});
    QList<QJsonObject> effects(const QString &query = {});
    /// A person acts on the forge.
    QJsonObject act(const QJsonObject &deed) { return post(QStringLiteral("/human"), deed); }

    JsonClient &http() { return m_http; }

private:
    JsonClient m_http;
};

} // namespace slipway::support
