// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/views.h"

#include "service/workflow/text.h"

namespace slipway::intake {

protocol::ChangeSummary summaryOf(const ChangeRow &change)
{
    return {
        .operation = change.operation,
        .requester = change.requester,
        .subject = change.subject,
        .target = change.target,
        .kind = change.kind,
        .parameters = change.parameters,
        .reason = change.reason,
        .expiresAt = change.expiresAt,
        .flow = change.flow,
        .bindingStatus = workflow::text(workflow::nameOf(change.pair.status)),
        .step = protocol::StepView::of(change.pair.step),
        .batch = change.batch,
        .version = change.version,
        .createdAt = change.createdAt,
        .updatedAt = change.updatedAt,
    };
}

} // namespace slipway::intake
