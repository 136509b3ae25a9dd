// SPDX-License-Identifier: GPL-3.0-only
#include "shared/protocol/instance.h"

#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::protocol {

QJsonObject InstanceView::toJson() const
{
    return {
        { u"instance"_s, jsonOf(id) },
        { u"host"_s, jsonOf(host) },
        { u"pid"_s, jsonOf(pid) },
        { u"version"_s, jsonOf(version) },
        { u"state"_s, jsonOf(state) },
        { u"startedAt"_s, jsonOf(startedAt) },
        { u"lastBeatAt"_s, jsonOf(lastBeatAt) },
        { u"heartbeatAgeMs"_s, jsonOf(heartbeatAge) },
        { u"draining"_s, jsonOf(isDraining) },
        { u"loops"_s, loops },
    };
}

std::optional<InstanceView> InstanceView::fromJson(const QJsonObject &object)
{
    Fields fields(object);
    if (!object.value("loops"_L1).isArray())
        return std::nullopt;
    return fields.whole(InstanceView {
        .id = fields.id<InstanceId>("instance"_L1),
        .host = fields.text("host"_L1),
        .pid = fields.number("pid"_L1),
        .version = fields.text("version"_L1),
        .state = fields.text("state"_L1),
        .startedAt = fields.time("startedAt"_L1),
        .lastBeatAt = fields.time("lastBeatAt"_L1),
        .heartbeatAge = std::chrono::milliseconds(fields.number("heartbeatAgeMs"_L1)),
        .isDraining = fields.flag("draining"_L1),
        .loops = object.value("loops"_L1).toArray(),
    });
}

} // namespace slipway::protocol
