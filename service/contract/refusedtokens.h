// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QStringList>

namespace slipway {

struct Services;

/// The bots whose tokens GitLab refuses at present, as this process knows; while there are any, no new batch begins: it could only
/// stand still. No I/O.
QStringList refusedTokens(const Services &services);

} // namespace slipway
