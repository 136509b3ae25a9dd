// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <git2.h>

#include <QString>

namespace slipway::forge {

/// Puts a mirror's loose objects into one pack: each commit leaves several hundred of them, libgit2 never tidies, and
/// after some hundred batches the copy would be larger than everything it holds. Nothing is dropped, reachable or not,
/// so that a commit that was built and not yet published stays. Hold the mirror's lock. Throws MirrorDamaged.
class LoosePacker {
public:
    /// \a directory is the mirror's.
    explicit LoosePacker(QString directory)
        : m_objects(directory + QStringLiteral("/objects"))
    {
    }

    /// Judged by one of the 256 folders, as git does; cheap. True above about 25,000 objects.
    bool isWorthIt() const;
    /// Returns how many objects were packed.
    int pack(git_repository *repository) const;

private:
    QString m_objects;
};

} // namespace slipway::forge
