// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/mirror.h"

#include "service/forge/gitlibrary.h"
#include "service/forge/loosepacker.h"
#include "shared/error.h"

#include <QDir>
#include <QFileInfo>
#include <QUuid>

namespace slipway::forge {

using namespace Qt::StringLiterals;

namespace {

QString keptReference(const Oid &commit) { return u"refs/slipway/kept/"_s + commit.value(); }

QString branchReference(const QString &branch) { return u"refs/heads/"_s + branch; }

std::optional<Oid> localHead(git_repository *repository, const QString &reference)
{
    git_oid oid;
    if (git_reference_name_to_id(&oid, repository, reference.toUtf8().constData()) < 0)
        return std::nullopt;
    return Oid(textOf(oid));
}

void setReference(git_repository *repository, const QString &name, const Oid &commit)
{
    const auto oid = gitOidOf(commit);
    git_reference *reference = nullptr;
    requireGit(oid ? git_reference_create(&reference, repository, name.toUtf8().constData(), &*oid, 1, nullptr)
                   : GIT_EINVALIDSPEC,
               "setting a reference");
    const ReferenceHandle owner(reference);
}

/// What a walk over a tree collects. No exception may pass through the library: the first one ends the walk and is thrown behind it.
struct Listing {
    git_repository *repository;
    QByteArray folder;
    std::vector<ListedFile> files;
    std::exception_ptr failure;

    static int visit(const char *root, const git_tree_entry *entry, void *payload)
    {
        auto *self = static_cast<Listing *>(payload);
        try {
            return self->take(root, entry);
        } catch (...) {
            self->failure = std::current_exception();
            return GIT_EUSER;
        }
    }

    int take(const QByteArray &root, const git_tree_entry *entry)
    {
        const QByteArray path = root + git_tree_entry_name(entry);
        if (git_tree_entry_type(entry) == GIT_OBJECT_TREE) {
            const QByteArray below = path + '/';
            // 1: neither this folder nor anything in it.
            return folder.startsWith(below) || below.startsWith(folder) ? 0 : 1;
        }
        if (!path.startsWith(folder))
            return 0;
        const auto mode = git_tree_entry_filemode(entry);
        const bool isPlain = mode == GIT_FILEMODE_BLOB || mode == GIT_FILEMODE_BLOB_EXECUTABLE;
        files.push_back({ QString::fromUtf8(path), isPlain, isPlain ? sizeOf(*git_tree_entry_id(entry)) : 0 });
        return 0;
    }

    qint64 sizeOf(const git_oid &blob) const
    {
        git_odb *database = nullptr;
        requireGit(git_repository_odb(&database, repository), "opening the objects");
        const ObjectsHandle owner(database);
        size_t size = 0;
        git_object_t type = GIT_OBJECT_INVALID;
        requireGit(git_odb_read_header(&size, &type, database, &blob), "reading a file's size");
        return qint64(size);
    }
};

git_oid requireOid(const Oid &oid)
{
    if (const auto parsed = gitOidOf(oid))
        return *parsed;
    throw Error(Code::InvalidRequest, u"'%1' is not an object name"_s.arg(oid.value()));
}

} // namespace

void requireGit(int rc, const char *what)
{
    if (rc >= 0)
        return;
    const GitFailure failure = lastGitFailure(rc);
    const QString detail = u"%1: %2"_s.arg(QLatin1StringView(what), failure.text);
    switch (failure.kind) {
    case GitFailure::Kind::Damaged: throw MirrorDamaged { detail };
    case GitFailure::Kind::Invalid: throw Error(Code::InvalidRequest, detail);
    default: throw Error(Code::Unavailable, detail);
    }
}

Mirror::Mirror(QString directory)
    : m_directory(std::move(directory))
{
    GitLibrary::require();
}

void Mirror::create()
{
    // Made aside and renamed, so that a process ended half-way leaves nothing that looks like a mirror.
    const QString aside = m_directory + u".new-"_s + QUuid::createUuid().toString(QUuid::Id128).left(12);
    QDir().mkpath(QFileInfo(m_directory).path());
    git_repository *repository = nullptr;
    requireGit(git_repository_init(&repository, QFile::encodeName(aside).constData(), 1), "creating the mirror");
    RepositoryHandle(repository).reset();
    if (!QDir().rename(aside, m_directory)) {
        QDir(aside).removeRecursively();
        if (!QFileInfo::exists(m_directory))
            throw Error(Code::Unavailable, u"the mirror %1 cannot be created"_s.arg(m_directory));
    }
}

RepositoryHandle Mirror::open()
{
    if (!QFileInfo::exists(m_directory))
        create();
    git_repository *repository = nullptr;
    const int rc = git_repository_open_bare(&repository, QFile::encodeName(m_directory).constData());
    if (rc < 0)
        throw MirrorDamaged { u"the mirror cannot be opened: %1"_s.arg(lastGitFailure(rc).text) };
    return RepositoryHandle(repository);
}

void Mirror::tidy(git_repository *repository) const
{
    const LoosePacker packer(m_directory);
    if (packer.isWorthIt())
        packer.pack(repository);
}

void Mirror::discard() { QDir(m_directory).removeRecursively(); }

Mirror::Fetched Mirror::fetchBranch(git_repository *repository, const RemoteAccess &access, const QString &branch)
{
    const QString reference = branchReference(branch);
    RemoteSession session(repository, access);
    if (auto failure = session.connect(GIT_DIRECTION_FETCH))
        return { std::nullopt, failure };
    const auto head = session.advertised(reference);
    if (!head)
        return {};
    const auto standing = localHead(repository, reference);
    // A pack that cannot be read looks like one that is not there; a reference without its commit tells.
    if (standing && !has(repository, *standing))
        throw MirrorDamaged { u"%1 is missing although %2 stands at it"_s.arg(standing->value(), reference) };
    if (standing == head)
        return { head, std::nullopt };
    if (auto failure = session.download(reference))
        return { std::nullopt, failure };
    setReference(repository, reference, *head);
    return { head, std::nullopt };
}

std::optional<GitFailure> Mirror::fetchTip(git_repository *repository, const RemoteAccess &access, const Oid &commit)
{
    RemoteSession session(repository, access);
    if (auto failure = session.connect(GIT_DIRECTION_FETCH))
        return failure;
    const auto reference = session.referenceAt(commit);
    if (!reference)
        return std::nullopt;
    if (auto failure = session.download(*reference))
        return failure;
    keep(repository, commit);
    return std::nullopt;
}

CommitHandle Mirror::commitOf(git_repository *repository, const Oid &commit)
{
    const git_oid oid = requireOid(commit);
    git_commit *found = nullptr;
    const int rc = git_commit_lookup(&found, repository, &oid);
    if (rc != GIT_ENOTFOUND)
        requireGit(rc, "reading a commit");
    return CommitHandle(found);
}

bool Mirror::has(git_repository *repository, const Oid &commit) { return commitOf(repository, commit) != nullptr; }

TreeHandle Mirror::treeOf(git_repository *repository, const Oid &commit)
{
    const CommitHandle found = commitOf(repository, commit);
    if (!found)
        throw Error(Code::NotFound, u"commit %1 is not in the mirror"_s.arg(commit.value()));
    git_tree *tree = nullptr;
    requireGit(git_commit_tree(&tree, found.get()), "reading a tree");
    return TreeHandle(tree);
}

QMap<QString, QByteArray> Mirror::readFiles(git_repository *repository, const Oid &commit, const QStringList &paths)
{
    const TreeHandle tree = treeOf(repository, commit);
    QMap<QString, QByteArray> files;
    for (const QString &path : paths) {
        git_tree_entry *found = nullptr;
        const int rc = git_tree_entry_bypath(&found, tree.get(), path.toUtf8().constData());
        if (rc == GIT_ENOTFOUND)
            continue;
        requireGit(rc, "looking up a file");
        const TreeEntryHandle entry(found);
        if (git_tree_entry_type(entry.get()) != GIT_OBJECT_BLOB)
            continue;
        git_blob *raw = nullptr;
        requireGit(git_blob_lookup(&raw, repository, git_tree_entry_id(entry.get())), "reading a file");
        const BlobHandle blob(raw);
        files.insert(path, QByteArray(static_cast<const char *>(git_blob_rawcontent(raw)), qsizetype(git_blob_rawsize(raw))));
    }
    return files;
}

std::vector<ListedFile> Mirror::listFiles(git_repository *repository, const Oid &commit, const QString &folder)
{
    const TreeHandle tree = treeOf(repository, commit);
    Listing listing { repository, folder.toUtf8(), {}, nullptr };
    const int rc = git_tree_walk(tree.get(), GIT_TREEWALK_PRE, &Listing::visit, &listing);
    if (listing.failure)
        std::rethrow_exception(listing.failure);
    requireGit(rc, "listing files");
    return std::move(listing.files);
}

bool Mirror::contains(git_repository *repository, const Oid &commit, const Oid &ancestor)
{
    if (commit == ancestor)
        return true;
    const git_oid child = requireOid(commit);
    const git_oid parent = requireOid(ancestor);
    const int rc = git_graph_descendant_of(repository, &child, &parent);
    requireGit(rc, "walking the history");
    return rc == 1;
}

QString Mirror::keep(git_repository *repository, const Oid &commit)
{
    const QString name = keptReference(commit);
    setReference(repository, name, commit);
    return name;
}

void Mirror::unkeep(git_repository *repository, const Oid &commit)
{
    git_reference_remove(repository, keptReference(commit).toUtf8().constData());
}

} // namespace slipway::forge
