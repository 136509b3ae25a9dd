// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/git/repository.h"

namespace slipway::twin {

/// A raw commit object as `git cat-file` prints it.
Commit parseCommit(const QString &id, QByteArrayView raw);

/// All objects of a `git cat-file --batch` answer that are commits, in order.
QList<Commit> parseCommitBatch(QByteArrayView batch);

} // namespace slipway::twin
