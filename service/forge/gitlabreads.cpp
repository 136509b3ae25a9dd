// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/gitlabreads.h"

#include "service/forge/gitlabtypes.h"

namespace slipway::forge {

using namespace Qt::StringLiterals;

namespace {

QString subjectOf(MergeRequestIid iid) { return u"!%1"_s.arg(iid.value()); }

} // namespace

Account GitLabReads::whoAmI(Bot bot)
{
    const auto answer = m_api.read({ .operation = "user.read", .bot = bot, .path = u"/user"_s });
    if (!answer)
        throw Error(Code::Unavailable, u"user.read: 404; is this a GitLab?"_s);
    return gitlab::accountFrom(answer->json().toObject());
}

std::optional<Instant> GitLabReads::tokenEnd(Bot bot)
{
    const auto answer = m_api.read({ .operation = "token.read", .bot = bot, .path = u"/personal_access_tokens/self"_s });
    // Absent where the token is none of a person's own, or the server too old to tell.
    return answer ? gitlab::tokenEndFrom(answer->json().toObject()) : std::nullopt;
}

std::optional<MergeRequest> GitLabReads::mergeRequest(const Project &project, MergeRequestIid iid)
{
    // Without being asked, GitLab leaves rebase_in_progress out, which must not be read as "no".
    QUrlQuery query;
    query.addQueryItem(u"include_rebase_in_progress"_s, u"true"_s);
    const auto answer = m_api.readInProject({ .operation = "mr.read",
                                              .project = project,
                                              .subject = subjectOf(iid),
                                              .path = GitLabApi::mergeRequestPath(project, iid),
                                              .query = query });
    if (!answer)
        return std::nullopt;
    MergeRequest request = gitlab::mergeRequestFrom(answer->json().toObject());
    if (request.iid != iid)
        throw Error(Code::Unavailable, u"mr.read: asked for !%1, got something else"_s.arg(iid.value()));
    return request;
}

std::vector<MergeRequest> GitLabReads::mergeRequestsFrom(const Project &project, const QString &sourceBranch)
{
    QUrlQuery query;
    query.addQueryItem(u"state"_s, u"all"_s);
    query.addQueryItem(u"source_branch"_s, GitLabApi::encoded(sourceBranch));
    query.addQueryItem(u"order_by"_s, u"created_at"_s);
    query.addQueryItem(u"sort"_s, u"desc"_s);
    const auto rows = m_api.readAllPages({ .operation = "mr.list",
                                           .project = project,
                                           .subject = sourceBranch,
                                           .path = GitLabApi::projectPath(project) + u"/merge_requests"_s,
                                           .query = query });
    if (!rows)
        throw Error(Code::Unavailable, u"mr.list: 404 in a visible project"_s);
    std::vector<MergeRequest> requests;
    for (const QJsonValue &row : *rows) {
        // The list may be hours old, so it only tells which ones to read.
        const QJsonObject listed = row.toObject();
        if (!gitlab::isFromOwnProject(listed))
            continue;
        auto request = mergeRequest(project, MergeRequestIid(listed["iid"_L1].toInteger()));
        if (request && request->sourceBranch == sourceBranch)
            requests.push_back(std::move(*request));
    }
    return requests;
}

std::vector<Pipeline> GitLabReads::pipelines(const Project &project, MergeRequestIid iid)
{
    const auto rows = m_api.readAllPages({ .operation = "pipeline.list",
                                           .project = project,
                                           .subject = subjectOf(iid),
                                           .path = GitLabApi::mergeRequestPath(project, iid) + u"/pipelines"_s });
    if (!rows)
        throw Error(Code::Unavailable, u"pipeline.list: !%1 is not there"_s.arg(iid.value()));
    return gitlab::pipelinesFrom(*rows);
}

Approvals GitLabReads::approvals(const Project &project, MergeRequestIid iid, Bot reader)
{
    const auto answer = m_api.readInProject({ .operation = "approvals.read",
                                              .project = project,
                                              .subject = subjectOf(iid),
                                              .bot = reader,
                                              .path = GitLabApi::mergeRequestPath(project, iid) + u"/approvals"_s });
    if (!answer)
        throw Error(Code::Unavailable, u"approvals.read: !%1 is not there"_s.arg(iid.value()));
    return gitlab::approvalsFrom(answer->json().toObject());
}

std::optional<QJsonObject> GitLabReads::approvalChecklist(const Project &project, MergeRequestIid iid, Bot reader)
{
    const auto answer = m_api.readInProject({ .operation = "checklist.read",
                                              .project = project,
                                              .subject = subjectOf(iid),
                                              .bot = reader,
                                              .path = GitLabApi::mergeRequestPath(project, iid) + u"/approval_checklist"_s });
    if (!answer || !answer->json().isObject())
        return std::nullopt;
    return answer->json().toObject();
}

std::optional<Oid> GitLabReads::branchHead(const Project &project, const QString &branch)
{
    const auto answer = m_api.readInProject(
        { .operation = "branch.read",
          .project = project,
          .subject = branch,
          .path = GitLabApi::projectPath(project) + u"/repository/branches/"_s + GitLabApi::encoded(branch) });
    if (!answer)
        return std::nullopt;
    const auto head = gitlab::branchHeadFrom(answer->json().toObject());
    if (!head)
        throw Error(Code::Unavailable, u"branch.read: no commit in the answer for %1"_s.arg(branch));
    return head;
}

std::optional<std::vector<Oid>> GitLabReads::parentsOf(const Project &project, const Oid &commit)
{
    const auto answer = m_api.readInProject(
        { .operation = "commit.read",
          .project = project,
          .subject = commit.value(),
          .path = GitLabApi::projectPath(project) + u"/repository/commits/"_s + GitLabApi::encoded(commit.value()) });
    if (!answer)
        return std::nullopt;
    const QJsonObject json = answer->json().toObject();
    if (!json["parent_ids"_L1].isArray())
        throw Error(Code::Unavailable, u"commit.read: no parents in the answer for %1"_s.arg(commit.value()));
    return gitlab::parentsFrom(json);
}

QString GitLabReads::fullPathOf(const Project &project)
{
    const auto answer =
        m_api.read({ .operation = "project.read", .project = project, .path = GitLabApi::projectPath(project) });
    if (!answer)
        throw Error(Code::NotFound, u"project %1 does not exist, or the author bot may not see it"_s.arg(project.path));
    const QString path = answer->json().toObject()["path_with_namespace"_L1].toString();
    if (path.isEmpty())
        throw Error(Code::Unavailable, u"project.read: no path in the answer"_s);
    return path;
}

} // namespace slipway::forge
