// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/database/connection.h"

namespace slipway::operations {

/// Notices that GitLab's webhooks stay away: changes land, because everything is also asked for, but later than need be, and nobody would
/// know why. GitLab switches a hook off by itself after failures (facts of its own: four in a row, for a minute and longer each time).
/// One finding for each partition, gone with the next hook. It repairs nothing. Used by one loop of the engine.
class HookWatch {
public:
    explicit HookWatch(const Services &services);

    /// Looks every few minutes, whenever it is called. Does nothing where no secret for hooks is configured. Throws DatabaseError.
    void look(database::Connection &connection);

private:
    const Services &m_services;
    std::chrono::steady_clock::time_point m_lookAt {};
};

} // namespace slipway::operations
