// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QProcess>
#include <QString>

#include <sys/types.h>
#include <unistd.h>

namespace slipway::database {

/// Whom the private server runs as: ourselves, or, when we are root, the user "mysql" or "nobody", because a database
/// server has no business with root's rights. Stays root only where that user could not even reach the directory.
class ServerAccount {
public:
    /// \a directory exists.
    static ServerAccount choose(const QString &directory);

    bool differsFromOurs() const { return m_user != ::geteuid(); }
    uid_t user() const { return m_user; }
    bool isRoot() const { return m_user == 0; }
    /// Hands \a path to the account. Throws Error(Unavailable).
    void own(const QString &path) const;
    /// Makes \a process become this account, leave our process group (a Ctrl-C is ours to handle) and end when we end.
    /// It keeps \a inherited open, so that the directory's lock lives as long as whoever works in it.
    void prepare(QProcess &process, int inherited) const;

private:
    uid_t m_user = 0;
    gid_t m_group = 0;
    QByteArray m_name;
};

} // namespace slipway::database
