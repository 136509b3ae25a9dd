// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

namespace slipway::twin {

/// What `git check-ref-format` takes for a branch.
bool isBranchName(const QString &name);
/// What GitLab takes for a new one: nothing that could be read as another reference, or as a commit.
bool isNewBranchName(const QString &name);

/// A file's path inside a repository that every client can check out: relative, no empty part, no "." and "..", nothing of Git's own.
bool isFilePath(const QString &path);

} // namespace slipway::twin
