// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/workflow/batchprogress.h"
#include "service/workflow/landing.h"

namespace slipway::workflow {

/// A member that leaves its batch by itself.
struct Leaving {
    OperationId operation;
    Event event; ///< A failure of its own, or LeftBeforeLanding.
    QString reason;
};

/// A batch as a landing: it moves with all its members, keeps its slot until it is settled, and is BLOCKED where a person must decide.
class BatchLanding : public Landing {
public:
    BatchLanding(const BatchProgress &progress, BatchRow batch);

    const BatchRow &batch() const { return m_batch; }

    void rewind() override { take(m_kept); }
    void keep() override { m_kept = m_batch; }
    QString reference() const override;
    std::optional<Pair> pair(database::Connection &connection) override;
    bool move(database::Transaction &transaction, const LandingMove &move) override;
    bool fail(database::Transaction &transaction, LandingFailure failure, const QString &evidence) override;
    bool stop(database::Transaction &transaction, StopReason reason, const QString &evidence) override;
    /// A step that only batches know (settling, ejecting members).
    [[nodiscard]] bool advance(database::Transaction &transaction, const BatchAdvance &step);

    /// Lets members leave, each with its own event, before anything of them lands. False as for move().
    [[nodiscard]] bool release(database::Transaction &transaction, const std::vector<Leaving> &leaving);

    void recordBase(database::Transaction &transaction, const QString &branch, const QString &base) override;
    void recordBuild(database::Transaction &transaction, const QString &base, const QString &head,
                     const QString &tree) override;
    void recordMergeRequest(database::Transaction &transaction, MergeRequestIid iid) override;
    void recordMerge(database::Transaction &transaction, const QString &sha) override;
    void countRebase(database::Transaction &transaction) override;

private:
    void take(BatchRow batch);
    void releaseOne(database::Transaction &transaction, const Leaving &member) const;

    const BatchProgress &m_progress;
    BatchRow m_batch;
    BatchRow m_kept;
};

} // namespace slipway::workflow
