// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/answers/badanswer.h"
#include "tests/support/flows.h"
#include "tests/support/journey.h"

#include <QElapsedTimer>

#include <deque>

namespace slipway::support {

/// One call that a journey makes: the nth, from 0, of its kind by that account.
struct RemoteCall {
    QString operation; ///< As the twin names it.
    QString account;
    int nth = 0;

    QString text() const;
};

/// One journey with one bad answer in it, and what came of it.
struct Try {
    RemoteCall call;
    const BadAnswer *answer = nullptr; ///< Null: an undisturbed one.
    int attempts = 0;
    QString requestId; ///< Of the change.
    QString status; ///< Where it ended.
    QString diagnosis; ///< Code; only where it needs a person.
    QString evidence; ///< What the diagnosis quotes.
    LandingEffects effects;
    bool isMergeRequestMerged = false;
    bool wasHit = false; ///< A fault that did not happen proves nothing.
    QString problem; ///< Empty: it came to an end.

    QString name() const;
};

/// One Slipway with many partitions, each with a project of its own at the twin, through which journeys go at the same time without
/// meeting: while one waits for an answer that never comes, the others go on. Main thread only.
class Lanes {
public:
    Lanes(workflow::Flow flow, int count);
    ~Lanes();

    Journey &journey() { return *m_journey; }
    /// The calls that every undisturbed journey makes, each as often as all of them made it; told by the twin's journal.
    std::vector<RemoteCall> census();
    /// Plays them all, each until it has ended; one whose fault was not hit is played again, three times at most.
    void play(std::vector<Try> &tries);

private:
    struct Lane {
        int number = 0;
        Try *current = nullptr;
        QElapsedTimer clock;
        qint64 effectsBefore = 0;
        QString fault;
    };

    void prepareTwin();
    void begin(Lane &lane, Try &next);
    /// Looks at it once; whether it has ended.
    bool look(Lane &lane);
    void judge(Lane &lane, const QJsonObject &change);
    bool isUnderWay(const Try &each);
    void judgeStuck(const Lane &lane);
    void playUntilEmpty(std::deque<Try *> waiting);
    QJsonArray journalSince(qint64 entry);

    static QString project(int lane);
    static QString target(int lane);

    workflow::Flow m_flow;
    std::vector<Lane> m_lanes;
    std::unique_ptr<Journey> m_journey;
    std::unique_ptr<ServiceClient> m_alice;
    std::unique_ptr<ServiceClient> m_olga;
    int m_requests = 0;
};

} // namespace slipway::support
