// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/message.h"
#include "tests/twin/core/settings.h"
#include "tests/twin/core/task.h"

#include <QJsonObject>

namespace slipway::twin {

struct Twin;

/// The company's permission service: says for one account and several codes at once which it holds. It denies what it
/// was not told to grant; its knobs make it slow, broken, unintelligible or incomplete.
class PermissionService {
public:
    explicit PermissionService(Twin &twin);
    void reset();

    /// Adds or replaces the grants of the accounts in \a byAccount ({"alice": ["change.submit"]}). Refuses what is
    /// malformed with 400.
    void grant(const QJsonObject &byAccount);
    void forget(const QString &account);
    const QJsonObject &grants() const { return m_grants; }

    /// Answers {"account", "codes"} with {"account", "permissions": {code: true|false}}.
    Task<httpserver::Reply> check(QJsonObject body);

    Settings policy;

private:
    httpserver::Reply malformed(const QString &how) const;

    Twin &m_twin;
    QJsonObject m_grants; ///< Lists of codes by account.
    quint64 m_revision = 1;
};

} // namespace slipway::twin
