// SPDX-License-Identifier: GPL-3.0-only
#pragma once

namespace slipway::database {

class Connection;

/// The service promises that what it acknowledged is stored. A server that flushes its log less often than at each
/// commit breaks that promise at its first crash, and nothing would show it before. Called once at start; throws
/// Error(Unavailable).
void assertDurable(Connection &connection);

} // namespace slipway::database
