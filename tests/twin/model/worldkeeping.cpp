// SPDX-License-Identifier: GPL-3.0-only
// The part of World that keeps everything in the store and takes it from there.
#include "tests/twin/model/world.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

template <class Entity>
std::shared_ptr<Entity> restored(const QJsonObject &row, References &references)
{
    auto entity = std::make_shared<Entity>();
    stored::readEntity(row, *entity, references);
    references.add(entity);
    return entity;
}

template <class Entity>
void visitAll(const QList<std::shared_ptr<Entity>> &entities, const Store::Source::Visitor &visitor)
{
    for (const std::shared_ptr<Entity> &entity : entities)
        visitor(entity->id, stored::writeEntity(*entity));
}

} // namespace

void World::keepUsersAndProjects()
{
    m_store.addSource({ u"sequences"_s,
                        [this](const Store::Source::Visitor &visitor) {
                            if (!m_sequences.isEmpty())
                                visitor(1, stored::write(m_sequences).toObject());
                        },
                        [this](qint64, const QJsonObject &row, References &references) {
                            stored::read(QJsonValue(row), m_sequences, references);
                        } });
    m_store.addSource({ u"users"_s, [this](const Store::Source::Visitor &visitor) { visitAll(m_users, visitor); },
                        [this](qint64, const QJsonObject &row, References &references) {
                            m_users.append(restored<User>(row, references));
                        } });
    m_store.addSource({ u"projects"_s, [this](const Store::Source::Visitor &visitor) { visitAll(m_projects, visitor); },
                        [this](qint64, const QJsonObject &row, References &references) {
                            m_projects.append(restored<Project>(row, references));
                        } });
    m_store.beforeCommit([this] { lookAtPolicies(); });
}

void World::keepMergeRequestsAndPipelines()
{
    m_store.addSource({ u"pipelines"_s,
                        [this](const Store::Source::Visitor &visitor) {
                            for (const ProjectPtr &project : std::as_const(m_projects))
                                visitAll(project->pipelines, visitor);
                        },
                        [](qint64, const QJsonObject &row, References &references) {
                            const PipelinePtr pipeline = restored<Pipeline>(row, references);
                            references.find<Project>(pipeline->projectId)->pipelines.append(pipeline);
                        } });
    m_store.addSource({ u"merge_requests"_s,
                        [this](const Store::Source::Visitor &visitor) {
                            for (const ProjectPtr &project : std::as_const(m_projects))
                                visitAll(project->mergeRequests, visitor);
                        },
                        [](qint64, const QJsonObject &row, References &references) {
                            const MergeRequestPtr mergeRequest = restored<MergeRequest>(row, references);
                            references.find<Project>(mergeRequest->projectId)->mergeRequests.append(mergeRequest);
                        } });
}

void World::keepRecords()
{
    m_store.addSource({ u"journal"_s,
                        [this](const Store::Source::Visitor &visitor) {
                            for (const JournalEntry &entry : std::as_const(m_journal))
                                visitor(entry.id, stored::writeEntity(entry));
                        },
                        [this](qint64, const QJsonObject &row, References &references) {
                            stored::readEntity(row, m_journal.emplaceBack(), references);
                        } });
    m_store.addSource({ u"effects"_s,
                        [this](const Store::Source::Visitor &visitor) {
                            for (const Effect &effect : std::as_const(m_effects))
                                visitor(effect.id, stored::writeEntity(effect));
                        },
                        [this](qint64, const QJsonObject &row, References &references) {
                            stored::readEntity(row, m_effects.emplaceBack(), references);
                        } });
}

/// Policies count down by themselves wherever a knob is used up.
void World::lookAtPolicies()
{
    for (const ProjectPtr &project : std::as_const(m_projects)) {
        quint64 &seen = m_policyRevisions[project->id];
        if (std::exchange(seen, project->policy.revision()) != project->policy.revision())
            m_store.changed(project);
    }
}

void World::changed(const UserPtr &user)
{
    if (m_users.contains(user))
        m_store.changed(user);
}

void World::changed(const ProjectPtr &project)
{
    if (m_projects.contains(project))
        m_store.changed(project);
}

void World::changed(const MergeRequestPtr &mergeRequest)
{
    const ProjectPtr project = projectById(mergeRequest->projectId);
    if (project && project->mergeRequest(mergeRequest->iid) == mergeRequest)
        m_store.changed(mergeRequest);
}

void World::changed(const PipelinePtr &pipeline)
{
    const ProjectPtr project = projectById(pipeline->projectId);
    if (project && project->pipelines.contains(pipeline))
        m_store.changed(pipeline);
}

} // namespace slipway::twin
