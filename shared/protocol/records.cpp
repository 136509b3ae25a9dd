// SPDX-License-Identifier: GPL-3.0-only
#include "shared/protocol/records.h"

#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::protocol {

QJsonObject BindingView::toJson() const
{
    return {
        { u"subjectId"_s, jsonOf(subject) },
        { u"targetKey"_s, jsonOf(target) },
        { u"bindingStatus"_s, jsonOf(bindingStatus) },
        { u"operationId"_s, jsonOf(operation) },
        { u"effectiveOperationId"_s, jsonOf(effectiveOperation) },
        { u"effectiveParameters"_s, jsonOf(effectiveParameters) },
        { u"effectiveExpiresAt"_s, jsonOf(effectiveExpiresAt) },
        { u"version"_s, jsonOf(version) },
        { u"updatedAt"_s, jsonOf(updatedAt) },
    };
}

std::optional<BindingView> BindingView::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(BindingView {
        .subject = fields.id<SubjectId>("subjectId"_L1),
        .target = fields.id<TargetKey>("targetKey"_L1),
        .bindingStatus = fields.text("bindingStatus"_L1),
        .operation = fields.id<OperationId>("operationId"_L1),
        .effectiveOperation = fields.maybeId<OperationId>("effectiveOperationId"_L1),
        .effectiveParameters = fields.maybeObject("effectiveParameters"_L1),
        .effectiveExpiresAt = fields.maybeTime("effectiveExpiresAt"_L1),
        .version = fields.number("version"_L1),
        .updatedAt = fields.time("updatedAt"_L1),
    });
}

QJsonObject ApprovalView::toJson() const
{
    return {
        { u"examineId"_s, jsonOf(examineId) },   { u"operationId"_s, jsonOf(operation) }, { u"round"_s, jsonOf(round) },
        { u"provider"_s, jsonOf(provider) },     { u"state"_s, jsonOf(state) },           { u"rule"_s, jsonOf(rule) },
        { u"decidedBy"_s, jsonOf(decidedBy) },   { u"decidedAt"_s, jsonOf(decidedAt) },   { u"sentAt"_s, jsonOf(sentAt) },
        { u"remindedAt"_s, jsonOf(remindedAt) }, { u"expiresAt"_s, jsonOf(expiresAt) },   { u"version"_s, jsonOf(version) },
        { u"createdAt"_s, jsonOf(createdAt) },
    };
}

std::optional<ApprovalView> ApprovalView::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(ApprovalView {
        .examineId = fields.text("examineId"_L1),
        .operation = fields.id<OperationId>("operationId"_L1),
        .round = fields.number<int>("round"_L1),
        .provider = fields.text("provider"_L1),
        .state = fields.text("state"_L1),
        .rule = fields.text("rule"_L1),
        .decidedBy = fields.maybeText("decidedBy"_L1),
        .decidedAt = fields.maybeTime("decidedAt"_L1),
        .sentAt = fields.maybeTime("sentAt"_L1),
        .remindedAt = fields.maybeTime("remindedAt"_L1),
        .expiresAt = fields.maybeTime("expiresAt"_L1),
        .version = fields.number("version"_L1),
        .createdAt = fields.time("createdAt"_L1),
    });
}

QJsonObject CardView::toJson() const
{
    return {
        { u"id"_s, jsonOf(id) },
        { u"examineId"_s, jsonOf(examineId) },
        { u"type"_s, jsonOf(type) },
        { u"recipient"_s, jsonOf(recipient) },
        { u"desiredRevision"_s, jsonOf(desiredRevision) },
        { u"shownRevision"_s, jsonOf(shownRevision) },
        { u"state"_s, jsonOf(state) },
        { u"attempt"_s, jsonOf(attempt) },
        { u"lastError"_s, jsonOf(lastError) },
        { u"createdAt"_s, jsonOf(createdAt) },
        { u"updatedAt"_s, jsonOf(updatedAt) },
    };
}

std::optional<CardView> CardView::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(CardView {
        .id = fields.number("id"_L1),
        .examineId = fields.text("examineId"_L1),
        .type = fields.text("type"_L1),
        .recipient = fields.text("recipient"_L1),
        .desiredRevision = fields.number<int>("desiredRevision"_L1),
        .shownRevision = fields.number<int>("shownRevision"_L1),
        .state = fields.text("state"_L1),
        .attempt = fields.number<int>("attempt"_L1),
        .lastError = fields.maybeText("lastError"_L1),
        .createdAt = fields.time("createdAt"_L1),
        .updatedAt = fields.time("updatedAt"_L1),
    });
}

QJsonObject FindingView::toJson() const
{
    return {
        { u"id"_s, jsonOf(id) },
        { u"code"_s, jsonOf(code) },
        { u"subject"_s, jsonOf(subject) },
        { u"detail"_s, jsonOf(detail) },
        { u"seenCount"_s, jsonOf(seenCount) },
        { u"firstSeenAt"_s, jsonOf(firstSeenAt) },
        { u"lastSeenAt"_s, jsonOf(lastSeenAt) },
        { u"resolvedAt"_s, jsonOf(resolvedAt) },
        { u"resolvedBy"_s, jsonOf(resolvedBy) },
    };
}

std::optional<FindingView> FindingView::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(FindingView {
        .id = fields.number("id"_L1),
        .code = fields.text("code"_L1),
        .subject = fields.text("subject"_L1),
        .detail = fields.maybeText("detail"_L1),
        .seenCount = fields.number("seenCount"_L1),
        .firstSeenAt = fields.time("firstSeenAt"_L1),
        .lastSeenAt = fields.time("lastSeenAt"_L1),
        .resolvedAt = fields.maybeTime("resolvedAt"_L1),
        .resolvedBy = fields.maybeText("resolvedBy"_L1),
    });
}

QJsonObject AuditView::toJson() const
{
    return {
        { u"id"_s, jsonOf(id) },
        { u"eventId"_s, jsonOf(eventId) },
        { u"at"_s, jsonOf(at) },
        { u"actor"_s, jsonOf(actor) },
        { u"action"_s, jsonOf(action) },
        { u"subjectKind"_s, jsonOf(subjectKind) },
        { u"subjectRef"_s, jsonOf(subjectRef) },
        { u"outcome"_s, jsonOf(outcome) },
        { u"reason"_s, jsonOf(reason) },
        { u"parameters"_s, jsonOf(parameters) },
        { u"traceId"_s, jsonOf(traceId) },
        { u"seq"_s, jsonOf(seq) },
    };
}

std::optional<AuditView> AuditView::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(AuditView {
        .id = fields.number("id"_L1),
        .eventId = fields.text("eventId"_L1),
        .at = fields.time("at"_L1),
        .actor = fields.text("actor"_L1),
        .action = fields.text("action"_L1),
        .subjectKind = fields.text("subjectKind"_L1),
        .subjectRef = fields.text("subjectRef"_L1),
        .outcome = fields.text("outcome"_L1),
        .reason = fields.maybeText("reason"_L1),
        .parameters = fields.object("parameters"_L1),
        .traceId = fields.maybeText("traceId"_L1),
        .seq = fields.maybeNumber("seq"_L1),
    });
}

QJsonObject KeyView::toJson() const
{
    return {
        { u"key"_s, jsonOf(key) },         { u"stage"_s, jsonOf(stage) },       { u"value"_s, jsonOf(value) },
        { u"source"_s, jsonOf(source) },   { u"fallback"_s, jsonOf(fallback) }, { u"meaning"_s, jsonOf(meaning) },
        { u"warning"_s, jsonOf(warning) },
    };
}

std::optional<KeyView> KeyView::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(KeyView {
        .key = fields.text("key"_L1),
        .stage = fields.text("stage"_L1),
        .value = fields.text("value"_L1),
        .source = fields.text("source"_L1),
        .fallback = fields.text("fallback"_L1),
        .meaning = fields.text("meaning"_L1),
        .warning = fields.maybeText("warning"_L1),
    });
}

} // namespace slipway::protocol
