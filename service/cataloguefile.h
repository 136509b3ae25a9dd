// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/watchedfile.h"
#include "shared/catalogue/catalogue.h"

#include <QStringList>

#include <memory>
#include <mutex>

namespace slipway {

/// Keeps the catalogue in force equal to its file. A file that is missing or wrong leaves the last good one and a warning that
/// names entry and reason; until there was a good one, submit is closed. Belongs to the main thread; current() may be called from any.
class CatalogueFile {
public:
    explicit CatalogueFile(const QString &path);

    /// Null: none was ever good.
    std::shared_ptr<const catalogue::Catalogue> current() const;
    QStringList warnings() const;

private:
    void take(const std::optional<QByteArray> &content);

    QString m_path;
    mutable std::mutex m_lock;
    std::shared_ptr<const catalogue::Catalogue> m_current;
    QStringList m_warnings;
    std::unique_ptr<configuration::WatchedFile> m_file;
};

} // namespace slipway
