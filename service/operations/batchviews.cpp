// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/batchviews.h"

#include "service/configuration/bootsettings.h"
#include "service/workflow/text.h"
#include "shared/catalogue/catalogue.h"
#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {

std::optional<protocol::MergeRequest> mergeRequestOf(const Services &services, const PartitionKey &partition, QString project,
                                                     std::optional<MergeRequestIid> mergeRequest)
{
    if (!mergeRequest)
        return std::nullopt;
    const auto catalogue = services.targets ? services.targets() : nullptr;
    const catalogue::Partition *found = catalogue ? catalogue->partition(partition) : nullptr;
    if (project.isEmpty() && found)
        project = found->project;
    return protocol::MergeRequest::at(services.boot ? services.boot->forge.url : QString(), project, *mergeRequest);
}

protocol::BatchSummary summaryOf(const BatchLine &line, const Services &services)
{
    const workflow::BatchRow &batch = line.batch;
    return {
        .id = batch.id,
        .partition = batch.partition,
        .status = workflow::text(workflow::nameOf(batch.status)),
        .phase = workflow::text(workflow::nameOf(batch.phase)),
        .phaseAge = batch.phaseAge,
        .mergeRequest = mergeRequestOf(services, batch.partition, line.project, batch.mergeRequest),
        .memberCount = batch.memberCount,
        .attempt = batch.attempt,
        .rebases = batch.rebases,
        .triggeredBy = batch.triggeredBy,
        .failureCode = protocol::unlessEmpty(batch.failureCode),
        .message = protocol::unlessEmpty(batch.message),
        .version = batch.version,
        .createdAt = batch.createdAt,
        .updatedAt = batch.updatedAt,
    };
}

} // namespace slipway::operations
