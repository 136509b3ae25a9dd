// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"
#include "tests/twin/store/storedfields.h"

#include <QMap>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace slipway::twin {

/// One webhook of a project. It is switched off for a while after its fourth failure in a row, each time twice as long,
/// and for good after the fortieth.
struct Hook {
    static constexpr int toleratedFailures = 3;
    static constexpr int fatalFailures = 40;

    qint64 id = 0;
    qint64 projectId = 0;
    QString url;
    QString name;
    QString description;
    QString token; ///< Never shown.
    QStringList events; ///< The triggers that are on: "merge_requests_events".
    QString pushBranchFilter; ///< Empty for all branches.
    QString branchFilterStrategy = QStringLiteral("wildcard");
    bool sslVerification = true;
    QMap<QString, QString> customHeaders;
    int failures = 0; ///< In a row.
    std::optional<Instant> disabledUntil;
    Instant createdAt {};

    QString alertStatus(Instant now) const
    {
        if (failures >= fatalFailures)
            return QStringLiteral("disabled");
        return disabledUntil && *disabledUntil > now ? QStringLiteral("temporarily_disabled") : QStringLiteral("executable");
    }
};

template <>
struct Stored<Hook> {
    static constexpr auto table = "hooks";
    static constexpr auto fields = std::tuple {
        // clang-format off
        Kept { "id", &Hook::id },
        Kept { "project_id", &Hook::projectId },
        Kept { "url", &Hook::url },
        Kept { "name", &Hook::name },
        Kept { "description", &Hook::description },
        Kept { "token", &Hook::token },
        Kept { "events", &Hook::events },
        Kept { "push_branch_filter", &Hook::pushBranchFilter },
        Kept { "branch_filter_strategy", &Hook::branchFilterStrategy },
        Kept { "ssl_verification", &Hook::sslVerification },
        Kept { "custom_headers", &Hook::customHeaders },
        Kept { "failures", &Hook::failures },
        Kept { "disabled_until", &Hook::disabledUntil },
        Kept { "created_at", &Hook::createdAt },
        // clang-format on
    };
};

using HookPtr = std::shared_ptr<Hook>;

} // namespace slipway::twin
