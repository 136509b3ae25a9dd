// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>
#include <QStringList>

namespace slipway {

/// `slipwayd audit verify`: walks the audit's chain in the database that a boot file names, whether or not the service runs, and prints
/// what it found and where the chain ends, to be kept elsewhere. \a anchors are such ends, "seq:hash", beside those kept in the data
/// directory. 0: sound; 1: broken, each problem on standard error; 2: an anchor is malformed; 3: the database cannot be read.
int verifyAudit(const QString &bootFile, const QStringList &anchors);

} // namespace slipway
