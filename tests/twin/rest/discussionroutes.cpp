// SPDX-License-Identifier: GPL-3.0-only
// Notes and threads of merge requests.
#include "tests/twin/rest/paging.h"
#include "tests/twin/rest/render.h"
#include "tests/twin/rest/routes.h"
#include "tests/twin/twin.h"

#include <algorithm>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;

namespace {

QString bodyOf(const Call &call)
{
    call.parameters.require({ "body"_L1 });
    const QString body = call.parameters.text("body"_L1);
    if (body.trimmed().isEmpty())
        throw Refusal::message(400, u"400 Bad request - Note {:note=>[\"can't be blank\"]}"_s);
    return body;
}

/// Notes for members only are not shown to others.
bool isVisible(const Call &call, const ProjectPtr &project, const Note &note)
{
    return !note.internal || project->levelOf(call.user) >= Reporter;
}

Task<Reply> notes(Call &call)
{
    const ProjectPtr project = call.project();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    call.parameters.requireOneOf("sort"_L1, { u"asc"_s, u"desc"_s });
    call.parameters.requireOneOf("order_by"_L1, { u"created_at"_s, u"updated_at"_s });
    QList<Note> found;
    for (const Note &note : std::as_const(mergeRequest->notes)) {
        if (isVisible(call, project, note))
            found.append(note);
    }
    if (call.parameters.text("order_by"_L1) == "updated_at"_L1)
        std::stable_sort(found.begin(), found.end(), [](const Note &a, const Note &b) { return a.updatedAt < b.updatedAt; });
    if (call.parameters.text("sort"_L1) != "asc"_L1)
        std::reverse(found.begin(), found.end());
    co_return listReply<Note>(
        call, found, [](const Note &note) { return sortable(note.id); },
        [&](const Note &note) { return render::note(call.baseUrl(), *mergeRequest, note); });
}

Note noteOf(const Call &call, const ProjectPtr &project, const MergeRequestPtr &mergeRequest)
{
    const qint64 id = call.numberArgument(2, "note_id"_L1);
    for (const Note &note : std::as_const(mergeRequest->notes)) {
        if (note.id == id && isVisible(call, project, note))
            return note;
    }
    throw Refusal::missing(u"Note"_s);
}

Task<Reply> note(Call &call)
{
    const ProjectPtr project = call.project();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    co_return jsonReply(200, render::note(call.baseUrl(), *mergeRequest, noteOf(call, project, mergeRequest)));
}

/// A note of nothing but quick actions does them and leaves no note.
bool isQuickActionsOnly(const QString &body)
{
    const QStringList lines = body.split(u'\n', Qt::SkipEmptyParts);
    return std::all_of(lines.begin(), lines.end(), [](const QString &line) {
        static const QStringList known { u"/close"_s, u"/reopen"_s, u"/draft"_s, u"/ready"_s };
        return known.contains(line.trimmed());
    });
}

Reply quickActions(const Call &call, const ProjectPtr &project, const MergeRequestPtr &mergeRequest, const QString &body)
{
    call.requireLevel(project, Developer);
    QJsonObject changes;
    QJsonArray summary;
    const QStringList lines = body.split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines) {
        const QString word = line.trimmed().mid(1);
        if (word == "close"_L1)
            call.twin.mergeRequests.close(project, mergeRequest, call.actor());
        else if (word == "reopen"_L1)
            call.twin.mergeRequests.reopen(project, mergeRequest, call.actor());
        else
            call.twin.mergeRequests.setDraft(project, mergeRequest, word == "draft"_L1, call.actor());
        const bool isState = word == "close"_L1 || word == "reopen"_L1;
        changes.insert(isState ? u"state_event"_s : u"wip_event"_s, word);
        summary.append(u"Applied /%1."_s.arg(word));
    }
    return jsonReply(202, QJsonObject { { u"commands_changes"_s, changes }, { u"summary"_s, summary } });
}

Task<Reply> createNote(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    const QString body = bodyOf(call);
    if (isQuickActionsOnly(body))
        co_return quickActions(call, project, mergeRequest, body);
    const Note made = call.twin.discussions.comment(project, mergeRequest, body,
                                                    call.parameters.flag("internal"_L1).value_or(false), call.actor());
    co_return jsonReply(201, render::note(call.baseUrl(), *mergeRequest, made));
}

Task<Reply> rewriteNote(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    const qint64 id = noteOf(call, project, mergeRequest).id;
    call.twin.discussions.rewrite(project, mergeRequest, id, bodyOf(call), call.actor());
    co_return jsonReply(200, render::note(call.baseUrl(), *mergeRequest, noteOf(call, project, mergeRequest)));
}

Task<Reply> removeNote(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    call.twin.discussions.remove(project, mergeRequest, noteOf(call, project, mergeRequest).id, call.actor());
    co_return emptyReply();
}

Task<Reply> list(Call &call)
{
    const ProjectPtr project = call.project();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    QStringList ids;
    for (const Note &note : std::as_const(mergeRequest->notes)) {
        if (isVisible(call, project, note) && !ids.contains(note.discussion))
            ids.append(note.discussion);
    }
    const Slice slice = sliceOf(call, ids.size(), [](qsizetype index) { return sortable(index); });
    QJsonArray items;
    const QStringList wanted = ids.mid(slice.first, slice.count);
    for (const QString &id : wanted)
        items.append(render::discussion(call.baseUrl(), *mergeRequest, Discussions::notesOf(*mergeRequest, id)));
    co_return slice.reply(call, items);
}

QJsonObject shown(const Call &call, const MergeRequest &mergeRequest, const QString &discussion)
{
    const QList<Note> thread = Discussions::notesOf(mergeRequest, discussion);
    if (thread.isEmpty())
        throw Refusal::missing(u"Discussion"_s);
    return render::discussion(call.baseUrl(), mergeRequest, thread);
}

Task<Reply> get(Call &call)
{
    const ProjectPtr project = call.project();
    co_return jsonReply(200, shown(call, *call.mergeRequest(project), call.argument(2)));
}

Task<Reply> open(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    const Note first = call.twin.discussions.open(project, mergeRequest, bodyOf(call), call.actor());
    co_return jsonReply(201, shown(call, *mergeRequest, first.discussion));
}

Task<Reply> reply(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    const Note made = call.twin.discussions.reply(project, mergeRequest, call.argument(2), bodyOf(call), call.actor());
    co_return jsonReply(201, render::note(call.baseUrl(), *mergeRequest, made));
}

Task<Reply> resolve(Call &call)
{
    const ProjectPtr project = call.project();
    call.requireUser();
    const MergeRequestPtr mergeRequest = call.mergeRequest(project);
    call.parameters.require({ "resolved"_L1 });
    if (call.user != mergeRequest->author)
        call.requireLevel(project, Developer);
    const bool resolved = call.parameters.flag("resolved"_L1).value_or(true);
    call.twin.discussions.resolve(project, mergeRequest, call.argument(2), resolved, call.actor());
    co_return jsonReply(200, shown(call, *mergeRequest, call.argument(2)));
}

} // namespace

QList<Operation> routes::discussions()
{
    const QByteArray mergeRequest = "/api/v4/projects/{id}/merge_requests/{iid}";
    return {
        { Method::Get, mergeRequest + "/notes", u"mr.notes"_s, Need::Read, &notes },
        { Method::Post, mergeRequest + "/notes", u"mr.note_create"_s, Need::Write, &createNote },
        { Method::Get, mergeRequest + "/notes/{note}", u"mr.note"_s, Need::Read, &note },
        { Method::Put, mergeRequest + "/notes/{note}", u"mr.note_update"_s, Need::Write, &rewriteNote },
        { Method::Delete, mergeRequest + "/notes/{note}", u"mr.note_delete"_s, Need::Write, &removeNote },
        { Method::Get, mergeRequest + "/discussions", u"mr.discussions"_s, Need::Read, &list },
        { Method::Post, mergeRequest + "/discussions", u"mr.discussion_create"_s, Need::Write, &open },
        { Method::Get, mergeRequest + "/discussions/{discussion}", u"mr.discussion"_s, Need::Read, &get },
        { Method::Put, mergeRequest + "/discussions/{discussion}", u"mr.discussion_resolve"_s, Need::Write, &resolve },
        { Method::Post, mergeRequest + "/discussions/{discussion}/notes", u"mr.discussion_reply"_s, Need::Write, &reply },
    };
}

} // namespace slipway::twin
