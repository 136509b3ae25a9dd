// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/bootsettings.h"
#include "service/contract/identity.h"
#include "service/http/account.h"
#include "service/http/keysource.h"
#include "service/http/staffdirectory.h"
#include "service/httpserver/message.h"

#include <memory>
#include <mutex>

namespace slipway::http {

/// Who is calling, in one place for everything that wants to know. In memory only, so it may run in the event loop.
/// Nobody is an answer; doubt is nobody. Thread-safe.
class IdentityResolver {
public:
    /// What one look at a request told.
    struct Recognition {
        std::optional<Identity> identity;
        bool wantsKeys = false; ///< Nobody by the keys at hand, but refreshKeys() may bring the one that is missing.
        QString wantsMapping = {}; ///< "staff:…" so far; askDirectory() may bring the account of this employee number.
    };

    /// Copies what it needs. \a clock outlives it.
    explicit IdentityResolver(const configuration::BootSettings &boot, const Clock &clock = systemClock());

    Recognition recognise(const httpserver::Request &request) const;
    std::optional<Identity> resolve(const httpserver::Request &request) const { return recognise(request).identity; }

    /// Asks the identity provider where it is time to; blocks for seconds. Never throws.
    void refreshKeys() const;
    /// True when somebody should call refreshKeys() although nobody waits for it; for one caller until the next time.
    bool claimCareOfKeys() const { return m_keys && m_keys->claimCare(); }

    /// Asks the directory about a number that was wanted; blocks until \a deadline at most. Never throws.
    void askDirectory(const QString &number, std::chrono::milliseconds deadline) const;

    std::shared_ptr<const AccountRules> rules() const;
    /// The employee directory was read anew. Entries that are no account are left out.
    void replaceStaff(const QHash<QString, QString> &staff);

private:
    Recognition proven(const httpserver::Request &request) const;
    Recognition mapped(Recognition recognition) const;
    std::optional<Identity> developer(const httpserver::Request &request) const;
    std::optional<Identity> fromGateway(const httpserver::Request &request) const;
    Recognition fromToken(const httpserver::Request &request) const;
    std::optional<Identity> named(const QJsonObject &claims) const;
    static const Clock &systemClock();

    configuration::BootSettings::Identity m_settings;
    QList<configuration::Network> m_trusted;
    const Clock &m_clock;
    std::unique_ptr<KeySource> m_keys; ///< Only where tokens are checked.
    std::unique_ptr<StaffDirectory> m_directory; ///< Only where it is asked over HTTP.
    mutable std::mutex m_lock;
    std::shared_ptr<const AccountRules> m_rules; ///< Under m_lock.
};

} // namespace slipway::http
