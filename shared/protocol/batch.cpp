// SPDX-License-Identifier: GPL-3.0-only
#include "shared/protocol/batch.h"

#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::protocol {

QJsonObject BatchSummary::toJson() const
{
    return {
        { u"batchId"_s, jsonOf(id) },
        { u"partition"_s, jsonOf(partition) },
        { u"status"_s, jsonOf(status) },
        { u"phase"_s, jsonOf(phase) },
        { u"phaseAgeMs"_s, jsonOf(phaseAge) },
        { u"mergeRequest"_s, jsonOf(mergeRequest) },
        { u"memberCount"_s, jsonOf(memberCount) },
        { u"attempt"_s, jsonOf(attempt) },
        { u"rebases"_s, jsonOf(rebases) },
        { u"triggeredBy"_s, jsonOf(triggeredBy) },
        { u"failureCode"_s, jsonOf(failureCode) },
        { u"message"_s, jsonOf(message) },
        { u"version"_s, jsonOf(version) },
        { u"createdAt"_s, jsonOf(createdAt) },
        { u"updatedAt"_s, jsonOf(updatedAt) },
    };
}

std::optional<BatchSummary> BatchSummary::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(BatchSummary {
        .id = fields.id<BatchId>("batchId"_L1),
        .partition = fields.id<PartitionKey>("partition"_L1),
        .status = fields.text("status"_L1),
        .phase = fields.text("phase"_L1),
        .phaseAge = std::chrono::milliseconds(fields.number("phaseAgeMs"_L1)),
        .mergeRequest = fields.maybePart<MergeRequest>("mergeRequest"_L1),
        .memberCount = fields.number<int>("memberCount"_L1),
        .attempt = fields.number<int>("attempt"_L1),
        .rebases = fields.number<int>("rebases"_L1),
        .triggeredBy = fields.text("triggeredBy"_L1),
        .failureCode = fields.maybeText("failureCode"_L1),
        .message = fields.maybeText("message"_L1),
        .version = fields.number("version"_L1),
        .createdAt = fields.time("createdAt"_L1),
        .updatedAt = fields.time("updatedAt"_L1),
    });
}

QJsonObject BatchMember::toJson() const
{
    return {
        { u"operationId"_s, jsonOf(operation) },   { u"subjectId"_s, jsonOf(subject) },
        { u"targetKey"_s, jsonOf(target) },        { u"kind"_s, jsonOf(kind) },
        { u"requester"_s, jsonOf(requester) },     { u"outcome"_s, jsonOf(outcome) },
        { u"outcomeAt"_s, jsonOf(outcomeAt) },     { u"bindingStatus"_s, jsonOf(bindingStatus) },
        { u"stepStatus"_s, jsonOf(step) },         { u"version"_s, jsonOf(version) },
        { u"failureCode"_s, jsonOf(failureCode) }, { u"withdrawRequested"_s, jsonOf(isWithdrawRequested) },
    };
}

std::optional<BatchMember> BatchMember::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(BatchMember {
        .operation = fields.id<OperationId>("operationId"_L1),
        .subject = fields.id<SubjectId>("subjectId"_L1),
        .target = fields.id<TargetKey>("targetKey"_L1),
        .kind = fields.text("kind"_L1),
        .requester = fields.text("requester"_L1),
        .outcome = fields.text("outcome"_L1),
        .outcomeAt = fields.maybeTime("outcomeAt"_L1),
        .bindingStatus = fields.text("bindingStatus"_L1),
        .step = fields.part<StepView>("stepStatus"_L1),
        .version = fields.number("version"_L1),
        .failureCode = fields.maybeText("failureCode"_L1),
        .isWithdrawRequested = fields.flag("withdrawRequested"_L1),
    });
}

QJsonObject BatchPhase::toJson() const
{
    return {
        { u"at"_s, jsonOf(at) },
        { u"version"_s, jsonOf(version) },
        { u"fromStatus"_s, jsonOf(fromStatus) },
        { u"toStatus"_s, jsonOf(toStatus) },
        { u"fromPhase"_s, jsonOf(fromPhase) },
        { u"toPhase"_s, jsonOf(toPhase) },
        { u"cause"_s, jsonOf(cause) },
        { u"actor"_s, jsonOf(actor) },
        { u"detail"_s, jsonOf(detail) },
        { u"instance"_s, jsonOf(instance) },
        { u"lastedMs"_s, jsonOf(lastedMs) },
    };
}

std::optional<BatchPhase> BatchPhase::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(BatchPhase {
        .at = fields.time("at"_L1),
        .version = fields.number("version"_L1),
        .fromStatus = fields.maybeText("fromStatus"_L1),
        .toStatus = fields.text("toStatus"_L1),
        .fromPhase = fields.maybeText("fromPhase"_L1),
        .toPhase = fields.text("toPhase"_L1),
        .cause = fields.text("cause"_L1),
        .actor = fields.text("actor"_L1),
        .detail = fields.maybeText("detail"_L1),
        .instance = fields.id<InstanceId>("instance"_L1),
        .lastedMs = fields.maybeNumber("lastedMs"_L1),
    });
}

QJsonObject RemoteCall::toJson() const
{
    return {
        { u"id"_s, jsonOf(id) },           { u"operation"_s, jsonOf(operation) },   { u"request"_s, jsonOf(request) },
        { u"sentAt"_s, jsonOf(sentAt) },   { u"answeredAt"_s, jsonOf(answeredAt) }, { u"status"_s, jsonOf(status) },
        { u"outcome"_s, jsonOf(outcome) }, { u"settledBy"_s, jsonOf(settledBy) },   { u"settledAt"_s, jsonOf(settledAt) },
        { u"attempt"_s, jsonOf(attempt) }, { u"instance"_s, jsonOf(instance) },
    };
}

std::optional<RemoteCall> RemoteCall::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(RemoteCall {
        .id = fields.number("id"_L1),
        .operation = fields.text("operation"_L1),
        .request = fields.maybeText("request"_L1),
        .sentAt = fields.maybeTime("sentAt"_L1),
        .answeredAt = fields.maybeTime("answeredAt"_L1),
        .status = fields.maybeNumber("status"_L1),
        .outcome = fields.maybeText("outcome"_L1),
        .settledBy = fields.maybeText("settledBy"_L1),
        .settledAt = fields.maybeTime("settledAt"_L1),
        .attempt = fields.number("attempt"_L1),
        .instance = fields.id<InstanceId>("instance"_L1),
    });
}

QJsonObject BatchDetail::toJson() const
{
    QJsonObject json = summary.toJson();
    json.insert(u"branch"_s, jsonOf(branch));
    json.insert(u"baseSha"_s, jsonOf(baseSha));
    json.insert(u"headSha"_s, jsonOf(headSha));
    json.insert(u"validatedTree"_s, jsonOf(validatedTree));
    json.insert(u"mergeSha"_s, jsonOf(mergeSha));
    json.insert(u"members"_s, jsonOf(members));
    json.insert(u"phases"_s, jsonOf(phases));
    json.insert(u"remoteCalls"_s, jsonOf(remoteCalls));
    json.insert(u"remote"_s, jsonOf(remote));
    json.insert(u"diagnosis"_s, jsonOf(diagnosis));
    return json;
}

std::optional<BatchDetail> BatchDetail::fromJson(const QJsonObject &object)
{
    auto summary = BatchSummary::fromJson(object);
    if (!summary)
        return std::nullopt;
    Fields fields(object);
    return fields.whole(BatchDetail {
        .summary = std::move(*summary),
        .branch = fields.text("branch"_L1),
        .baseSha = fields.text("baseSha"_L1),
        .headSha = fields.text("headSha"_L1),
        .validatedTree = fields.text("validatedTree"_L1),
        .mergeSha = fields.text("mergeSha"_L1),
        .members = fields.parts<BatchMember>("members"_L1),
        .phases = fields.parts<BatchPhase>("phases"_L1),
        .remoteCalls = fields.parts<RemoteCall>("remoteCalls"_L1),
        .remote = fields.maybePart<RemoteReading>("remote"_L1),
        .diagnosis = fields.maybePart<Diagnosis>("diagnosis"_L1),
    });
}

} // namespace slipway::protocol
