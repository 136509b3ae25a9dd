// SPDX-License-Identifier: GPL-3.0-only
#include "shared/protocol/operation.h"

#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::protocol {

QJsonObject OperationSummary::toJson() const
{
    QJsonObject json = change.toJson();
    json.insert(u"partition"_s, jsonOf(partition));
    json.insert(u"mergeRequestIid"_s, jsonOf(mergeRequestIid));
    json.insert(u"failureCode"_s, jsonOf(failureCode));
    json.insert(u"ownsBinding"_s, ownsBinding);
    json.insert(u"diagnosis"_s, jsonOf(diagnosis));
    return json;
}

std::optional<OperationSummary> OperationSummary::fromJson(const QJsonObject &object)
{
    auto change = ChangeSummary::fromJson(object);
    if (!change)
        return std::nullopt;
    Fields fields(object);
    return fields.whole(OperationSummary { .change = std::move(*change),
                                           .partition = fields.id<PartitionKey>("partition"_L1),
                                           .mergeRequestIid = fields.maybeNumber("mergeRequestIid"_L1),
                                           .failureCode = fields.maybeText("failureCode"_L1),
                                           .ownsBinding = fields.flag("ownsBinding"_L1),
                                           .diagnosis = fields.maybePart<Diagnosis>("diagnosis"_L1) });
}

QJsonObject TimelineItem::toJson() const
{
    return { { u"at"_s, jsonOf(at) },
             { u"source"_s, source },
             { u"what"_s, what },
             { u"outcome"_s, jsonOf(outcome) },
             { u"actor"_s, jsonOf(actor) },
             { u"detail"_s, jsonOf(detail) },
             { u"fromStep"_s, jsonOf(fromStep) },
             { u"toStep"_s, jsonOf(toStep) },
             { u"toStatus"_s, jsonOf(toStatus) } };
}

std::optional<TimelineItem> TimelineItem::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(TimelineItem { .at = fields.time("at"_L1),
                                       .source = fields.text("source"_L1),
                                       .what = fields.text("what"_L1),
                                       .outcome = fields.maybeText("outcome"_L1),
                                       .actor = fields.maybeText("actor"_L1),
                                       .detail = fields.maybeText("detail"_L1),
                                       .fromStep = fields.maybePart<StepView>("fromStep"_L1),
                                       .toStep = fields.maybePart<StepView>("toStep"_L1),
                                       .toStatus = fields.maybeText("toStatus"_L1) });
}

QJsonObject OperationDetail::toJson() const
{
    QJsonObject json = summary.toJson();
    json.insert(u"mergeRequest"_s, jsonOf(mergeRequest));
    json.insert(u"branch"_s, branch);
    json.insert(u"baseSha"_s, baseSha);
    json.insert(u"headSha"_s, headSha);
    json.insert(u"mergeSha"_s, mergeSha);
    json.insert(u"failureDetail"_s, jsonOf(failureDetail));
    json.insert(u"remote"_s, jsonOf(remote));
    json.insert(u"timeline"_s, jsonOf(timeline));
    return json;
}

std::optional<OperationDetail> OperationDetail::fromJson(const QJsonObject &object)
{
    auto summary = OperationSummary::fromJson(object);
    if (!summary)
        return std::nullopt;
    Fields fields(object);
    return fields.whole(OperationDetail { .summary = std::move(*summary),
                                          .mergeRequest = fields.maybePart<MergeRequest>("mergeRequest"_L1),
                                          .branch = fields.text("branch"_L1),
                                          .baseSha = fields.text("baseSha"_L1),
                                          .headSha = fields.text("headSha"_L1),
                                          .mergeSha = fields.text("mergeSha"_L1),
                                          .failureDetail = fields.maybeText("failureDetail"_L1),
                                          .remote = fields.maybePart<RemoteReading>("remote"_L1),
                                          .timeline = fields.parts<TimelineItem>("timeline"_L1) });
}

QJsonObject AttentionItem::toJson() const
{
    return { { u"kind"_s, kind },           { u"id"_s, id },           { u"title"_s, title },
             { u"since"_s, jsonOf(since) }, { u"version"_s, version }, { u"diagnosis"_s, jsonOf(diagnosis) } };
}

std::optional<AttentionItem> AttentionItem::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(AttentionItem { .kind = fields.text("kind"_L1),
                                        .id = fields.text("id"_L1),
                                        .title = fields.text("title"_L1),
                                        .since = fields.time("since"_L1),
                                        .version = fields.number("version"_L1),
                                        .diagnosis = fields.maybePart<Diagnosis>("diagnosis"_L1) });
}

} // namespace slipway::protocol
