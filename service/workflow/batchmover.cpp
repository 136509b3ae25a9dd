// SPDX-License-Identifier: GPL-3.0-only
#include "service/workflow/batchmover.h"

#include "service/workflow/text.h"
#include "sql/workflow.h"

namespace slipway::workflow {

BatchMover::BatchMover(InstanceId instance)
    : m_instance(std::move(instance))
{
}

bool BatchMover::move(database::Transaction &transaction, BatchRow &batch, const BatchStep &step, const Because &because) const
{
    BatchRow after = batch;
    after.status = step.status.value_or(batch.status);
    after.phase = step.phase.value_or(batch.phase);
    after.failureCode = step.failureCode.value_or(batch.failureCode);
    after.message = step.message.value_or(batch.message).left(1000);
    ++after.version;
    after.phaseAge = {};
    if (after.status != batch.status && !mayMove(batch.status, after.status)) {
        throw Error(Code::InternalError,
                    QStringLiteral("batch %1 may not go from %2 to %3")
                        .arg(batch.id.value())
                        .arg(text(nameOf(batch.status)), text(nameOf(after.status))));
    }

    const int affected = transaction.affect(sql::workflow::move_batch,
                                            { { "batch", batch.id.value() },
                                              { "from_status", int(batch.status) },
                                              { "from_phase", text(nameOf(batch.phase)) },
                                              { "to_status", int(after.status) },
                                              { "to_phase", text(nameOf(after.phase)) },
                                              { "code", after.failureCode.isEmpty() ? QString() : after.failureCode },
                                              { "message", after.message.isEmpty() ? QString() : after.message },
                                              { "version", batch.version } });
    if (affected != 1)
        return false;
    transaction.affect(sql::workflow::record_batch_move,
                       { { "batch", batch.id.value() },
                         { "from_status", int(batch.status) },
                         { "from_phase", text(nameOf(batch.phase)) },
                         { "cause", text(nameOf(because.cause)) },
                         { "actor", notNull(because.actor) },
                         { "detail", because.detail },
                         { "instance", m_instance.value() } });
    batch = after;
    return true;
}

} // namespace slipway::workflow
