// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonObject>
#include <QString>

#include <span>

namespace slipway::support {

/// One way in which a remote call can be answered badly, as a fault of the twin.
struct BadAnswer {
    const char *name;
    const char *phase; ///< before, after_effect or response.
    const char *deed; ///< The fault's `do`, as JSON.
    int status; ///< What the service may quote of it; 0: no status came.

    QJsonObject rule() const;
};

/// Each of them once, per call.
std::span<const BadAnswer> badAnswers();

} // namespace slipway::support
