// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/core/twinclock.h"
#include "tests/twin/model/approvalrequest.h"
#include "tests/twin/model/deploy.h"
#include "tests/twin/model/effect.h"
#include "tests/twin/model/journalentry.h"
#include "tests/twin/model/project.h"
#include "tests/twin/store/shelf.h"

#include <QObject>

#include <functional>

namespace slipway::twin {

/// What a change says about itself. An empty kind changes state without being an effect anybody asked for (a check
/// finished).
struct Change {
    QString kind;
    ProjectPtr project;
    MergeRequestPtr mergeRequest;
    Actor actor;
    QString sha;
    QJsonObject detail;
    /// How GitLab's merge request events name it ("open", "merge", "update"); empty for none.
    QString hookAction;
};

/// Everything the twin knows, owned by the main thread. Reading is free; every change goes through apply(), which moves
/// updated_at, writes the ledger, keeps what the change names (see Store) and tells the listeners, so that no change can
/// forget one of them.
class World : public QObject {
    Q_OBJECT
public:
    World(TwinClock &clock, Store &store, QObject *parent = nullptr);

    /// Runs \a mutation and books it. Keeps the merge request, or without one the project; what else the mutation
    /// touched is named with changed(). Returns the effect's id, 0 when the change has no kind. Throws Cancelled for a
    /// project that a reset has removed meanwhile.
    qint64 apply(const Change &change, const std::function<void()> &mutation);
    /// Says that this one must be kept as it is now. One that a reset has removed is left alone.
    void changed(const UserPtr &user);
    void changed(const ProjectPtr &project);
    void changed(const MergeRequestPtr &mergeRequest);
    void changed(const PipelinePtr &pipeline);
    /// Forgets everything.
    void reset();

    UserPtr userById(qint64 id) const;
    UserPtr userByName(const QString &username) const;
    /// The owner of a token, valid or not; \a token gets a copy of it.
    UserPtr userByToken(const QString &value, AccessToken *token) const;
    UserPtr addUser(const QString &username);
    /// By number or full path.
    ProjectPtr project(const QString &idOrPath) const;
    /// The project that once had that path.
    ProjectPtr movedProject(const QString &formerPath) const;
    ProjectPtr projectById(qint64 id) const;
    /// A project that nobody sees yet; add() it once its repository is there.
    ProjectPtr prepareProject(const QString &path);
    void add(const ProjectPtr &project);

    /// Who and what an appointment is about, in a form that survives a restart.
    static QJsonObject reference(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const Actor &actor = {});
    struct Located {
        ProjectPtr project;
        MergeRequestPtr mergeRequest;
        Actor actor;
    };
    /// The reverse of reference().
    Located located(const QJsonObject &reference) const;

    const QList<UserPtr> &users() const { return m_users; }
    const QList<ProjectPtr> &projects() const { return m_projects; }
    const QList<Effect> &effects() const { return m_effects; }
    const QList<JournalEntry> &journal() const { return m_journal; }

    qint64 openJournal(JournalEntry entry);
    /// To be changed.
    JournalEntry &journalEntry(qint64 id);

    /// Ids that GitLab counts over all projects.
    qint64 nextId(const QString &sequence);

    Shelf<ApprovalRequest> approvals;
    Shelf<Deploy> deploys;

Q_SIGNALS:
    /// After a change that has a kind or a name of GitLab's hooks.
    void applied(const slipway::twin::Change &change);
    void pipelineChanged(const slipway::twin::ProjectPtr &project, const slipway::twin::PipelinePtr &pipeline);

private:
    void remember(const Change &change) const;
    void keepUsersAndProjects();
    void keepMergeRequestsAndPipelines();
    void keepRecords();
    void lookAtPolicies();
    void book(const Change &change, Effect effect);

    TwinClock &m_clock;
    Store &m_store;
    QList<UserPtr> m_users;
    QList<ProjectPtr> m_projects;
    QList<Effect> m_effects;
    QList<JournalEntry> m_journal;
    QHash<QString, qint64> m_sequences;
    QHash<qint64, quint64> m_policyRevisions; ///< As they were last kept, by project.
};

} // namespace slipway::twin
