// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/catalogue/catalogue.h"
#include "shared/instant.h"

#include <QByteArray>
#include <QJsonObject>

#include <optional>

namespace slipway::operations {

/// The binding a file says it is.
struct WrittenBinding {
    const catalogue::Target *target = nullptr;
    SubjectId subject;
    QJsonObject parameters;
    std::optional<Instant> expiresAt;
};

/// Why a file is not taken for a binding.
struct FileProblem {
    QString code; ///< Stable, for scripts.
    QString text;
    bool isForeign = false; ///< It stands where no binding would: not ours, and no trouble.
};

/// What one file of a repository comes to, judged by the catalogue alone.
struct FoundFile {
    QString path;
    std::optional<WrittenBinding> binding;
    std::optional<FileProblem> problem; ///< Exactly one of the two.

    /// Larger ones are not read: no binding is.
    static constexpr qint64 largest = 64 * 1024;

    /// Pure. A file is taken for a binding only if Slipway would write it at that very place in these very bytes, so that nothing has to be
    /// rewritten and a later change made by hand is seen as one.
    static FoundFile judge(const catalogue::Catalogue &catalogue, const catalogue::Partition &partition, const QString &path,
                           const QByteArray &bytes);
    /// The same for what cannot be read as a file.
    static FoundFile unreadable(const catalogue::Catalogue &catalogue, const catalogue::Partition &partition,
                                const QString &path, const QString &code, const QString &text);
};

} // namespace slipway::operations
