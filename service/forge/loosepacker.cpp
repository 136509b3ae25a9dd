// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/loosepacker.h"

#include "service/forge/mirror.h"

#include <QDir>
#include <QDirIterator>

namespace slipway::forge {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype worthPackingPerFolder = 100;

using PackBuilderHandle = std::unique_ptr<git_packbuilder, GitFree<git_packbuilder_free>>;

} // namespace

bool LoosePacker::isWorthIt() const { return QDir(m_objects + u"/17"_s).entryList(QDir::Files).size() > worthPackingPerFolder; }

int LoosePacker::pack(git_repository *repository) const
{
    git_packbuilder *raw = nullptr;
    requireGit(git_packbuilder_new(&raw, repository), "beginning a pack");
    const PackBuilderHandle builder(raw);
    // One processor is left to the service.
    git_packbuilder_set_threads(raw, 1);
    QStringList packed;
    QDirIterator files(m_objects, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        const QString name = path.mid(m_objects.size() + 1).remove(u'/');
        const auto oid = gitOidOf(Oid(name));
        if (!oid)
            continue;
        requireGit(git_packbuilder_insert(raw, &*oid, nullptr), "packing an object");
        packed << path;
    }
    if (packed.isEmpty())
        return 0;
    requireGit(git_packbuilder_write(raw, nullptr, 0, nullptr, nullptr), "writing a pack");
    for (const QString &path : packed)
        QFile::remove(path);
    return int(packed.size());
}

} // namespace slipway::forge
