// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/bootsettings.h"
#include "service/contract/identity.h"
#include "service/http/account.h"
#include "service/httpserver/message.h"

#include <memory>
#include <mutex>

namespace slipway::http {

/// Who is calling, in one place for everything that wants to know. In memory only, so it may run in the event loop.
/// Nobody is an answer; doubt is nobody. Thread-safe.
class IdentityResolver {
public:
    /// Copies what it needs.
    explicit IdentityResolver(const configuration::BootSettings &boot);

    std::optional<Identity> resolve(const httpserver::Request &request) const;

    std::shared_ptr<const AccountRules> rules() const;
    /// The employee directory was read anew. Entries that are no account are left out.
    void replaceStaff(const QHash<QString, QString> &staff);

private:
    std::optional<Identity> developer(const httpserver::Request &request) const;
    std::optional<Identity> fromGateway(const httpserver::Request &request) const;

    configuration::BootSettings::Identity m_settings;
    QList<configuration::Network> m_trusted;
    mutable std::mutex m_lock;
    std::shared_ptr<const AccountRules> m_rules; ///< Under m_lock.
};

} // namespace slipway::http
