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
        .branch = row.maybeText("branch").value_or(QString()),
        .baseSha = row.maybeText("base_sha").value_or(QString()),
        .headSha = row.maybeText("head_sha").value_or(QString()),
        .validatedTree = row.maybeText("validated_tree").value_or(QString()),
        .mergeSha = row.maybeText("merge_sha").value_or(QString()),
        .version = row.number("version"),
        .attempt = int(row.number("attempt")),
        .rebases = int(row.number("rebases")),
        .memberCount = int(row.number("member_count")),
        .reachedCreated = row.flag("reached_created"),
        .triggeredBy = row.maybeText("triggered_by").value_or(QString()),
        .failureCode = row.maybeText("failure_code").value_or(QString()),
        .message = row.maybeText("message").value_or(QString()),
        .createdAt = row.instant("created_at"),
        .updatedAt = row.instant("updated_at"),
        .phaseAge = std::chrono::milliseconds(row.number("phase_age_ms")),
    };
}

} // namespace slipway::workflow
