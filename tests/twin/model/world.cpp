// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/model/world.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;

World::World(TwinClock &clock, Store &store, QObject *parent)
    : QObject(parent)
    , approvals(store)
    , deploys(store)
    , m_clock(clock)
    , m_store(store)
{
    keepUsersAndProjects();
    keepMergeRequestsAndPipelines();
    keepRecords();
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
    if (change.project && !m_projects.contains(change.project))
        throw Cancelled {};
    // Also before: a mutation that ends in a refusal may have done half of its work.
    if (change.mergeRequest)
        changed(change.mergeRequest);
    else if (change.project)
        changed(change.project);
    remember(change);
    mutation();
    if (change.mergeRequest) {
        change.mergeRequest->updatedAt = m_clock.now();
        change.mergeRequest->listRevision += isSeenByLists(change) ? 1 : 0;
        changed(change.mergeRequest);
    } else if (change.project) {
        changed(change.project);
    }
    qint64 id = 0;
    if (!change.kind.isEmpty()) {
        id = m_effects.size() + 1;
        Effect effect;
        effect.id = id;
        effect.at = m_clock.now();
        book(change, effect);
    }
    if (id > 0 || !change.hookAction.isEmpty())
        Q_EMIT applied(change);
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

void World::book(const Change &change, Effect effect)
{
    effect.kind = change.kind;
    effect.project = change.project ? change.project->path : QString();
    effect.iid = change.mergeRequest ? change.mergeRequest->iid : 0;
    effect.user = change.actor.user ? change.actor.user->username : QString();
    effect.sha = change.sha;
    effect.detail = change.detail;
    effect.request = change.actor.request;
    m_effects.append(effect);
    m_store.changed(u"effects"_s, effect.id, [effect] { return stored::writeEntity(effect); });
    if (effect.request > 0 && effect.request <= m_journal.size())
        journalEntry(effect.request).effects.append(effect.id);
}

void World::reset()
{
    m_users.clear();
    m_projects.clear();
    m_effects.clear();
    m_journal.clear();
    m_sequences.clear();
    m_policyRevisions.clear();
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
    changed(user);
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

ProjectPtr World::projectById(qint64 id) const
{
    const auto found =
        std::find_if(m_projects.begin(), m_projects.end(), [id](const ProjectPtr &project) { return project->id == id; });
    return found == m_projects.end() ? nullptr : *found;
}

ProjectPtr World::prepareProject(const QString &path)
{
    auto project = std::make_shared<Project>();
    project->id = nextId(u"project"_s);
    project->path = path;
    project->name = path.section(u'/', -1);
    project->createdAt = m_clock.now();
    return project;
}

void World::add(const ProjectPtr &project)
{
    m_projects.append(project);
    changed(project);
}

QJsonObject World::reference(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const Actor &actor)
{
    return { { u"project"_s, project ? project->id : 0 },
             { u"iid"_s, mergeRequest ? mergeRequest->iid : 0 },
             { u"user"_s, actor.user ? actor.user->id : 0 },
             { u"request"_s, actor.request } };
}

World::Located World::located(const QJsonObject &reference) const
{
    Located found;
    found.project = projectById(reference[u"project"_s].toInteger());
    if (found.project)
        found.mergeRequest = found.project->mergeRequest(reference[u"iid"_s].toInteger());
    found.actor = { userById(reference[u"user"_s].toInteger()), reference[u"request"_s].toInteger() };
    return found;
}

JournalEntry &World::journalEntry(qint64 id)
{
    m_store.changed(u"journal"_s, id, [this, id] { return stored::writeEntity(m_journal[id - 1]); });
    return m_journal[id - 1];
}

qint64 World::nextId(const QString &sequence)
{
    m_store.changed(u"sequences"_s, 1, [this] { return stored::write(m_sequences).toObject(); });
    return ++m_sequences[sequence];
}

qint64 World::openJournal(JournalEntry entry)
{
    entry.id = m_journal.size() + 1;
    entry.at = m_clock.now();
    m_journal.append(std::move(entry));
    return journalEntry(m_journal.size()).id;
}

} // namespace slipway::twin
