// SPDX-License-Identifier: GPL-3.0-only
#include "service/workflow/batchrow.h"

#include "service/workflow/text.h"
#include "shared/error.h"
#include "shared/workflow/flow.h"

namespace slipway::workflow {

BatchRow BatchRow::read(const database::Row &row)
{
    const auto phase = named<Phase>(phaseNames, view(row.bytes("phase")));
    const qint64 status = row.number("status");
    if (!phase || status < qint64(BatchStatus::Running) || status > qint64(BatchStatus::Blocked))
        throw Error(Code::InternalError, QStringLiteral("a batch has a status or phase this version does not know"));
    return {
        .id = row.id<BatchId>("id"),
        .partition = row.id<PartitionKey>("partition_key"),
        .status = BatchStatus(status),
        .phase = *phase,
        .mergeRequest = row.maybeId<MergeRequestIid>("mr_iid"),
        .branch = row.textOrEmpty("branch"),
        .baseSha = row.textOrEmpty("base_sha"),
        .headSha = row.textOrEmpty("head_sha"),
        .validatedTree = row.textOrEmpty("validated_tree"),
        .mergeSha = row.textOrEmpty("merge_sha"),
        .version = row.number("version"),
        .attempt = int(row.number("attempt")),
        .rebases = int(row.number("rebases")),
        .memberCount = int(row.number("member_count")),
        .reachedCreated = row.flag("reached_created"),
        .triggeredBy = row.textOrEmpty("triggered_by"),
        .failureCode = row.textOrEmpty("failure_code"),
        .message = row.textOrEmpty("message"),
        .createdAt = row.instant("created_at"),
        .updatedAt = row.instant("updated_at"),
        .phaseAge = std::chrono::milliseconds(row.number("phase_age_ms")),
    };
}

} // namespace slipway::workflow
