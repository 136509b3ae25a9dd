// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/gitlabmutations.h"

#include <QTextBoundaryFinder>

namespace slipway::forge {

using namespace Qt::StringLiterals;
using outbound::Verb;

namespace {

constexpr qsizetype longestTitle = 255;
constexpr qsizetype longestDescription = 1'000'000;
// GitLab merges before it answers, for up to a minute.
constexpr int mergeDeadlineFactor = 4;

GitLabApi::Request onMergeRequest(const char *operation, const Project &project, MergeRequestIid iid,
                                  const QString &action = {})
{
    return { .operation = operation,
             .project = project,
             .subject = u"!%1"_s.arg(iid.value()),
             .path = GitLabApi::mergeRequestPath(project, iid) + action };
}

void requireGate(const Oid &head)
{
    // Without a commit named, GitLab approves and merges whatever the head happens to be.
    if (head.value().size() != 40)
        throw Error(Code::InternalError, u"approve and merge need the commit that was gated"_s);
}

} // namespace

QString titleWithinLimit(const QString &title)
{
    const QString line = title.simplified();
    // GitLab counts code points; a grapheme (an emoji of several) is kept whole.
    if (line.toUcs4().size() <= longestTitle)
        return line;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, line);
    qsizetype end = 0;
    for (qsizetype next = finder.toNextBoundary(); next > 0; next = finder.toNextBoundary()) {
        if (line.left(next).toUcs4().size() > longestTitle - 1)
            break;
        end = next;
    }
    return line.left(end) + u'…';
}

Outcome GitLabMutations::createMergeRequest(const Project &project, const QString &sourceBranch, const QString &title,
                                            const QString &description)
{
    QString text = description;
    if (text.size() > longestDescription)
        text = text.left(text.at(longestDescription - 1).isHighSurrogate() ? longestDescription - 1 : longestDescription);
    const GitLabApi::Request request { .operation = "mr.create",
                                       .project = project,
                                       .subject = sourceBranch,
                                       .path = GitLabApi::projectPath(project) + u"/merge_requests"_s };
    return m_api.send(request, Verb::Post,
                      { { u"source_branch"_s, sourceBranch },
                        { u"target_branch"_s, project.targetBranch },
                        { u"title"_s, titleWithinLimit(title) },
                        { u"description"_s, text },
                        { u"remove_source_branch"_s, true } });
}

Outcome GitLabMutations::approve(Bot bot, const Project &project, MergeRequestIid iid, const Oid &gatedHead,
                                 const QJsonObject &checklist)
{
    requireGate(gatedHead);
    auto request = onMergeRequest("mr.approve", project, iid, u"/approve"_s);
    request.bot = bot;
    QJsonObject body { { u"sha"_s, gatedHead.value() } };
    if (!checklist.isEmpty())
        body.insert(u"checklist"_s, checklist);
    return m_api.send(request, Verb::Post, body);
}

Outcome GitLabMutations::merge(Bot bot, const Project &project, MergeRequestIid iid, const Oid &gatedHead,
                               const QString &message)
{
    requireGate(gatedHead);
    auto request = onMergeRequest("mr.merge", project, iid, u"/merge"_s);
    request.bot = bot;
    QJsonObject body { { u"sha"_s, gatedHead.value() }, { u"should_remove_source_branch"_s, true } };
    if (!message.isEmpty())
        body[u"merge_commit_message"_s] = message;
    Outcome outcome = m_api.send(request, Verb::Put, body, mergeDeadlineFactor);
    // A success may only have armed the automatic merge, or speak of a state nobody foresaw.
    if (outcome.isDone() && outcome.body["state"_L1].toString() != "merged"_L1) {
        outcome.kind = Outcome::Kind::Unknown;
        outcome.text = u"answered with state '%1'"_s.arg(outcome.body["state"_L1].toString());
    }
    return outcome;
}

Outcome GitLabMutations::rebase(const Project &project, MergeRequestIid iid)
{
    return m_api.send(onMergeRequest("mr.rebase", project, iid, u"/rebase"_s), Verb::Put, {});
}

Outcome GitLabMutations::closeMergeRequest(const Project &project, MergeRequestIid iid)
{
    return m_api.send(onMergeRequest("mr.close", project, iid), Verb::Put, { { u"state_event"_s, u"close"_s } });
}

Outcome GitLabMutations::cancelAutoMerge(const Project &project, MergeRequestIid iid)
{
    return m_api.send(onMergeRequest("mr.cancelautomerge", project, iid, u"/cancel_merge_when_pipeline_succeeds"_s), Verb::Post,
                      {});
}

Outcome GitLabMutations::cancelPipeline(const Project &project, qint64 pipelineId)
{
    const GitLabApi::Request request { .operation = "pipeline.cancel",
                                       .project = project,
                                       .subject = QString::number(pipelineId),
                                       .path = GitLabApi::projectPath(project) + u"/pipelines/%1/cancel"_s.arg(pipelineId) };
    return m_api.send(request, Verb::Post, {});
}

Outcome GitLabMutations::deleteBranch(const Project &project, const QString &branch)
{
    const GitLabApi::Request request { .operation = "branch.delete",
                                       .project = project,
                                       .subject = branch,
                                       .path = GitLabApi::projectPath(project) + u"/repository/branches/"_s
                                           + GitLabApi::encoded(branch) };
    return m_api.send(request, Verb::Delete, {});
}

} // namespace slipway::forge
