// SPDX-License-Identifier: GPL-3.0-only
#include "shared/protocol/remotereading.h"

#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::protocol {

QJsonObject PipelineView::toJson() const
{
    return { { u"id"_s, id }, { u"sha"_s, sha }, { u"status"_s, status }, { u"source"_s, source }, { u"ref"_s, ref } };
}

std::optional<PipelineView> PipelineView::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(PipelineView { .id = fields.number("id"_L1),
                                       .sha = fields.text("sha"_L1),
                                       .status = fields.text("status"_L1),
                                       .source = fields.text("source"_L1),
                                       .ref = fields.text("ref"_L1) });
}

QJsonObject BotApproval::toJson() const
{
    return { { u"bot"_s, bot }, { u"hasApproved"_s, jsonOf(hasApproved) }, { u"mayApprove"_s, jsonOf(mayApprove) } };
}

std::optional<BotApproval> BotApproval::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(BotApproval { .bot = fields.text("bot"_L1),
                                      .hasApproved = fields.maybeFlag("hasApproved"_L1),
                                      .mayApprove = fields.maybeFlag("mayApprove"_L1) });
}

QJsonObject RemoteReading::toJson() const
{
    return {
        { u"mergeRequest"_s, jsonOf(mergeRequest) },
        { u"state"_s, state },
        { u"detailedStatus"_s, detailedStatus },
        { u"hasConflicts"_s, hasConflicts },
        { u"head"_s, head },
        { u"mergeCommit"_s, mergeCommit },
        { u"by"_s, by },
        { u"targetHead"_s, targetHead },
        { u"isTargetMoved"_s, isTargetMoved },
        { u"pipelines"_s, jsonOf(pipelines) },
        { u"approvedBy"_s, QJsonArray::fromStringList(approvedBy) },
        { u"bots"_s, jsonOf(bots) },
        { u"readAt"_s, jsonOf(readAt) },
        { u"readBy"_s, readBy },
    };
}

std::optional<RemoteReading> RemoteReading::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    const auto approvers = fields.texts("approvedBy"_L1);
    return fields.whole(RemoteReading {
        .mergeRequest = fields.maybeId<MergeRequestIid>("mergeRequest"_L1),
        .state = fields.text("state"_L1),
        .detailedStatus = fields.text("detailedStatus"_L1),
        .hasConflicts = fields.flag("hasConflicts"_L1),
        .head = fields.text("head"_L1),
        .mergeCommit = fields.text("mergeCommit"_L1),
        .by = fields.text("by"_L1),
        .targetHead = fields.text("targetHead"_L1),
        .isTargetMoved = fields.flag("isTargetMoved"_L1),
        .pipelines = fields.parts<PipelineView>("pipelines"_L1),
        .approvedBy = QStringList(approvers.begin(), approvers.end()),
        .bots = fields.parts<BotApproval>("bots"_L1),
        .readAt = fields.maybeTime("readAt"_L1),
        .readBy = fields.text("readBy"_L1),
    });
}

} // namespace slipway::protocol
