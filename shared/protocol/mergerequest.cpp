// SPDX-License-Identifier: GPL-3.0-only
#include "shared/protocol/mergerequest.h"

#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::protocol {

MergeRequest MergeRequest::at(const QString &forge, const QString &project, MergeRequestIid iid)
{
    MergeRequest mergeRequest { project, iid, std::nullopt };
    if (!forge.isEmpty() && !project.isEmpty()) {
        mergeRequest.url =
            u"%1/%2/-/merge_requests/%3"_s.arg(forge.endsWith(u'/') ? forge.chopped(1) : forge, project).arg(iid.value());
    }
    return mergeRequest;
}

QJsonObject MergeRequest::toJson() const
{
    return { { u"project"_s, project }, { u"iid"_s, iid.value() }, { u"url"_s, jsonOf(url) } };
}

std::optional<MergeRequest> MergeRequest::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    return fields.whole(MergeRequest {
        .project = fields.text("project"_L1), .iid = fields.id<MergeRequestIid>("iid"_L1), .url = fields.maybeText("url"_L1) });
}

} // namespace slipway::protocol
