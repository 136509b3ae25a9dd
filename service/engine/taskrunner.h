// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/step.h"
#include "service/engine/steptable.h"

namespace slipway::engine {

/// Runs one leased task to its next rest: finds its step, runs it, and turns whatever comes out, also any exception, into a stored
/// answer. Nothing a step does or throws can lose the task or stop the engine.
class TaskRunner {
public:
    TaskRunner(Services &services, database::Connection &connection);

    /// \a readAt is the database's time at which the task was found due; a later wish for the same task survives its end. False: what
    /// came of it could not be stored, and the task is still leased under this token.
    [[nodiscard]] bool run(const Task &task, const QString &readAt);

private:
    Next runStep(StepContext &context, const StepRow *&row);
    /// What a step's failure means: another try, or its declared failure.
    [[nodiscard]] bool fail(StepContext &context, const StepRow *row, const Task &task, const QString &readAt,
                            const std::exception &error);
    void rest(const Task &task, const Next &next, const QString &readAt);
    void retry(const Task &task, const QString &readAt, std::chrono::milliseconds delay, const QString &reason);

    Services &m_services;
    database::Connection &m_connection;
};

} // namespace slipway::engine
