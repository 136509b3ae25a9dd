// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

namespace slipway {

/// Who is calling, resolved once per request and handed to everything that needs to know.
struct Identity {
    QString account; ///< Canonical account, for example "alice"; "staff:123" for an employee number nobody could map.
    QString displayName; ///< For people; never compared.

    friend bool operator==(const Identity &, const Identity &) = default;
};

} // namespace slipway
