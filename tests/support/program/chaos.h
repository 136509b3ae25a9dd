// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/stack.h"

#include <QTimer>

namespace slipway::support {

/// Real life in a hurry: while it runs, one instance after the other is killed every five seconds, and the database three times in all.
/// Each is started again at once, as systemd would. Main thread only.
class Chaos {
public:
    /// \a stack has a database of its own, so that no instance takes it along.
    explicit Chaos(Stack &stack);

    void begin();
    /// No further death; waits until all have come back. Throws StartFailure when one does not.
    void end();

    int instanceDeaths() const { return m_instanceDeaths; }
    int databaseDeaths() const { return m_databaseDeaths; }
    /// Instances that ended without having been killed, with their exit codes: nothing that happens to them may do that.
    const QStringList &ownEnds() const { return m_ownEnds; }

private:
    void killInstance();
    void killDatabase();

    Stack &m_stack;
    QTimer m_instances;
    QTimer m_database;
    int m_instanceDeaths = 0;
    int m_databaseDeaths = 0;
    QStringList m_ownEnds;
};

} // namespace slipway::support
