// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"

#include <QObject>

#include <memory>
#include <optional>

namespace slipway::database {

/// The default where no database is configured: a private mariadbd in the data directory, started, watched, restarted and stopped
/// by this process, reachable through a socket in a 0700 folder only. It shares nothing with a system-wide server and never
/// touches one. Lives in the main thread (the child is told to end when the thread that forked it ends).
class EmbeddedServer : public QObject {
    Q_OBJECT
public:
    /// \a directory is created; the socket goes to a short path of its own when the directory's is too long for one. Of all sessions
    /// beyond \a sessions the server lets in an administrator's only.
    explicit EmbeddedServer(const QString &directory, int sessions = 100, QObject *parent = nullptr);
    ~EmbeddedServer() override;

    /// Installs the data directory at first, starts the server and waits until it answers. Throws Error(Unavailable) with the last
    /// lines of the server's log in the detail; another process on the same directory is named as such.
    void start();
    /// Ends it in good order (20 s, then kill).
    void stop();

    /// How to reach the server that some process runs on that directory; nothing when none answers. It belongs to that process, and its
    /// schema need not exist yet.
    static std::optional<Settings> runningOn(const QString &directory);

    /// Valid after start(); the schema "slipway" exists.
    Settings settings() const;
    qint64 processId() const;
    /// Where the server writes about itself, over all its lives.
    QString logFile() const;

Q_SIGNALS:
    /// The server died by itself; it is being started again.
    void restarted();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace slipway::database
