// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/workflow/statemover.h"
#include "shared/workflow/batch.h"
#include "shared/workflow/landingfailure.h"
#include "shared/workflow/stopreason.h"

#include <chrono>
#include <functional>

namespace slipway::workflow {

/// What is known of one merge request in the making; what its steps decide upon. A value: acting on it is guarded by the version read.
struct LandingRow {
    std::optional<BatchId> batch; ///< Nothing: a single request with a merge request of its own.
    OperationId operation; ///< The single request; empty for a batch.
    PartitionKey partition;
    Phase phase = Phase::Claimed;
    std::optional<MergeRequestIid> mergeRequest;
    QString branch;
    QString baseSha;
    QString headSha;
    QString validatedTree;
    QString mergeSha;
    qint64 version = 0; ///< As read.
    int rebases = 0; ///< Spent by moves of the target that were not ours.
    bool needsApproval = false; ///< The merge request comes first, and nobody has approved it yet.
    QString failureCode;
    QString message;
    Instant createdAt;
};

/// One step forward. A phase moves on and takes old trouble away; an event is what happened to everybody in the landing.
struct LandingMove {
    std::optional<Phase> phase = {};
    std::optional<Event> event = {};
    QString evidence = {}; ///< For the history: a sentence for maintainers, or nothing.
    bool isOver = false; ///< Landed and verified: nothing is left to do.
    std::function<void(database::Transaction &)> also = {}; ///< More writes of the same transaction.
};

/// A merge request in the making with everybody in it: a batch, or one request on its own. The steps from branch to merge are the same
/// for both; what differs is who moves, where it is recorded, and what a failure means. It writes state and records, each time in the
/// caller's transaction and guarded by the version read; it knows no forge and decides nothing.
///
/// One object serves one run of one step, on that run's thread. The body of a transaction may run twice: rewind() before each run and
/// keep() after the commit make the object say what the database says.
class Landing {
public:
    virtual ~Landing() = default;

    virtual void rewind() = 0;
    virtual void keep() = 0;

    const LandingRow &row() const { return m_row; }
    /// "batch:812" or "operation:4711-abcd": the holder of a merge gate, the subject of a finding.
    virtual QString reference() const = 0;
    /// The pair everybody in it stands in; nothing when nobody is left.
    virtual std::optional<Pair> pair(database::Connection &connection) = 0;

    /// False: somebody else moved it since it was read. The transaction was rolled back.
    [[nodiscard]] virtual bool move(database::Transaction &transaction, const LandingMove &move) = 0;
    /// It does not land: a batch begins to settle, a single request takes the failure as its own. False as for move().
    [[nodiscard]] virtual bool fail(database::Transaction &transaction, LandingFailure failure, const QString &evidence) = 0;
    /// It cannot go on without a person. False as for move().
    [[nodiscard]] virtual bool stop(database::Transaction &transaction, StopReason reason, const QString &evidence) = 0;

    // Records that go with a move, in its `also`.
    virtual void recordBase(database::Transaction &transaction, const QString &branch, const QString &base) = 0;
    virtual void recordBuild(database::Transaction &transaction, const QString &base, const QString &head,
                             const QString &tree) = 0;
    virtual void recordMergeRequest(database::Transaction &transaction, MergeRequestIid iid) = 0;
    virtual void recordMerge(database::Transaction &transaction, const QString &sha) = 0;
    virtual void countRebase(database::Transaction &transaction) = 0;

protected:
    LandingRow m_row;
};

} // namespace slipway::workflow
