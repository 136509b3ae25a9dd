// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QJsonArray>

namespace slipway::twin {

/// What `git diff-tree -p` prints, as GitLab's list of diffs.
QJsonArray diffsFrom(const QByteArray &patch);

} // namespace slipway::twin
