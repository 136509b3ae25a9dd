// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/forge.h"
#include "service/forge/githandles.h"

namespace slipway::forge {

/// Whether Git and every file system can hold a file of that path: no empty, "." or ".." segment, nothing called
/// ".git", no control character, at most 1024 bytes. Pure.
bool isFilePath(const QString &path);

/// Makes one commit by editing trees, without index or work tree; its cost follows the folders touched, not the
/// repository. Throws Error(InvalidRequest) for a path Git cannot hold or that meets a folder where it needs a file (or
/// the reverse), Error(NotFound) for an unknown base, MirrorDamaged for an unreadable copy. A file to remove that is
/// not there is no failure: what was wanted is already so. File modes are kept.
class CommitBuilder {
public:
    CommitBuilder(QString committerName, QString committerEmail)
        : m_name(std::move(committerName))
        , m_email(std::move(committerEmail))
    {
    }

    BuiltCommit build(git_repository *repository, const CommitOrder &order) const;

private:
    QString m_name;
    QString m_email;
};

} // namespace slipway::forge
