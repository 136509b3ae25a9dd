// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/views.h"

#include "service/workflow/text.h"

using namespace Qt::StringLiterals;

namespace slipway::intake {

QJsonObject changeJson(const ChangeRow& change)
{
    return {
        { u"operationId"_s, change.operation.value() },
        { u"requester"_s, change.requester },
        { u"subjectId"_s, change.subject.value() },
        { u"targetKey"_s, change.target.value() },
        { u"kind"_s, change.kind },
        { u"parameters"_s, change.parameters },
        { u"reason"_s, change.reason },
        { u"expiresAt"_s, change.expiresAt ? QJsonValue(toIso(*change.expiresAt)) : QJsonValue() },
        { u"flow"_s, change.flow },
        { u"bindingStatus"_s, workflow::text(workflow::nameOf(change.pair.status)) },
        { u"stepStatus"_s, stepJson(change.pair.step) },
        { u"batchId"_s, change.batch ? QJsonValue(change.batch->value()) : QJsonValue() },
        { u"version"_s, change.version },
        { u"createdAt"_s, toIso(change.createdAt) },
        { u"updatedAt"_s, toIso(change.updatedAt) },
    };
}

} // namespace slipway::intake
