// SPDX-License-Identifier: GPL-3.0-only
#include "service/workflow/batchlanding.h"

#include "service/workflow/setmover.h"
#include "service/workflow/text.h"
#include "sql/workflow.h"

#include <map>

namespace slipway::workflow {

using namespace Qt::StringLiterals;
using database::Transaction;

namespace {

void releaseGroup(const SetMover &mover, Transaction &transaction, Pair pair, Event event, const QString &reason,
                  const std::vector<SetMover::Member> &members)
{
    const bool byThemselves = event == Event::LeftBeforeLanding;
    SetMover::inChunks(members, [&](const QVariantList &ids) {
        transaction.affect(sql::workflow::record_leaving,
                           { { "outcome", byThemselves ? u"LEFT"_s : u"FAILED"_s }, { "operations", ids } });
        transaction.affect(sql::workflow::delete_waiting, { { "operations", ids } });
    });
    if (!mover.move(transaction, members, pair, event, { Cause::Engine, {}, reason }))
        throw Error(Code::InternalError, u"%1 members could not leave their batch"_s.arg(members.size()));
    SetMover::inChunks(members, [&](const QVariantList &ids) {
        transaction.affect(sql::workflow::leave_batch,
                           { { "code", byThemselves ? QString() : text(nameOf(event)) },
                             { "detail", byThemselves ? QString() : reason },
                             { "operations", ids } });
    });
}

} // namespace

BatchLanding::BatchLanding(const BatchProgress &progress, BatchRow batch)
    : m_progress(progress)
{
    take(std::move(batch));
    keep();
}

void BatchLanding::take(BatchRow batch)
{
    m_batch = std::move(batch);
    m_row = { .batch = m_batch.id,
              .operation = {},
              .partition = m_batch.partition,
              .phase = m_batch.phase,
              .mergeRequest = m_batch.mergeRequest,
              .branch = m_batch.branch,
              .baseSha = m_batch.baseSha,
              .headSha = m_batch.headSha,
              .validatedTree = m_batch.validatedTree,
              .mergeSha = m_batch.mergeSha,
              .version = m_batch.version,
              .rebases = m_batch.rebases,
              .needsApproval = false,
              .failureCode = m_batch.failureCode,
              .message = m_batch.message,
              .createdAt = m_batch.createdAt };
}

QString BatchLanding::reference() const { return u"batch:%1"_s.arg(m_batch.id.value()); }

std::optional<Pair> BatchLanding::pair(database::Connection &connection)
{
    return database::inTransaction(connection, "batch.members",
                                   [&](Transaction &transaction) { return BatchProgress::membersPair(transaction, m_batch); });
}

bool BatchLanding::advance(Transaction &transaction, const BatchAdvance &step)
{
    BatchRow moved = m_batch;
    if (!m_progress.advance(transaction, moved, step))
        return false;
    take(std::move(moved));
    return true;
}

bool BatchLanding::move(Transaction &transaction, const LandingMove &move)
{
    BatchStep to { .status = {}, .phase = move.phase, .failureCode = {}, .message = {} };
    if (move.phase || move.isOver) {
        to.status = move.isOver ? BatchStatus::Succeeded : BatchStatus::Running;
        to.failureCode = QString();
        to.message = QString();
    }
    return advance(transaction,
                   { .to = to, .event = move.event, .because = { Cause::Engine, {}, move.evidence }, .also = move.also });
}

bool BatchLanding::fail(Transaction &transaction, LandingFailure failure, const QString &evidence)
{
    return advance(transaction,
                   { .to = { .status = BatchStatus::Running,
                             .phase = Phase::Settling,
                             .failureCode = text(rowOf(failure).code),
                             .message = evidence },
                     .event = std::nullopt,
                     .because = { Cause::Engine, {}, evidence } });
}

bool BatchLanding::stop(Transaction &transaction, StopReason reason, const QString &evidence)
{
    const QString code = reason == StopReason::Undecided ? m_batch.failureCode : text(rowOf(reason).code);
    if (m_batch.status == BatchStatus::Blocked && m_batch.failureCode == code)
        return true;
    return advance(transaction,
                   { .to = { .status = BatchStatus::Blocked, .phase = {}, .failureCode = code, .message = evidence },
                     .event = std::nullopt,
                     .because = { Cause::Engine, {}, evidence } });
}

bool BatchLanding::release(Transaction &transaction, const std::vector<Leaving> &leaving)
{
    // Who leaves for the same reason leaves together: a thousand of them cost no more than a few.
    std::map<std::pair<Event, QString>, std::vector<SetMover::Member>> groups;
    for (const Leaving &each : leaving)
        groups[{ each.event, each.reason }].push_back({ each.operation });
    const SetMover mover(m_progress.states().instance());
    const bool done = advance(transaction,
                              { .to = { .status = {},
                                        .phase = {},
                                        .failureCode = {},
                                        .message = u"%1 members left before the commit"_s.arg(leaving.size()) },
                                .event = std::nullopt,
                                .because = { Cause::Engine, {} },
                                .also = [&](Transaction &inside) {
                                    const Pair pair = BatchProgress::membersPair(inside, m_batch).value();
                                    for (const auto &[why, members] : groups)
                                        releaseGroup(mover, inside, pair, why.first, why.second, members);
                                    inside.affect(sql::workflow::recount_members,
                                                  { { "batch", m_batch.id.value() }, { "same_batch", m_batch.id.value() } });
                                } });
    if (done)
        m_batch.memberCount -= int(leaving.size());
    return done;
}

void BatchLanding::recordBase(Transaction &transaction, const QString &, const QString &base)
{
    transaction.affect(sql::workflow::record_batch_base, { { "base", base }, { "batch", m_batch.id.value() } });
}

void BatchLanding::recordBuild(Transaction &transaction, const QString &base, const QString &head, const QString &tree)
{
    transaction.affect(sql::workflow::record_batch_build,
                       { { "base", base }, { "head", head }, { "tree", tree }, { "batch", m_batch.id.value() } });
    transaction.affect(sql::workflow::record_members_head, { { "head", head }, { "batch", m_batch.id.value() } });
}

void BatchLanding::recordMergeRequest(Transaction &transaction, MergeRequestIid iid)
{
    transaction.affect(sql::workflow::record_batch_merge_request, { { "iid", iid.value() }, { "batch", m_batch.id.value() } });
    transaction.affect(
        sql::workflow::record_members_merge_request,
        { { "iid", iid.value() }, { "branch", m_batch.branch }, { "head", m_batch.headSha }, { "batch", m_batch.id.value() } });
}

void BatchLanding::recordMerge(Transaction &transaction, const QString &sha)
{
    const database::Bindings merge { { "sha", sha }, { "batch", m_batch.id.value() } };
    transaction.affect(sql::workflow::record_batch_merge, merge);
    transaction.affect(sql::workflow::record_members_merge, merge);
    transaction.affect(sql::workflow::record_member_outcome, { { "outcome", u"MERGED"_s }, { "batch", m_batch.id.value() } });
    transaction.affect(sql::workflow::forgive_content, { { "batch", m_batch.id.value() } });
}

void BatchLanding::countRebase(Transaction &transaction)
{
    transaction.affect(sql::workflow::count_batch_rebase, { { "batch", m_batch.id.value() } });
}

} // namespace slipway::workflow
