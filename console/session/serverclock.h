// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"

#include <QByteArray>

namespace slipway::console {

/// The service's time, as its answers tell it: ages are reckoned by it, because a maintainer's clock may be wrong.
class ServerClock {
public:
    Instant now() const;
    /// \a date is the Date header of an answer; whatever is none is ignored.
    void learn(const QByteArray &date);

private:
    std::chrono::microseconds m_ahead { 0 };
};

} // namespace slipway::console
