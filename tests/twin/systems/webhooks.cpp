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

Settings defaultWebhookPolicy()
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
    : policy(defaultWebhookPolicy())
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
}

void Webhooks::reset()
{
    policy.restore(defaultWebhookPolicy().values());
    m_hooks.clear();
}

const QStringList &Webhooks::triggers()
{
    // clang-format off
    static const QStringList all {
        pushEvents, u"tag_push_events"_s, u"issues_events"_s, u"confidential_issues_events"_s, noteEvents,
        u"confidential_note_events"_s, mergeRequestEvents, u"job_events"_s, pipelineEvents, u"wiki_page_events"_s,
        u"deployment_events"_s, u"releases_events"_s, u"milestone_events"_s, u"emoji_events"_s,
        u"resource_access_token_events"_s, u"feature_flag_events"_s, u"repository_update_events"_s,
    };
    // clang-format on
    return all;
}

HookPtr Webhooks::find(const ProjectPtr &project, qint64 id) const
{
    const HookPtr hook = m_hooks.find(id);
    return hook && hook->projectId == project->id ? hook : nullptr;
}

QList<HookPtr> Webhooks::hooksOf(const ProjectPtr &project) const
{
    QList<HookPtr> found;
    std::copy_if(m_hooks.begin(), m_hooks.end(), std::back_inserter(found),
                 [&](const HookPtr &hook) { return hook->projectId == project->id; });
    return found;
}

bool Webhooks::passesFilter(const Hook &hook, const QString &branch)
{
    if (hook.pushBranchFilter.isEmpty() || hook.branchFilterStrategy == "all_branches"_L1)
        return true;
    QString pattern = hook.pushBranchFilter;
    if (hook.branchFilterStrategy == "wildcard"_L1) {
        pattern = QRegularExpression::escape(pattern);
        pattern.replace(u"\\*"_s, u".*"_s);
        pattern = QRegularExpression::anchoredPattern(pattern);
    }
    return QRegularExpression(pattern).match(branch).hasMatch();
}

bool Webhooks::isWanted(const ProjectPtr &project, const QString &trigger) const
{
    const bool byService =
        m_twin.deliveries.services.isSet("webhooks"_L1) && (trigger == mergeRequestEvents || trigger == pipelineEvents);
    return byService || std::any_of(m_hooks.begin(), m_hooks.end(), [&](const HookPtr &hook) {
               return hook->projectId == project->id && hook->events.contains(trigger);
           });
}

void Webhooks::applied(const Change &change)
{
    if (!change.mergeRequest)
        return;
    if (!change.hookAction.isEmpty() && isWanted(change.project, mergeRequestEvents))
        announce(change.project, mergeRequestEvents, m_payloads.mergeRequest(change));
    if (change.kind == "note"_L1 && !change.mergeRequest->notes.isEmpty()) {
        const QString trigger = change.mergeRequest->notes.last().internal ? u"confidential_note_events"_s : noteEvents;
        if (isWanted(change.project, trigger))
            announce(change.project, trigger, m_payloads.note(change));
    }
}

void Webhooks::pipelineChanged(const ProjectPtr &project, const PipelinePtr &pipeline)
{
    if (!isWanted(project, pipelineEvents))
        return;
    const QJsonObject with { { u"project"_s, project->id },
                             { u"sha"_s, pipeline->sha },
                             { u"body"_s, m_payloads.pipeline(project, pipeline) } };
    m_twin.agenda.after({}, u"webhook.pipeline"_s, with);
}

void Webhooks::branchMoved(const ProjectPtr &project, const BranchMove &move)
{
    if (!isWanted(project, pushEvents))
        return;
    QJsonObject with = World::reference(project, nullptr, move.actor);
    with.insert(u"branch"_s, move.branch);
    with.insert(u"from"_s, move.from);
    with.insert(u"to"_s, move.to);
    m_twin.agenda.after({}, u"webhook.push"_s, with);
}

Task<void> Webhooks::sendPipeline(QJsonObject with)
{
    const ProjectPtr project = m_twin.world.projectById(with[u"project"_s].toInteger());
    if (!project)
        co_return;
    const std::optional<Commit> commit = co_await project->repository->commit(with[u"sha"_s].toString());
    QJsonObject body = with[u"body"_s].toObject();
    body.insert(u"commit"_s, commit ? QJsonValue(m_payloads.commit(project, *commit)) : QJsonValue());
    announce(project, pipelineEvents, body);
}

Task<void> Webhooks::sendPush(QJsonObject with)
{
    const World::Located found = m_twin.world.located(with);
    if (!found.project)
        co_return;
    const BranchMove move { with[u"branch"_s].toString(), with[u"from"_s].toString(), with[u"to"_s].toString(), found.actor,
                            0 };
    QList<Commit> commits;
    if (!move.to.isEmpty()) {
        const QString range = move.from.isEmpty() ? move.to : move.from + u".."_s + move.to;
        commits = co_await found.project->repository->log(range, QString(), 0, 1000);
    }
    announce(found.project, pushEvents, m_payloads.push(found.project, move, commits), move.branch);
}

void Webhooks::announce(const ProjectPtr &project, const QString &trigger, const QJsonObject &body, const QString &branch)
{
    const QString origin = newUuid();
    const bool toService = trigger == mergeRequestEvents || trigger == pipelineEvents;
    if (toService && m_twin.deliveries.services.isSet("webhooks"_L1))
        send(nullptr, trigger, origin, body);
    for (const HookPtr &hook : hooksOf(project)) {
        if (hook->events.contains(trigger) && hook->alertStatus(m_twin.clock.now()) == "executable"_L1
            && (trigger != pushEvents || passesFilter(*hook, branch)))
            send(hook, trigger, origin, body);
    }
}

void Webhooks::send(const HookPtr &hook, const QString &trigger, const QString &origin, const QJsonObject &body)
{
    auto delivery = std::make_shared<Delivery>();
    delivery->kind = u"webhook"_s;
    delivery->owner = hook ? hook->id : 0;
    delivery->trigger = trigger;
    delivery->eventId = newUuid();
    delivery->origin = origin;
    delivery->body = QJsonDocument(body).toJson(QJsonDocument::Compact);
    const bool twice = policy.consume("new_key_duplicate"_L1);
    m_twin.deliveries.send(delivery);
    if (twice) {
        auto other = std::make_shared<Delivery>(*delivery);
        other->eventId = newUuid();
        m_twin.deliveries.repeat(other);
    }
}

} // namespace slipway::twin
