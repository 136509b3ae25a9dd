// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/embeddedserver.h"

#include <QTemporaryDir>

namespace slipway::database {

/// One private server for one test program, and as many fresh schemas on it as there are tests. The server starts from
/// a copy of an installed data directory that is kept in the build directory, so that it costs a moment and not
/// seconds. Main thread only.
class DatabaseFixture {
public:
    /// Starts the server; throws Error where it cannot.
    DatabaseFixture();
    ~DatabaseFixture();

    /// A new empty schema.
    Settings emptySchema();
    /// A new schema with every migration applied.
    Settings freshSchema();

    EmbeddedServer &server() { return *m_server; }
    /// Ends a session of the server from outside, as an administrator or a failing network would.
    void killSession(qint64 sessionId);
    static qint64 sessionId(Connection &connection);

    /// Puts an installed data directory into \a directory, for tests that start their own server there.
    static void install(const QString &directory);

private:
    QTemporaryDir m_directory;
    std::unique_ptr<EmbeddedServer> m_server;
    int m_schemas = 0;
};

/// A temporary directory that the server's account can reach, also where the tests run as root.
void makeReachable(const QTemporaryDir &directory);

} // namespace slipway::database
