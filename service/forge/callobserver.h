// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/forge.h"

namespace slipway::forge {

/// One call as the ledger of remote calls keeps it. Holds no secret.
struct CallRecord {
    QString operation; ///< "mr.create", "mr.merge", "git.push", …; a closed set.
    Project project;
    QString subject; ///< What it acts on: "!7", a branch name, a pipeline's number.
    Bot bot = Bot::Author;
    QString request; ///< What was asked, in short.
};

/// Is told of every mutation before it leaves and after it is known how it ended, so that an answer that never came
/// leaves a trace. Called on the thread that makes the call, from many threads at once; blocks that call while it runs.
class CallObserver {
public:
    virtual ~CallObserver() = default;

    /// Returns a ticket for answered(). If it throws, the mutation is not sent and the caller gets the exception.
    /// Not told of a mutation that never came to leave (breaker open, pause, refused token).
    virtual qint64 sending(const CallRecord &call) = 0;
    /// Not called when the process ended in between, or a failpoint threw: that call stays unanswered.
    virtual void answered(qint64 ticket, const Outcome &outcome) = 0;
    /// A read that could not be answered; \a problem is for people.
    virtual void readFailed(const CallRecord &call, int status, const QString &problem) = 0;
};

} // namespace slipway::forge
