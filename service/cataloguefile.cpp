// SPDX-License-Identifier: GPL-3.0-only
#include "service/cataloguefile.h"

#include <QLoggingCategory>

namespace slipway {

namespace {
Q_LOGGING_CATEGORY(lcCatalogue, "slipway.catalogue")
}

CatalogueFile::CatalogueFile(const QString &path)
    : m_path(path)
    , m_file(std::make_unique<configuration::WatchedFile>(path,
                                                          [this](const std::optional<QByteArray> &content) { take(content); }))
{
}

std::shared_ptr<const catalogue::Catalogue> CatalogueFile::current() const
{
    const std::lock_guard guard(m_lock);
    return m_current;
}

QStringList CatalogueFile::warnings() const
{
    const std::lock_guard guard(m_lock);
    return m_warnings;
}

void CatalogueFile::take(const std::optional<QByteArray> &content)
{
    QStringList warnings;
    std::shared_ptr<const catalogue::Catalogue> fresh;
    if (!content) {
        warnings.append(QStringLiteral("%1: the file is not there").arg(m_path));
    } else {
        const auto parsed = catalogue::Catalogue::parse(*content, m_path);
        if (const auto *good = std::get_if<std::shared_ptr<const catalogue::Catalogue>>(&parsed)) {
            fresh = *good;
        } else {
            for (const catalogue::Problem &problem : std::get<QList<catalogue::Problem>>(parsed))
                warnings.append(problem.toString());
        }
    }
    for (const QString &warning : warnings)
        qCWarning(lcCatalogue, "%s", qPrintable(warning));
    const std::lock_guard guard(m_lock);
    if (fresh)
        m_current = fresh;
    m_warnings = warnings;
}

} // namespace slipway
