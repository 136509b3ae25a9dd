// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/mirror.h"

namespace slipway::forge {

/// Branch names are made by us from ids and hashes: 1 to 200 of [a-z0-9/._-] that Git accepts as a branch. Pure.
bool isBranchName(const QString &name);

/// Points a branch of the remote at a commit of the mirror, under a lease: read the references, compare, upload, all on
/// one connection, so that the server refuses if the branch moved in between. Sends at most once per call.
class Publisher {
public:
    Publisher(git_repository *repository, RemoteAccess access)
        : m_repository(repository)
        , m_access(std::move(access))
    {
    }

    struct Result {
        Published published;
        std::optional<GitFailure> failure; ///< What the connection met, when it was that which ended it.
    };

    /// Connects and compares. An answer means that there is nothing to send (done already, lease lost, no connection).
    std::optional<Result> prepare(const QString &branch, const Oid &commit, const std::optional<Oid> &expected);
    /// After prepare() gave no answer: uploads.
    Result send();

private:
    Result refused(const RemoteSession &session, const QString &why);

    git_repository *m_repository;
    RemoteAccess m_access;
    std::unique_ptr<RemoteSession> m_session;
    QString m_reference;
    Oid m_commit;
    std::optional<Oid> m_expected;
};

} // namespace slipway::forge
