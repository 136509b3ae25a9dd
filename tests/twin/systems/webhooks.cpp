// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/systems/webhooks.h"

#include "tests/twin/twin.h"

#include <QJsonDocument>
#include <QUuid>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

const auto mergeRequestEvents = u"merge_requests_events"_s;
const auto pipelineEvents = u"pipeline_events"_s;
const auto pushEvents = u"push_events"_s;
const auto noteEvents = u"note_events"_s;

Settings defaultPolicy()
{
    return Settings({ { u"drop"_s, 0 },
                      { u"duplicate"_s, 0 },
                      { u"hold"_s, false },
                      { u"reorder"_s, 0 },
                      { u"delay_ms"_s, 0 },
                      { u"jitter"_s, 0 },
                      { u"new_key_duplicate"_s, 0 },
                      { u"wrong_token"_s, 0 },
                      { u"legacy_headers"_s, false },
                      { u"sign"_s, u"token"_s } },
                    { { u"sign"_s, { u"token"_s, u"standard"_s } } });
}

QString newUuid() { return QUuid::createUuid().toString(QUuid::WithoutBraces); }

} // namespace

Webhooks::Webhooks(Twin &twin)
    : policy(defaultPolicy())
    , m_twin(twin)
    , m_payloads(twin)
    , m_hooks(twin.store)
{
    connect(&twin.world, &World::applied, this, &Webhooks::applied);
    connect(&twin.world, &World::pipelineChanged, this, &Webhooks::pipelineChanged);
    twin.store.keepSettings(u"webhooks_policy"_s, policy);
    twin.agenda.defineLengthy(u"webhook.push"_s, [this](QJsonObject with) { return sendPush(std::move(with)); });
    twin.agenda.defineLengthy(u"webhook.pipeline"_s, [this](QJsonObject with) { return sendPipeline(std::move(with)); });
    twin.deliveries.open(u"webhook"_s, channel());
