// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

namespace slipway {

/// `slipwayd --check-config`: the boot file and every file it names: hot keys, catalogue, roles. Each problem on a line of standard error
/// with file and line. 0: none; 1: some.
int checkConfiguration(const QString &bootFile);

/// `slipwayd --check-catalogue`, the same for a catalogue by itself. 2: it cannot be read.
int checkCatalogue(const QString &path);

} // namespace slipway
