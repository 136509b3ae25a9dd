// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/behaviour/discussions.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/twin.h"

#include <QCryptographicHash>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

Note *find(MergeRequest &mergeRequest, qint64 id)
{
    for (Note &note : mergeRequest.notes) {
        if (note.id == id)
            return &note;
    }
    throw Refusal::missing(u"Note"_s);
}

QString discussionId(qint64 note)
{
    return QString::fromLatin1(QCryptographicHash::hash(QByteArray::number(note), QCryptographicHash::Sha1).toHex());
}

} // namespace

Discussions::Discussions(Twin &twin)
    : m_twin(twin)
{
}

QList<Note> Discussions::notesOf(const MergeRequest &mergeRequest, const QString &discussion)
{
    QList<Note> found;
    for (const Note &note : mergeRequest.notes) {
        if (note.discussion == discussion)
            found.append(note);
    }
    return found;
}

void Discussions::limit(const ProjectPtr &project, const Actor &actor)
{
    QList<Instant> &written = m_written[actor.user->id];
    const Instant now = m_twin.clock.now();
    written.removeIf([&](const Instant &at) { return at > now || now - at >= std::chrono::minutes(1); });
    if (written.size() >= project->policy.number("notes_per_minute"_L1)) {
        const QString text = u"This endpoint has been requested too many times. Try again later."_s;
        throw Refusal::message(429, QJsonObject { { u"error"_s, text } });
    }
    written.append(now);
}

Note Discussions::append(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, Note note, const Actor &actor)
{
    limit(project, actor);
    m_twin.world.apply({ u"note"_s, project, mergeRequest, actor, {}, {}, {} }, [&] {
        note.id = m_twin.world.nextId(u"note"_s);
        note.author = actor.user;
        note.createdAt = note.updatedAt = m_twin.clock.now();
        if (note.discussion.isEmpty())
            note.discussion = discussionId(note.id);
        mergeRequest->notes.append(note);
    });
    return note;
}

Note Discussions::comment(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const QString &body, bool internal,
                          const Actor &actor)
{
    Note note;
    note.body = body;
    note.internal = internal;
    return append(project, mergeRequest, note, actor);
}

Note Discussions::open(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const QString &body, const Actor &actor)
{
    Note note;
    note.body = body;
    note.resolvable = true;
    return append(project, mergeRequest, note, actor);
}

Note Discussions::reply(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const QString &discussion,
                        const QString &body, const Actor &actor)
{
    const QList<Note> thread = notesOf(*mergeRequest, discussion);
    if (thread.isEmpty())
        throw Refusal::missing(u"Discussion"_s);
    Note note;
    note.body = body;
    note.discussion = discussion;
    note.resolvable = thread.first().resolvable;
    note.resolvedBy = thread.first().resolvedBy;
    return append(project, mergeRequest, note, actor);
}

void Discussions::resolve(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const QString &discussion,
                          bool resolved, const Actor &actor)
{
    const QList<Note> thread = notesOf(*mergeRequest, discussion);
    if (thread.isEmpty())
        throw Refusal::missing(u"Discussion"_s);
    if (!thread.first().resolvable)
        throw Refusal::message(400, u"400 Bad request - Discussion is not resolvable"_s);
    if (resolved == (thread.first().resolvedBy != nullptr))
        return;
    const QJsonObject detail { { u"discussion"_s, discussion }, { u"resolved"_s, resolved } };
    m_twin.world.apply({ u"resolve"_s, project, mergeRequest, actor, {}, detail, {} }, [&] {
        for (Note &note : mergeRequest->notes) {
            if (note.discussion == discussion)
                note.resolvedBy = resolved ? actor.user : nullptr;
        }
    });
    m_twin.autoMerging.reviewChanged(project, mergeRequest);
}

void Discussions::rewrite(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, qint64 noteId, const QString &body,
                          const Actor &actor)
{
    Note *note = find(*mergeRequest, noteId);
    if (note->author != actor.user)
        throw Refusal::forbidden();
    const QJsonObject detail { { u"note"_s, noteId }, { u"rewritten"_s, true } };
    m_twin.world.apply({ u"note"_s, project, mergeRequest, actor, {}, detail, {} }, [&] {
        note->body = body;
        note->updatedAt = m_twin.clock.now();
    });
}

void Discussions::remove(const ProjectPtr &project, const MergeRequestPtr &mergeRequest, qint64 noteId, const Actor &actor)
{
    const Note *note = find(*mergeRequest, noteId);
    if (note->author != actor.user && project->levelOf(actor.user) < Maintainer)
        throw Refusal::forbidden();
    m_twin.world.apply({ u"note_delete"_s, project, mergeRequest, actor, {}, { { u"note"_s, noteId } }, {} },
                       [&] { mergeRequest->notes.removeIf([&](const Note &candidate) { return candidate.id == noteId; }); });
    m_twin.autoMerging.reviewChanged(project, mergeRequest);
}

} // namespace slipway::twin
