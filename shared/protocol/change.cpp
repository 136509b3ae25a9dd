// SPDX-License-Identifier: GPL-3.0-only
#include "shared/protocol/change.h"

#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::protocol {

QJsonObject Accepted::toJson() const
{
    return {
        { u"operationId"_s, jsonOf(operation) },
        { u"bindingStatus"_s, jsonOf(bindingStatus) },
        { u"stepStatus"_s, jsonOf(step) },
        { u"version"_s, jsonOf(version) },
    };
}

std::optional<Accepted> Accepted::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(Accepted {
        .operation = fields.id<OperationId>("operationId"_L1),
        .bindingStatus = fields.text("bindingStatus"_L1),
        .step = fields.part<StepView>("stepStatus"_L1),
        .version = fields.number("version"_L1),
    });
}

QJsonObject ChangeSummary::toJson() const
{
    return {
        { u"operationId"_s, jsonOf(operation) },
        { u"requester"_s, jsonOf(requester) },
        { u"subjectId"_s, jsonOf(subject) },
        { u"targetKey"_s, jsonOf(target) },
        { u"kind"_s, jsonOf(kind) },
        { u"parameters"_s, jsonOf(parameters) },
        { u"reason"_s, jsonOf(reason) },
        { u"expiresAt"_s, jsonOf(expiresAt) },
        { u"flow"_s, jsonOf(flow) },
        { u"bindingStatus"_s, jsonOf(bindingStatus) },
        { u"stepStatus"_s, jsonOf(step) },
        { u"batchId"_s, jsonOf(batch) },
        { u"version"_s, jsonOf(version) },
        { u"createdAt"_s, jsonOf(createdAt) },
        { u"updatedAt"_s, jsonOf(updatedAt) },
    };
}

std::optional<ChangeSummary> ChangeSummary::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(ChangeSummary {
        .operation = fields.id<OperationId>("operationId"_L1),
        .requester = fields.text("requester"_L1),
        .subject = fields.id<SubjectId>("subjectId"_L1),
        .target = fields.id<TargetKey>("targetKey"_L1),
        .kind = fields.text("kind"_L1),
        .parameters = fields.object("parameters"_L1),
        .reason = fields.text("reason"_L1),
        .expiresAt = fields.maybeTime("expiresAt"_L1),
        .flow = fields.text("flow"_L1),
        .bindingStatus = fields.text("bindingStatus"_L1),
        .step = fields.part<StepView>("stepStatus"_L1),
        .batch = fields.maybeId<BatchId>("batchId"_L1),
        .version = fields.number("version"_L1),
        .createdAt = fields.time("createdAt"_L1),
        .updatedAt = fields.time("updatedAt"_L1),
    });
}

QJsonObject Guidance::toJson() const
{
    return {
        { u"action"_s, jsonOf(action) },           { u"text"_s, jsonOf(text) },
        { u"waitingFor"_s, jsonOf(waitingFor) },   { u"since"_s, jsonOf(since) },
        { u"nextCheckAt"_s, jsonOf(nextCheckAt) }, { u"queuePosition"_s, jsonOf(queuePosition) },
    };
}

std::optional<Guidance> Guidance::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(Guidance {
        .action = fields.text("action"_L1),
        .text = fields.text("text"_L1),
        .waitingFor = fields.maybeText("waitingFor"_L1),
        .since = fields.time("since"_L1),
        .nextCheckAt = fields.maybeTime("nextCheckAt"_L1),
        .queuePosition = fields.maybeNumber<int>("queuePosition"_L1),
    });
}

QJsonObject TimelineEntry::toJson() const
{
    return {
        { u"at"_s, jsonOf(at) },         { u"cause"_s, jsonOf(cause) },           { u"fromStep"_s, jsonOf(fromStep) },
        { u"toStep"_s, jsonOf(toStep) }, { u"fromStatus"_s, jsonOf(fromStatus) }, { u"toStatus"_s, jsonOf(toStatus) },
        { u"text"_s, jsonOf(text) },
    };
}

std::optional<TimelineEntry> TimelineEntry::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(TimelineEntry {
        .at = fields.time("at"_L1),
        .cause = fields.text("cause"_L1),
        .fromStep = fields.maybePart<StepView>("fromStep"_L1),
        .toStep = fields.part<StepView>("toStep"_L1),
        .fromStatus = fields.maybeText("fromStatus"_L1),
        .toStatus = fields.text("toStatus"_L1),
        .text = fields.text("text"_L1),
    });
}

QJsonObject Change::toJson() const
{
    QJsonObject json = summary.toJson();
    json.insert(u"guidance"_s, jsonOf(guidance));
    json.insert(u"mergeRequest"_s, jsonOf(mergeRequest));
    json.insert(u"timeline"_s, jsonOf(timeline));
    return json;
}

std::optional<Change> Change::fromJson(const QJsonObject &object)
{
    auto summary = ChangeSummary::fromJson(object);
    if (!summary)
        return std::nullopt;
    Fields fields(object);
    return fields.whole(Change {
        .summary = std::move(*summary),
        .guidance = fields.part<Guidance>("guidance"_L1),
        .mergeRequest = fields.maybePart<MergeRequest>("mergeRequest"_L1),
        .timeline = fields.parts<TimelineEntry>("timeline"_L1),
    });
}

} // namespace slipway::protocol
