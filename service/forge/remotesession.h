// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/forge.h"
#include "service/forge/gitfailure.h"
#include "service/forge/githandles.h"

#include <QHash>
#include <QUrl>

namespace slipway::forge {

/// Where a repository is reached and as whom.
struct RemoteAccess {
    QString url; ///< Without user or password.
    QByteArray token; ///< Empty for none.
};

/// What the library's names and ours have in common.
QString textOf(const git_oid &oid);
/// Nothing for text that is no object name.
std::optional<git_oid> gitOidOf(const Oid &oid);

/// One connection to a remote repository: connect, read its references, then transfer on the same connection, so that
/// the server compares against exactly the references that were read. Belongs to one thread, which must hold a
/// NetworkGuard for http and https. Each function returns what went wrong, or nothing.
class RemoteSession {
public:
    RemoteSession(git_repository *repository, RemoteAccess access);

    using Result = std::optional<GitFailure>;

    Result connect(git_direction direction);
    /// The commit a full reference name stood at when we connected.
    std::optional<Oid> advertised(const QString &reference) const;
    /// A reference that stood at that commit, if any.
    std::optional<QString> referenceAt(const Oid &oid) const;
    /// Fetches what \a reference needs into the repository; sets no local reference.
    Result download(const QString &reference);
    /// Points \a remoteReference at what \a localReference names, whatever it stood at when we connected.
    Result upload(const QString &localReference, const QString &remoteReference);

    /// After an upload: nothing when the server never spoke of the reference, empty when it took it, else why not.
    const std::optional<QString> &verdict() const { return m_verdict; }
    QByteArray sideband() const { return m_sideband; }

private:
    static int onCredentials(git_credential **out, const char *url, const char *user, unsigned int allowed, void *payload);
    static int onSideband(const char *text, int length, void *payload);
    static int onVerdict(const char *reference, const char *status, void *payload);
    static int onTransfer(const git_indexer_progress *progress, void *payload);
    static int onPushTransfer(unsigned int current, unsigned int total, size_t bytes, void *payload);
    static int onPack(int stage, uint32_t current, uint32_t total, void *payload);
    git_remote_callbacks callbacks();
    Result resultOf(int rc) const;

    git_repository *m_repository;
    RemoteAccess m_access;
    RemoteHandle m_remote;
    QHash<QString, Oid> m_heads;
    QByteArray m_sideband;
    std::optional<QString> m_verdict;
    int m_credentialsAsked = 0;
};

} // namespace slipway::forge
