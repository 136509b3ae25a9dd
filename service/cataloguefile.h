// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/watchedfile.h"
#include "shared/catalogue/catalogue.h"

#include <QStringList>

#include <functional>
#include <memory>
#include <mutex>

namespace slipway {

/// Keeps the catalogue in force equal to its file. A file that is missing or wrong leaves the last good one and a warning that
/// names entry and reason; until there was a good one, submit is closed. Belongs to the main thread; current() may be called from any.
class CatalogueFile {
public:
    /// \a changed is told the warnings after each look that read something; also the first, before the constructor returns.
    explicit CatalogueFile(const QString &path, std::function<void(const QStringList &)> changed = {});

    /// Which targets hold grants, as last known: a new catalogue that loses or moves one of them is refused like a broken one.
    void setPlacements(QList<catalogue::Placement> placements);

    /// Null: none was ever good.
    std::shared_ptr<const catalogue::Catalogue> current() const;
    QStringList warnings() const;

private:
    QList<catalogue::Problem> displaced(const catalogue::Catalogue &fresh) const;
    void take(const std::optional<QByteArray> &content);

    QString m_path;
    std::function<void(const QStringList &)> m_changed;
    mutable std::mutex m_lock;
    std::shared_ptr<const catalogue::Catalogue> m_current;
    QList<catalogue::Placement> m_placements;
    QStringList m_warnings;
    std::unique_ptr<configuration::WatchedFile> m_file;
};

} // namespace slipway
