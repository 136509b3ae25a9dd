// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/model/project.h"

namespace slipway::twin {

struct Twin;

/// Notes and threads of merge requests. A note that stands alone needs no answer; a thread has to be resolved where the
/// project says so.
class Discussions {
public:
    explicit Discussions(Twin &twin);
    void reset() { m_written.clear(); }

    /// A note that stands alone. 429 above the project's limit per minute.
    Note comment(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const QString &body, bool internal,
                 const Actor &actor);
    /// The first note of a thread.
    Note open(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const QString &body, const Actor &actor);
    /// One more note of a thread; 404 when there is none.
    Note reply(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const QString &discussion, const QString &body,
               const Actor &actor);
    /// Resolves or opens a thread again; 404 when there is none, 400 when it is a note that stands alone.
    void resolve(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const QString &discussion, bool resolved,
                 const Actor &actor);
    void rewrite(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, qint64 noteId, const QString &body,
                 const Actor &actor);
    void remove(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, qint64 noteId, const Actor &actor);
    static QList<Note> notesOf(const MergeRequest &mergeRequest, const QString &discussion);

private:
    Note append(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, Note note, const Actor &actor);
    void limit(const ProjectPtr &project, const Actor &actor);

    Twin &m_twin;
    QHash<qint64, QList<Instant>> m_written; ///< When each user wrote, within the last minute.
};

} // namespace slipway::twin
