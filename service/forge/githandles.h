// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <git2.h>

#include <memory>

namespace slipway::forge {

/// Owners of libgit2's objects. One git_repository and what comes out of it belong to one thread.
template <auto Free>
struct GitFree {
    template <class T>
    void operator()(T *object) const
    {
        Free(object);
    }
};

using RepositoryHandle = std::unique_ptr<git_repository, GitFree<git_repository_free>>;
using RemoteHandle = std::unique_ptr<git_remote, GitFree<git_remote_free>>;
using CommitHandle = std::unique_ptr<git_commit, GitFree<git_commit_free>>;
using TreeHandle = std::unique_ptr<git_tree, GitFree<git_tree_free>>;
using TreeEntryHandle = std::unique_ptr<git_tree_entry, GitFree<git_tree_entry_free>>;
using BlobHandle = std::unique_ptr<git_blob, GitFree<git_blob_free>>;
using ObjectsHandle = std::unique_ptr<git_odb, GitFree<git_odb_free>>;
using ReferenceHandle = std::unique_ptr<git_reference, GitFree<git_reference_free>>;
using SignatureHandle = std::unique_ptr<git_signature, GitFree<git_signature_free>>;

} // namespace slipway::forge
