// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/program/changelist.h"
#include "tests/support/program/screen.h"
#include "tests/support/serviceclient.h"
#include "tests/support/twinclient.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QHash>
#include <QSet>

namespace slipway::support {

/// Sends a list of changes through a running service and has them approved: a pair's next change only when its earlier
/// one is VALIDATED, everything else as fast as the service takes it. What is answered 503 or not at all is sent again under
/// the same key, as every client should: instances come and go.
class Replay {
public:
    struct Figures {
        qsizetype validated = 0;
        qsizetype mergeRequests = 0; ///< As the forge counts them.
        qsizetype merges = 0;
        QDateTime startedAt;
        double seconds = 0;
    };

    /// \a approver decides in the approval system, at once.
    Replay(const ChangeList &changes, ServiceClient &requester, ServiceClient &maintainer, TwinClient &twin,
           const QString &approver, Screen &screen);

    /// Until all are VALIDATED. Throws std::runtime_error when one is refused or fails, or nothing moves for two
    /// minutes.
    Figures run();

private:
    enum class Stand : quint8 { Held, Sent, Validated };

    void submitWhatMayGo();
    void submit(const QList<qsizetype> &indexes);
    void takeOutcomes(const QList<qsizetype> &indexes, const JsonReply &reply);
    void sendAgain(const QList<qsizetype> &indexes);
    /// Whether something has come to an end since the last look.
    bool readCounts();
    void readStands();
    void take(const QJsonObject &item);
    void show();
    QString explain(const QString &operationId);
    void refuse(const QString &problem);

    static QString idOf(qsizetype index);

    const ChangeList &m_changes;
    ServiceClient &m_requester;
    ServiceClient &m_maintainer;
    TwinClient &m_twin;
    QString m_approver;
    Screen &m_screen;

    QList<Stand> m_stands;
    QHash<Change::Pair, QList<qsizetype>> m_queues; ///< Per pair: what is still to be sent, in order.
    QSet<Change::Pair> m_busy;
    QList<qsizetype> m_again; ///< Whose submission was not answered.
    QMap<QString, int> m_perStatus;
    QString m_problem; ///< Of a call in flight; thrown by run().
    Figures m_figures;
    QElapsedTimer m_clock;
    QElapsedTimer m_sinceMove;
    QElapsedTimer m_sinceStands;
    QString m_waiting; ///< Operation id of the oldest that is not there yet.
    QString m_failed; ///< Of one that cannot get there.
};

} // namespace slipway::support
