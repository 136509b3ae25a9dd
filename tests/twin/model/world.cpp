// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/model/world.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;

World::World(TwinClock &clock, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
{
}

namespace {

/// GitLab's list cache looks at updated_at, which in GitLab neither approvals nor pipelines move.
bool isSeenByLists(const Change &change)
{
    const bool unseen = change.kind.startsWith(u"pipeline_") || change.kind.contains(u"approv");
    return !unseen && (!change.kind.isEmpty() || !change.hookAction.isEmpty());
}

} // namespace

qint64 World::apply(const Change &change, const std::function<void()> &mutation)
{
    remember(change);
    mutation();
    if (change.mergeRequest) {
        change.mergeRequest->updatedAt = m_clock.now();
        change.mergeRequest->listRevision += isSeenByLists(change) ? 1 : 0;
    }
    qint64 id = 0;
    if (!change.kind.isEmpty()) {
        Effect effect;
        id = effect.id = m_effects.size() + 1;
        effect.at = m_clock.now();
        effect.kind = change.kind;
        effect.project = change.project ? change.project->path : QString();
        effect.iid = change.mergeRequest ? change.mergeRequest->iid : 0;
        effect.user = change.actor.user ? change.actor.user->username : QString();
        effect.sha = change.sha;
        effect.detail = change.detail;
        effect.request = change.actor.request;
        m_effects.append(effect);
        if (effect.request > 0 && effect.request <= m_journal.size())
            journalEntry(effect.request).effects.append(id);
    }
    if (change.mergeRequest && !change.hookAction.isEmpty())
        Q_EMIT mergeRequestChanged(change.project, change.mergeRequest, change.hookAction, change.actor);
    return id;
}

void World::remember(const Change &change) const
{
    // Checks and pipelines go on by themselves; what a request or a person does is a write. All changes of one request
    // are one write.
    const bool writes = change.actor.request > 0
        ? change.mergeRequest && change.mergeRequest->lastWriter != change.actor.request
        : !change.kind.isEmpty();
    if (!change.mergeRequest || !writes)
        return;
    MergeRequest &mergeRequest = *change.mergeRequest;
    std::shared_ptr<MergeRequest> copy;
    if (mergeRequest.id > 0) {
        copy = std::make_shared<MergeRequest>(mergeRequest);
        copy->earlier.reset();
        if (copy->headPipeline)
            copy->headPipeline = std::make_shared<Pipeline>(*copy->headPipeline);
    }
    mergeRequest.earlier = std::move(copy);
    mergeRequest.lastWriter = change.actor.request;
    mergeRequest.lastWrittenAt = m_clock.now();
}

void World::reset()
{
    m_users.clear();
    m_projects.clear();
    m_effects.clear();
    m_journal.clear();
    m_sequences.clear();
    approvals.clear();
    deploys.clear();
}

UserPtr World::userById(qint64 id) const { return id >= 1 && id <= m_users.size() ? m_users[id - 1] : nullptr; }

UserPtr World::userByName(const QString &username) const
{
    for (const UserPtr &user : m_users) {
        if (user->username.compare(username, Qt::CaseInsensitive) == 0)
            return user;
    }
    return nullptr;
}

UserPtr World::userByToken(const QString &value, AccessToken *token) const
{
    for (const UserPtr &user : m_users) {
        for (const AccessToken &candidate : user->tokens) {
            if (candidate.value == value) {
                *token = candidate;
                return user;
            }
        }
    }
    return nullptr;
}

UserPtr World::addUser(const QString &username)
{
    auto user = std::make_shared<User>();
    user->id = m_users.size() + 1;
    user->username = username;
    user->name = username;
    user->email = username + u"@users.noreply.example.org"_s;
    user->createdAt = m_clock.now();
    m_users.append(user);
    return user;
}

ProjectPtr World::project(const QString &idOrPath) const
{
    bool isNumber = false;
    const qint64 id = idOrPath.toLongLong(&isNumber);
    for (const ProjectPtr &project : m_projects) {
        if (isNumber ? project->id == id : project->path.compare(idOrPath, Qt::CaseInsensitive) == 0)
            return project;
    }
    return nullptr;
}

ProjectPtr World::movedProject(const QString &formerPath) const
{
    for (const ProjectPtr &project : m_projects) {
        if (project->formerPaths.contains(formerPath, Qt::CaseInsensitive))
            return project;
    }
    return nullptr;
}

ProjectPtr World::addProject(const QString &path)
{
    auto project = std::make_shared<Project>();
    project->id = m_projects.size() + 1;
    project->path = path;
    project->name = path.section(u'/', -1);
    project->createdAt = m_clock.now();
    m_projects.append(project);
    return project;
}

qint64 World::openJournal(JournalEntry entry)
{
    entry.id = m_journal.size() + 1;
    entry.at = m_clock.now();
    m_journal.append(std::move(entry));
    return m_journal.size();
}

} // namespace slipway::twin
