// SPDX-License-Identifier: GPL-3.0-only
#include "service/engine/taskrunner.h"

#include "service/configuration/hotconfig.h"
#include "service/configuration/logscope.h"
#include "service/database/errors.h"
#include "service/engine/remoteledger.h"
#include "service/workflow/singlelanding.h"
#include "service/workflow/text.h"
#include "shared/config/keytable.h"
#include "sql/engine.h"
#include "sql/workflow.h"

#include <QJsonDocument>
#include <QLoggingCategory>
#include <QRandomGenerator>

namespace slipway::engine {

using namespace Qt::StringLiterals;
using workflow::BatchRow;
using workflow::TaskKind;

namespace {

Q_LOGGING_CATEGORY(lcTask, "slipway.engine")

/// Exponential with full jitter, half a second to half a minute: rivals and retries must not march in step.
std::chrono::milliseconds backoff(int attempt)
{
    const int ceiling = std::min(500 << std::min(attempt, 6), 30000);
    return std::chrono::milliseconds(250 + QRandomGenerator::global()->bounded(ceiling));
}

QString notesOf(const QJsonObject &notes)
{
    return notes.isEmpty() ? QString() : QString::fromUtf8(QJsonDocument(notes).toJson(QJsonDocument::Compact));
}

/// What a task is about, as logs and the ledger name it.
RemoteLedger::Subject subjectOf(const Task &task)
{
    const auto is = [&](TaskKind kind) { return task.kind == workflow::text(nameOf(kind)); };
    if (is(TaskKind::RunAction))
        return { u"action"_s, task.reference };
    if (const auto operation = workflow::TaskQueue::operationIn(task.reference))
        return { u"operation"_s, operation->value() };
    const bool isBatch = is(TaskKind::AdvanceBatch) || is(TaskKind::MatchDeploy) || is(TaskKind::CleanBranch);
    return { isBatch ? u"batch"_s : u"operation"_s, task.reference };
}

} // namespace

TaskRunner::TaskRunner(Services &services, database::Connection &connection)
    : m_services(services)
    , m_connection(connection)
{
}

bool TaskRunner::run(const Task &task, const QString &readAt)
{
    StepContext context(m_services, m_connection, task);
    const StepRow *row = nullptr;
    const RemoteLedger::Subject subject = subjectOf(task);
    const configuration::LogScope log { { subject.kind + u"Id"_s, subject.reference } };
    const RemoteLedger::Scope ledger(subject, task, m_services.config->duration(key("engine.leaseMs")));
    try {
        const Next next = runStep(context, row);
        if (next.kind != Next::Kind::Poll)
            RemoteLedger::settle(m_connection, subject,
                                 row ? u"read by step '%1'"_s.arg(workflow::text(row->name)) : u"read"_s);
        rest(task, next, readAt);
    } catch (const LeaseLost &) {
        qCInfo(lcTask, "task %s %s belongs to another instance by now", qPrintable(task.kind), qPrintable(task.reference));
    } catch (const std::exception &error) {
        return fail(context, row, task, readAt, error);
    }
    return true;
}

Next TaskRunner::runStep(StepContext &context, const StepRow *&row)
{
    const Task &task = context.task();
    const auto kind = workflow::named<TaskKind>(workflow::taskKindNames, workflow::view(task.kind.toLatin1()));
    if (!kind) // From a newer version in the same fleet: left for those who know it.
        return Next::again(std::chrono::seconds(30), u"this version knows no such task"_s);
    std::optional<workflow::Phase> phase;
    if (*kind == TaskKind::AdvanceBatch) {
        auto batch = m_connection.selectOne<BatchRow>(sql::workflow::batch_by_id, { { "batch", task.reference.toLongLong() } });
        if (!batch || !holdsSlot(batch->status))
            return Next::finished();
        // Held by a person: nothing of ours moves it, and nothing of ours loses sight of it.
        if (batch->status == workflow::BatchStatus::Blocked && batch->failureCode == workflow::blockedByPerson)
            return Next::again(std::chrono::seconds(30), u"a person holds it"_s);
        phase = batch->phase;
        context.take(std::make_unique<workflow::BatchLanding>(context.progress(), std::move(*batch)));
    } else if (*kind == TaskKind::AdvanceOperation) {
        auto found = m_connection.selectOne<workflow::SingleLanding::Found>(sql::workflow::single_by_id,
                                                                            { { "operation", task.reference } });
        if (!found)
            return Next::finished();
        phase = workflow::SingleLanding::phaseOf(*found);
        context.take(std::make_unique<workflow::SingleLanding>(context.progress().states(), std::move(*found)));
    }
    row = stepFor(*kind, phase);
    return row ? row->run(context) : Next::finished();
}

bool TaskRunner::fail(StepContext &context, const StepRow *row, const Task &task, const QString &readAt,
                      const std::exception &error)
{
    const auto *known = dynamic_cast<const Error *>(&error);
    const bool transient = known && known->fault() == Fault::Transient;
    const QString reason = known ? known->detail() : QString::fromUtf8(error.what());
    qCWarning(lcTask, "step '%.*s' of %s failed (try %d): %s", row ? int(row->name.size()) : 1, row ? row->name.data() : "?",
              qPrintable(task.reference), task.attempt + 1, error.what());
    try {
        // What is away comes back; what no member caused must not fail a batch. The sweeper tells a person when it takes too long.
        if (!transient && row && task.attempt + 1 >= row->attempts && row->mayGiveUp()) {
            if (row->giveUp)
                row->giveUp(context, reason);
            else
                context.fail(row->failure, reason);
            rest(task, Next::again(), readAt);
            return true;
        }
        const auto asked = known ? known->retryAfter() : std::nullopt;
        retry(task, readAt, std::max(asked.value_or(std::chrono::milliseconds(0)), backoff(task.attempt)), reason);
    } catch (const LeaseLost &) {
        return true;
    } catch (const std::exception &second) {
        // The database is away as well. Whoever gets the task next runs the step again.
        qCInfo(lcTask, "task %s %s stays leased for now: %s", qPrintable(task.kind), qPrintable(task.reference), second.what());
        return false;
    }
    return true;
}

void TaskRunner::rest(const Task &task, const Next &next, const QString &readAt)
{
    if (next.kind == Next::Kind::Finished) {
        const int deleted = m_connection.write(sql::engine::finish_task,
                                               { { "task", task.id }, { "token", task.leaseToken }, { "ran_at", readAt } });
        if (deleted == 1)
            return;
    }
    m_connection.write(sql::engine::release_task,
                       { { "ran_at", readAt },
                         { "delay_us", workflow::microseconds(next.delay) },
                         { "attempt", 0 },
                         { "reads", next.kind == Next::Kind::Poll ? task.reads + 1 : 0 },
                         { "notes", notesOf(next.notes) },
                         { "last_error", next.why.isEmpty() ? QString() : next.why.left(1000) },
                         { "task", task.id },
                         { "token", task.leaseToken } });
}

void TaskRunner::retry(const Task &task, const QString &readAt, std::chrono::milliseconds delay, const QString &reason)
{
    m_connection.write(sql::engine::release_task,
                       { { "ran_at", readAt },
                         { "delay_us", workflow::microseconds(delay) },
                         { "attempt", task.attempt + 1 },
                         { "reads", task.reads },
                         { "notes", notesOf(task.payload) },
                         { "last_error", reason.left(1000) },
                         { "task", task.id },
                         { "token", task.leaseToken } });
}

} // namespace slipway::engine
