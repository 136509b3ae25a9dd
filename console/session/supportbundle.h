// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>

namespace slipway::console {

class Session;

/// What somebody who helps from afar needs to see: versions, how the session stands, the last overview, what was asked and how it was
/// answered. No token, no request's content.
QByteArray supportBundle(Session &session);

} // namespace slipway::console
