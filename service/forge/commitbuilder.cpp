// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/commitbuilder.h"

#include "service/forge/mirror.h"
#include "shared/error.h"

#include <deque>
#include <vector>

namespace slipway::forge {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype longestPath = 1024;

[[noreturn]] void refuse(const QString &path, QLatin1StringView why)
{
    throw Error(Code::InvalidRequest, u"'%1' %2"_s.arg(path, why));
}

/// The edits in the library's own form; owns the texts they point to.
struct Edits {
    std::deque<QByteArray> paths;
    std::vector<git_tree_update> updates;

    git_tree_update &add(const QString &path, git_tree_update_t action)
    {
        paths.push_back(path.toUtf8());
        git_tree_update update {};
        update.action = action;
        update.filemode = GIT_FILEMODE_BLOB;
        update.path = paths.back().constData();
        updates.push_back(update);
        return updates.back();
    }
};

TreeEntryHandle entryAt(const git_tree *tree, const QString &path)
{
    git_tree_entry *entry = nullptr;
    const int rc = git_tree_entry_bypath(&entry, tree, path.toUtf8().constData());
    if (rc != GIT_ENOTFOUND)
        requireGit(rc, "looking up a path");
    return TreeEntryHandle(entry);
}

bool isPlainFile(const git_tree_entry *entry)
{
    const git_filemode_t mode = git_tree_entry_filemode(entry);
    return mode == GIT_FILEMODE_BLOB || mode == GIT_FILEMODE_BLOB_EXECUTABLE;
}

void requireFoldersAbove(const git_tree *base, const FileChanges &changes, const QString &path)
{
    for (qsizetype slash = path.indexOf(u'/'); slash > 0; slash = path.indexOf(u'/', slash + 1)) {
        const QString folder = path.left(slash);
        if (const auto other = changes.constFind(folder); other != changes.constEnd() && other->has_value())
            refuse(path, "needs a folder where the same commit puts a file"_L1);
        const TreeEntryHandle entry = entryAt(base, folder);
        if (!entry)
            return;
        if (git_tree_entry_type(entry.get()) != GIT_OBJECT_TREE)
            refuse(path, "needs a folder where a file stands"_L1);
    }
}

void addChange(git_repository *repository, const git_tree *base, const CommitOrder &order, const QString &path, Edits &edits)
{
    const std::optional<QByteArray> &content = order.changes.constFind(path).value();
    const TreeEntryHandle present = entryAt(base, path);
    if (present && !isPlainFile(present.get()))
        refuse(path, "is a folder, a link or a submodule, not a file"_L1);
    if (!content) {
        if (present)
            edits.add(path, GIT_TREE_UPDATE_REMOVE);
        return;
    }
    requireFoldersAbove(base, order.changes, path);
    git_tree_update &update = edits.add(path, GIT_TREE_UPDATE_UPSERT);
    if (present)
        update.filemode = git_tree_entry_filemode(present.get());
    requireGit(git_blob_create_from_buffer(&update.id, repository, content->constData(), size_t(content->size())),
               "writing a file");
}

QByteArray messageOf(const CommitOrder &order)
{
    // Git keeps a message as text that ends at the first NUL.
    QString message = order.message;
    message.replace(QChar(u'\0'), QChar(QChar::ReplacementCharacter));
    if (!message.endsWith(u'\n'))
        message += u'\n';
    return message.toUtf8();
}

git_oid createdCommit(git_repository *repository, const git_tree *tree, const git_commit *parent, const git_signature *who,
                      const QByteArray &message)
{
    git_oid oid;
    const git_commit *parents[] = { parent };
    requireGit(git_commit_create(&oid, repository, nullptr, who, who, nullptr, message.constData(), tree, 1, parents),
               "writing the commit");
    return oid;
}

} // namespace

bool isFilePath(const QString &path)
{
    if (path.isEmpty() || path.toUtf8().size() > longestPath)
        return false;
    for (const QChar c : path) {
        if (c.category() == QChar::Other_Control || c == u'\\')
            return false;
    }
    for (const QString &segment : path.split(u'/')) {
        if (segment.isEmpty() || segment == "."_L1 || segment == ".."_L1
            || segment.compare(".git"_L1, Qt::CaseInsensitive) == 0)
            return false;
    }
    return true;
}

BuiltCommit CommitBuilder::build(git_repository *repository, const CommitOrder &order) const
{
    const CommitHandle parent = Mirror::commitOf(repository, order.base);
    const TreeHandle base = Mirror::treeOf(repository, order.base);
    for (const QString &path : order.changes.keys()) {
        if (!isFilePath(path))
            refuse(path, "cannot be the path of a file"_L1);
    }
    Edits edits;
    for (const QString &path : order.changes.keys())
        addChange(repository, base.get(), order, path, edits);
    git_oid treeOid = *git_tree_id(base.get());
    if (!edits.updates.empty())
        requireGit(git_tree_create_updated(&treeOid, repository, const_cast<git_tree *>(base.get()), edits.updates.size(),
                                           edits.updates.data()),
                   "writing the folders");
    if (git_oid_equal(&treeOid, git_tree_id(base.get())))
        return { order.base, Oid(textOf(treeOid)), true };

    git_tree *rawTree = nullptr;
    requireGit(git_tree_lookup(&rawTree, repository, &treeOid), "reading back the folders");
    const TreeHandle tree(rawTree);
    git_signature *rawSignature = nullptr;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(order.authoredAt.time_since_epoch()).count();
    // The row's time and no zone: the same order gives the same commit on every machine.
    requireGit(git_signature_new(&rawSignature, m_name.toUtf8().constData(), m_email.toUtf8().constData(), seconds, 0),
               "naming the committer");
    const SignatureHandle signature(rawSignature);
    const git_oid commit = createdCommit(repository, tree.get(), parent.get(), signature.get(), messageOf(order));
    return { Oid(textOf(commit)), Oid(textOf(treeOid)), false };
}

} // namespace slipway::forge
