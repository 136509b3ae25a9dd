// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/embeddedserver.h"

namespace slipway::support {

/// The one database of several instances, as an administrator would provide it: a private server that belongs to none of them, and
/// an account that may work on the schema and administer nothing. Main thread only.
class SharedDatabase {
public:
    /// \a directory is created. Of all sessions beyond \a sessions only an administrator's is let in.
    SharedDatabase(const QString &directory, QByteArray password, int sessions);

    /// Throws StartFailure when the server does not come up. After a stop() it begins anew on the same data.
    void start();
    /// In good order; it stays away until start().
    void stop() { m_server.stop(); }
    /// SIGKILL. It is started again at once, as a supervisor would. False when there is no process to kill just now.
    bool crash();
    /// SIGSTOP and SIGCONT: it takes connections and answers nobody.
    void freeze();
    void thaw();
    bool answers() const;

    /// What the instances log in with.
    database::Settings account() const;
    /// The administrator's way in, for tests that look or cause trouble.
    database::Settings administrator() const { return m_server.settings(); }
    /// One statement as administrator. Throws database::DatabaseError.
    void administer(const QByteArray &statement) const;
    qint64 processId() const { return m_server.processId(); }
    QString logFile() const { return m_server.logFile(); }

private:
    void admit() const;
    bool signal(int number) const;

    database::EmbeddedServer m_server;
    QByteArray m_password;
};

} // namespace slipway::support
