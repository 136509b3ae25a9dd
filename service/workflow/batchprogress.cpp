// SPDX-License-Identifier: GPL-3.0-only
#include "service/workflow/batchprogress.h"

#include "service/workflow/taskqueue.h"
#include "service/workflow/text.h"
#include "sql/workflow.h"

namespace slipway::workflow {
namespace {

struct Group {
    Pair pair;
    int members;

    static Group read(const database::Row &row)
    {
        const auto step = stepNumbered(row.number("step_status"));
        const auto status = statusNamed(view(row.bytes("binding_status")));
        if (!step || !status)
            throw Error(Code::InternalError, QStringLiteral("a member stands in a pair this version does not know"));
        return { { *step, *status }, int(row.number("members")) };
    }
};

} // namespace

BatchProgress::BatchProgress(InstanceId instance)
    : m_states(instance)
    , m_batches(instance)
{
}

std::optional<Pair> BatchProgress::membersPair(database::Transaction &transaction, const BatchRow &batch)
{
    const auto groups = transaction.select<Group>(sql::workflow::member_pairs, { { "batch", batch.id.value() } });
    if (groups.empty())
        return std::nullopt;
    if (groups.size() > 1 || groups.front().members != batch.memberCount) {
        throw Error(Code::InternalError,
                    QStringLiteral("batch %1 has %2 members in %3 different pairs, expected %4 in one")
                        .arg(batch.id.value())
                        .arg(groups.front().members)
                        .arg(groups.size())
                        .arg(batch.memberCount));
    }
    return groups.front().pair;
}

bool BatchProgress::advance(database::Transaction &transaction, BatchRow &batch, const BatchAdvance &advance) const
{
    BatchRow moved = batch;
    if (!m_batches.move(transaction, moved, advance.to, advance.because)) {
        transaction.rollback();
        return false;
    }
    if (advance.event) {
        const auto pair = membersPair(transaction, batch);
        if (!pair || m_states.moveMembers(transaction, batch.id, *pair, *advance.event, advance.because) != batch.memberCount) {
            throw Error(Code::InternalError,
                        QStringLiteral("not every member of batch %1 could be moved").arg(batch.id.value()));
        }
        if (*advance.event == Event::PipelinePassed) {
            transaction.affect(sql::workflow::mark_reached_created, { { "batch", batch.id.value() } });
            moved.reachedCreated = true;
        }
    }
    if (advance.also)
        advance.also(transaction);
    if (!holdsSlot(moved.status))
        TaskQueue::cleanBranchOf(transaction, QString::number(batch.id.value()));
    batch = moved;
    return true;
}

} // namespace slipway::workflow
