// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/git/repository.h"

#include <QJsonArray>

namespace slipway::twin {

/// Turns the `actions` of a commit request into file changes against the tree of \a parent (empty: none), refusing with
/// 400 in GitLab's words. All or nothing.
Task<QMap<QString, FileChange>> changesFromActions(Repository &repository, QString parent, QJsonArray actions);

} // namespace slipway::twin
