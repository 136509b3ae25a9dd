// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/serveraccount.h"

namespace slipway::database {

/// The private server's directory: lock, data, log and socket. One process at a time; installed completely or not at
/// all.
class ServerDirectory {
public:
    explicit ServerDirectory(const QString &path);
    ~ServerDirectory();
    ServerDirectory(const ServerDirectory &) = delete;
    ServerDirectory &operator=(const ServerDirectory &) = delete;

    /// Creates it, takes the lock, installs the data directory if there is none. Throws Error(Unavailable) that says
    /// what stands in the way and what to do: not writable, no space, in use, package missing.
    void open();
    /// Only learns where socket and account of an installed one are; whoever holds the lock goes on. False: nothing is installed.
    bool find();
    /// Frees the lock.
    void close();

    const ServerAccount &account() const { return m_account; }
    int lockFile() const { return m_lock; }
    QString data() const { return m_path + QStringLiteral("/data"); }
    QString log() const { return m_path + QStringLiteral("/server.log"); }
    /// The server's own folder for temporary tables: at its start a MariaDB removes all that stand in its folder, so that in a
    /// shared one every server that starts robs the others.
    QString temporary() const { return m_path + QStringLiteral("/tmp"); }
    /// Beside the data, or in a short private folder when that path would not fit into a socket address.
    QString socket() const { return m_socket; }
    /// The database account that may log in; recorded at installation.
    QString user() const { return m_databaseUser; }
    /// The last lines of the server's log.
    QString logTail() const;

    /// The full path of a MariaDB program. Throws Error(Unavailable) naming the package.
    static QString program(const QString &name);

private:
    void create();
    void lock();
    void install();
    void readAccount();
    void runInstaller(const QString &target, const QString &user);
    void chooseSocket();
    void adopt() const;
    void privateFolder(const QString &path, uid_t alsoAllowed) const;

    QString m_path;
    QString m_socket;
    QString m_databaseUser;
    ServerAccount m_account;
    int m_lock = -1;
};

} // namespace slipway::database
