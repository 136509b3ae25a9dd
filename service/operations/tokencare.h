// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/database/connection.h"

#include <chrono>

namespace slipway::operations {

/// Looks after the bots' tokens: asks GitLab when they end and warns two weeks before; tries a refused one again, so that a rotated
/// token is noticed although nobody works; and raises one finding for each, which is resolved when no instance has seen it for a while.
/// It rotates nothing. Used by one loop of the engine.
class TokenCare {
public:
    explicit TokenCare(const Services &services);

    /// \a quiet: how long a finding must not have been seen by anybody to be over. Throws DatabaseError; a GitLab that does not answer
    /// is no failure.
    void look(database::Connection &connection, std::chrono::milliseconds quiet);

private:
    void tryRefused();
    void askForEnds();
    void raise(database::Connection &connection, const char *code, const QString &bot, const QString &detail);

    const Services &m_services;
    std::chrono::steady_clock::time_point m_askAt {};
};

} // namespace slipway::operations
