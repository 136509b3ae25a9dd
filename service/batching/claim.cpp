// SPDX-License-Identifier: GPL-3.0-only
#include "service/batching/claim.h"

#include "service/workflow/taskqueue.h"
#include "service/workflow/text.h"
#include "sql/batching.h"

#include <QCryptographicHash>

namespace slipway::batching {

using namespace Qt::StringLiterals;
using database::Transaction;
using workflow::Event;
using workflow::Pair;
using workflow::Status;
using workflow::Step;

namespace {

constexpr int chunk = 500; // One IN list; longer ones cost more than a second round trip.

struct Waiting {
    qint64 id;
    QString operation;
    bool failedAlone; ///< Its content did, in an earlier attempt.
    static Waiting read(const database::Row &row)
    {
        return { row.number("id"), row.text("operation_id"), row.number("failed_alone") > 0 };
    }
};

struct Group {
    std::optional<qint64> group;
    static Group read(const database::Row &row) { return { row.maybeNumber("split_group") }; }
};

/// ASCII, short, and different for another content under the same number: a database that started anew shares no branch with its past.
QString branchOf(BatchId batch, const PartitionKey &partition, const std::vector<Waiting> &members)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(partition.value().toUtf8());
    for (const Waiting &member : members)
        hash.addData(member.operation.toLatin1() + '\n');
    return u"slipway/batch-%1-%2"_s.arg(batch.value()).arg(QString::fromLatin1(hash.result().toHex().left(12)));
}

/// Whoever is next decides: content that failed alone before goes alone again, and joins nobody.
std::vector<Waiting> fitTogether(std::vector<Waiting> waiting)
{
    if (!waiting.empty() && waiting.front().failedAlone) {
        waiting.resize(1);
        return waiting;
    }
    std::erase_if(waiting, [](const Waiting &each) { return each.failedAlone; });
    return waiting;
}

bool markClaimed(Transaction &transaction, BatchId batch, const std::vector<Waiting> &members)
{
    int marked = 0;
    for (size_t first = 0; first < members.size(); first += chunk) {
        QVariantList ids;
        for (size_t i = first; i < std::min(members.size(), first + chunk); ++i)
            ids.append(members[i].id);
        marked += transaction.affect(sql::batching::claim_rows, { { "batch", batch.value() }, { "ids", ids } });
    }
    return marked == int(members.size());
}

std::optional<RoundAnswer> claimOnce(Transaction &transaction, const workflow::BatchProgress &progress,
                                     const PartitionKey &partition, int limit, const workflow::Because &because)
{
    const auto slot =
        transaction.tryInsert("uk_active_slot", sql::batching::insert_slot,
                              { { "partition", partition.value() }, { "actor", workflow::notNull(because.actor) } });
    if (!slot) {
        // Ended at once: a loser that stays in its transaction holds a lock on the winner's row.
        transaction.rollback();
        return RoundAnswer { RoundAnswer::Kind::SlotOccupied };
    }
    const BatchId batch(*slot);
    const auto group = transaction.selectOne<Group>(sql::batching::lowest_group, { { "partition", partition.value() } });
    const auto split = group ? group->group : std::nullopt;
    const auto members = fitTogether(
        transaction.select<Waiting>(sql::batching::waiting_rows,
                                    { { "partition", partition.value() },
                                      { "split_group", split ? QVariant(*split) : QVariant(QMetaType::fromType<qint64>()) },
                                      { "limit", limit } }));
    if (members.empty()) {
        transaction.rollback(); // An empty batch would hold the slot for nothing.
        return RoundAnswer { RoundAnswer::Kind::NothingWaiting };
    }
    if (!markClaimed(transaction, batch, members)) {
        transaction.rollback();
        return std::nullopt;
    }
    const database::Bindings one { { "batch", batch.value() } };
    const int count = int(members.size());
    const int recorded = transaction.affect(sql::batching::record_claim, one);
    const int assigned = transaction.affect(sql::batching::assign_operations, one);
    const int moved =
        progress.states().moveMembers(transaction, batch, Pair { Step::Queued, Status::Queued }, Event::Claimed, because);
    if (recorded != count || assigned != count || moved != count) {
        transaction.rollback();
        return std::nullopt;
    }
    transaction.affect(sql::batching::describe_batch,
                       { { "branch", branchOf(batch, partition, members) },
                         { "members", count },
                         { "is_half", split ? 1 : 0 },
                         { "first_member", members.front().operation },
                         { "batch", batch.value() } });
    transaction.affect(sql::batching::record_birth,
                       { { "cause", workflow::text(nameOf(because.cause)) },
                         { "actor", workflow::notNull(because.actor) },
                         { "instance", progress.states().instance().value() },
                         { "batch", batch.value() } });
    workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::AdvanceBatch, QString::number(batch.value()));
    return RoundAnswer { RoundAnswer::Kind::Claimed, batch, count };
}

} // namespace

RoundAnswer claim(database::Connection &connection, const workflow::BatchProgress &progress, const PartitionKey &partition,
                  const ClaimLimits &limits, const workflow::Because &because)
{
    const int limit = std::clamp(std::min(limits.requests, limits.files), 1, claimCeiling);
    for (int attempt = 1; attempt <= 3; ++attempt) {
        const auto answer = database::inTransaction(connection, "claim", [&](Transaction &transaction) {
            return claimOnce(transaction, progress, partition, limit, because);
        });
        if (answer)
            return *answer;
        database::pauseBeforeRetry(attempt);
    }
    // Somebody withdrew under our hands three times; the next round sees what is left.
    return { RoundAnswer::Kind::NothingWaiting };
}

} // namespace slipway::batching
