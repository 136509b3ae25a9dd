// SPDX-License-Identifier: GPL-3.0-only
#include "service/cataloguefile.h"

#include <QLoggingCategory>

namespace slipway {

namespace {
Q_LOGGING_CATEGORY(lcCatalogue, "slipway.catalogue")
}

CatalogueFile::CatalogueFile(const QString &path, std::function<void(const QStringList &)> changed)
    : m_path(path)
    , m_changed(std::move(changed))
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

void CatalogueFile::setPlacements(QList<catalogue::Placement> placements)
{
    const std::lock_guard guard(m_lock);
    m_placements = std::move(placements);
}

QList<catalogue::Problem> CatalogueFile::displaced(const catalogue::Catalogue &fresh) const
{
    const std::lock_guard guard(m_lock);
    // The first one has to be taken as it is: there is none to fall back to.
    return m_current ? catalogue::placementProblems(fresh, m_path, m_placements) : QList<catalogue::Problem>();
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
            for (const catalogue::Problem &problem : displaced(*fresh))
                warnings.append(problem.toString());
            if (!warnings.isEmpty())
                fresh.reset();
        } else {
            for (const catalogue::Problem &problem : std::get<QList<catalogue::Problem>>(parsed))
                warnings.append(problem.toString());
        }
    }
    for (const QString &warning : warnings)
        qCWarning(lcCatalogue, "%s", qPrintable(warning));
    if (m_changed)
        m_changed(warnings);
    const std::lock_guard guard(m_lock);
    if (fresh)
        m_current = fresh;
    m_warnings = warnings;
}

} // namespace slipway
