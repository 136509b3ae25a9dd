// SPDX-License-Identifier: GPL-3.0-only
#include "shared/protocol/action.h"

#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::protocol {

QJsonObject ActionItem::toJson() const
{
    return {
        { u"type"_s, jsonOf(type) },
        { u"id"_s, jsonOf(id) },
        { u"outcome"_s, jsonOf(outcome) },
        { u"code"_s, jsonOf(code) },
        { u"text"_s, jsonOf(text) },
        { u"before"_s, jsonOf(before) },
        { u"after"_s, jsonOf(after) },
        { u"guards"_s, jsonOf(guards) },
        { u"writes"_s, jsonOf(writes) },
        { u"remoteCalls"_s, jsonOf(remoteCalls) },
        { u"irreversible"_s, jsonOf(isIrreversible) },
        { u"needsSecond"_s, jsonOf(needsSecond) },
    };
}

std::optional<ActionItem> ActionItem::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(ActionItem {
        .type = fields.text("type"_L1),
        .id = fields.text("id"_L1),
        .outcome = fields.text("outcome"_L1),
        .code = fields.maybeText("code"_L1),
        .text = fields.text("text"_L1),
        .before = fields.object("before"_L1),
        .after = fields.object("after"_L1),
        .guards = fields.texts("guards"_L1),
        .writes = fields.texts("writes"_L1),
        .remoteCalls = fields.texts("remoteCalls"_L1),
        .isIrreversible = fields.flag("irreversible"_L1),
        .needsSecond = fields.flag("needsSecond"_L1),
    });
}

QJsonObject ActionPlan::toJson() const
{
    return {
        { u"planHash"_s, jsonOf(planHash) },
        { u"items"_s, jsonOf(items) },
    };
}

std::optional<ActionPlan> ActionPlan::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(ActionPlan {
        .planHash = fields.text("planHash"_L1),
        .items = fields.parts<ActionItem>("items"_L1),
    });
}

QJsonObject ActionResult::toJson() const
{
    return {
        { u"type"_s, jsonOf(type) }, { u"id"_s, jsonOf(id) },     { u"outcome"_s, jsonOf(outcome) },
        { u"code"_s, jsonOf(code) }, { u"text"_s, jsonOf(text) }, { u"batchId"_s, jsonOf(batch) },
    };
}

std::optional<ActionResult> ActionResult::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(ActionResult {
        .type = fields.text("type"_L1),
        .id = fields.text("id"_L1),
        .outcome = fields.text("outcome"_L1),
        .code = fields.maybeText("code"_L1),
        .text = fields.text("text"_L1),
        .batch = fields.maybeId<BatchId>("batchId"_L1),
    });
}

QJsonObject ActionAnswer::toJson() const
{
    return {
        { u"actionId"_s, jsonOf(actionId) },
        { u"state"_s, jsonOf(state) },
        { u"planHash"_s, jsonOf(planHash) },
        { u"items"_s, jsonOf(items) },
    };
}

std::optional<ActionAnswer> ActionAnswer::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(ActionAnswer {
        .actionId = fields.text("actionId"_L1),
        .state = fields.text("state"_L1),
        .planHash = fields.text("planHash"_L1),
        .items = fields.parts<ActionResult>("items"_L1),
    });
}

QJsonObject ActionSummary::toJson() const
{
    return {
        { u"actionId"_s, jsonOf(actionId) },
        { u"action"_s, jsonOf(action) },
        { u"state"_s, jsonOf(state) },
        { u"bulkId"_s, jsonOf(bulkId) },
        { u"reason"_s, jsonOf(reason) },
        { u"requestedBy"_s, jsonOf(requestedBy) },
        { u"confirmedBy"_s, jsonOf(confirmedBy) },
        { u"expiresAt"_s, jsonOf(expiresAt) },
        { u"version"_s, jsonOf(version) },
        { u"createdAt"_s, jsonOf(createdAt) },
        { u"updatedAt"_s, jsonOf(updatedAt) },
    };
}

std::optional<ActionSummary> ActionSummary::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(ActionSummary {
        .actionId = fields.text("actionId"_L1),
        .action = fields.text("action"_L1),
        .state = fields.text("state"_L1),
        .bulkId = fields.maybeText("bulkId"_L1),
        .reason = fields.text("reason"_L1),
        .requestedBy = fields.text("requestedBy"_L1),
        .confirmedBy = fields.maybeText("confirmedBy"_L1),
        .expiresAt = fields.maybeTime("expiresAt"_L1),
        .version = fields.number("version"_L1),
        .createdAt = fields.time("createdAt"_L1),
        .updatedAt = fields.time("updatedAt"_L1),
    });
}

QJsonObject ActionDetail::toJson() const
{
    QJsonObject json = summary.toJson();
    json.insert(u"planHash"_s, planHash);
    json.insert(u"parameters"_s, parameters);
    json.insert(u"plan"_s, jsonOf(plan));
    json.insert(u"results"_s, jsonOf(results));
    return json;
}

std::optional<ActionDetail> ActionDetail::fromJson(const QJsonObject &object)
{
    auto summary = ActionSummary::fromJson(object);
    if (!summary)
        return std::nullopt;
    Fields fields(object);
    return fields.whole(ActionDetail {
        .summary = std::move(*summary),
        .planHash = fields.text("planHash"_L1),
        .parameters = fields.object("parameters"_L1),
        .plan = fields.parts<ActionItem>("plan"_L1),
        .results = fields.parts<ActionResult>("results"_L1),
    });
}

} // namespace slipway::protocol
