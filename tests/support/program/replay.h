// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/program/changelist.h"
#include "tests/support/program/screen.h"
#include "tests/support/serviceclient.h"
#include "tests/support/twinclient.h"

#include <QElapsedTimer>
#include <QHash>
#include <QSet>

namespace slipway::support {

/// Sends a list of changes through a running service and has them approved: a pair's next change only when its earlier
/// one is VALIDATED, everything else as fast as the service takes it.
class Replay {
public:
    struct Figures {
        qsizetype validated = 0;
        QSet<QString> batches;
        qsizetype mergeRequests = 0; ///< As the forge counts them.
        qsizetype merges = 0;
        double seconds = 0;
    };

    Replay(const ChangeList &changes, ServiceClient &requester, TwinClient &twin, const QString &approver, Screen &screen);

    /// Until all are VALIDATED. Throws std::runtime_error when one is refused or fails, or nothing moves for two
    /// minutes.
    Figures run();

private:
    enum class Stand : quint8 { Held, Sent, Validated };

    void submitWhatMayGo();
    void submit(const QList<qsizetype> &indexes);
    void takeOutcomes(const QList<qsizetype> &indexes, const JsonReply &reply);
    void readStands();
    void take(const QJsonObject &item);
    void approveWhatIsAsked();
    void show();
    QString explain(const QString &operationId);
    void refuse(const QString &problem);

    static QString idOf(qsizetype index);

    const ChangeList &m_changes;
    ServiceClient &m_requester;
    TwinClient &m_twin;
    QString m_approver;
    Screen &m_screen;

    QList<Stand> m_stands;
    QHash<Change::Pair, QList<qsizetype>> m_queues; ///< Per pair: what is still to be sent, in order.
    QSet<Change::Pair> m_busy;
    QSet<QString> m_decided;
    QMap<QString, int> m_perStatus;
    QString m_problem; ///< Of a call in flight; thrown by run().
    Figures m_figures;
    QElapsedTimer m_clock;
    QElapsedTimer m_sinceMove;
    QString m_waiting; ///< Operation id of the oldest that is not there yet.
    QString m_failed; ///< Of one that cannot get there.
};

} // namespace slipway::support
