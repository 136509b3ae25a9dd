// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/operations/factsreader.h"

/// The statements behind the facts, as typed rows. Only FactsReader uses them.
namespace slipway::operations {

struct NowRow {
    Instant now;
    static NowRow read(const database::Row &row) { return { row.instant("now") }; }
};

struct PlaceRow {
    int place;
    static PlaceRow read(const database::Row &row) { return { int(row.number("place")) }; }
};

struct PartitionFactsRow {
    recovery::PartitionFacts facts;
    static PartitionFactsRow read(const database::Row &row);
};

struct SlotFactsRow {
    PartitionKey partition;
    BatchId batch;
    QString standing;
    Instant since;
    static SlotFactsRow read(const database::Row &row);
};

struct OldestWaitingRow {
    PartitionKey partition;
    Instant since;
    static OldestWaitingRow read(const database::Row &row)
    {
        return { row.id<PartitionKey>("partition_key"), row.instant("oldest") };
    }
};

struct TaskRow {
    QString kind;
    QString reference;
    recovery::TaskFacts facts;
    static TaskRow read(const database::Row &row);
};

struct ReadingRow {
    QString kind;
    QString reference;
    std::optional<protocol::RemoteReading> reading; ///< Nothing: written by a version this one cannot read.
    static ReadingRow read(const database::Row &row);
};

struct BatchFactsRow {
    BatchSight sight;
    std::chrono::milliseconds age { 0 };
    static BatchFactsRow read(const database::Row &row);
};

struct OperationFactsRow {
    OperationSight sight;
    std::optional<BatchId> batch;
    std::chrono::milliseconds age { 0 };
    static OperationFactsRow read(const database::Row &row);
};

} // namespace slipway::operations
