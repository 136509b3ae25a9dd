// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/connection.h"
#include "service/workflow/batchrow.h"
#include "shared/ids.h"
#include "shared/protocol/batch.h"
#include "shared/workflow/state.h"

#include <vector>

/// What the overview and the batch pages read, as typed rows. Nothing here writes.
namespace slipway::operations {

struct PartitionStateRow {
    PartitionKey partition;
    QString mode;
    QString reason;
    QString changedBy;
    Instant since;
    QString expectedHead;
    qint64 version = 0;

    static PartitionStateRow read(const database::Row &row);
};
std::vector<PartitionStateRow> partitionStates(database::Connection &connection);

struct SlotHolderRow {
    BatchId batch;
    PartitionKey partition;
    workflow::BatchStatus status = workflow::BatchStatus::Running;
    QString phase;
    QString project;
    std::optional<MergeRequestIid> mergeRequest;
    qint64 members = 0;
    qint64 version = 0;
    std::chrono::milliseconds age { 0 };
    std::chrono::milliseconds phaseAge { 0 };

    static SlotHolderRow read(const database::Row &row);
};
std::vector<SlotHolderRow> slotHolders(database::Connection &connection);

struct WaitingRow {
    PartitionKey partition;
    qint64 count = 0;
    std::chrono::milliseconds oldest { 0 };

    static WaitingRow read(const database::Row &row);
};
std::vector<WaitingRow> waitingCounts(database::Connection &connection);

/// How many stand there, and how long the oldest does.
struct Standings {
    qint64 count = 0;
    std::optional<std::chrono::milliseconds> oldest;
};
/// Counts up to \a limit and no further.
Standings standingsIn(database::Connection &connection, workflow::Status status, int limit);

struct StepStandings {
    workflow::Step step = workflow::Step::CreateStarted;
    Standings standings;

    static StepStandings read(const database::Row &row);
};
/// Of everything that waits for a person, or whose outcome is unknown.
std::vector<StepStandings> pendingManual(database::Connection &connection);

struct BatchLine {
    workflow::BatchRow batch;
    QString project; ///< Of its merge request; empty before there is one.

    static BatchLine read(const database::Row &row);
};
struct BatchFilter {
    std::optional<workflow::BatchStatus> status;
    std::optional<QString> partition;
    qint64 before = std::numeric_limits<qint64>::max();
    int limit = 50;
};
/// Newest first.
std::vector<BatchLine> batches(database::Connection &connection, const BatchFilter &filter);
std::optional<BatchLine> findBatch(database::Connection &connection, BatchId batch);

/// The parts of one batch's page, already as the interface shows them.
std::vector<protocol::BatchMember> membersOf(database::Connection &connection, BatchId batch);
std::vector<protocol::BatchPhase> phasesOf(database::Connection &connection, BatchId batch);
std::vector<protocol::RemoteCall> callsOf(database::Connection &connection, BatchId batch);

} // namespace slipway::operations
