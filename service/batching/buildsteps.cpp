// SPDX-License-Identifier: GPL-3.0-only
#include "service/batching/batchbuild.h"
#include "service/batching/steps.h"
#include "service/contract/committext.h"
#include "service/contract/partitions.h"
#include "service/workflow/taskqueue.h"
#include "service/workflow/text.h"
#include "sql/batching.h"

namespace slipway::batching {

using namespace Qt::StringLiterals;
using forge::Oid;
using workflow::BatchStatus;
using workflow::Cause;
using workflow::Event;
using workflow::LandingFailure;
using workflow::Phase;
using workflow::StopReason;

namespace {

/// Everything is as wanted already: landed without a merge request, on the head that was read. What nobody approved yet is asked for
/// all the same: "already so" is no permission.
Next landWithoutChange(StepContext &context, const Oid &base)
{
    const workflow::LandingRow &row = context.row();
    if (row.needsApproval)
        return context.advanceThen("landing.nothing_to_change",
                                   { .event = Event::NothingToChangeUnapproved,
                                     .evidence = u"it is in the repository already"_s,
                                     .also =
                                         [&](database::Transaction &transaction) {
                                             workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::SendApproval,
                                                                          row.operation.value());
                                         } },
                                   Next::finished());
    return context.advanceThen("landing.nothing_to_change",
                               { .phase = Phase::Verify,
                                 .event = Event::NothingToChange,
                                 .evidence = u"everything is in the repository already"_s,
                                 .isOver = true,
                                 .also =
                                     [&](database::Transaction &transaction) {
                                         context.landing().recordMerge(transaction, base.value());
                                         workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::MatchDeploy,
                                                                      deployReference(row));
                                     } },
                               Next::finished());
}

/// Nobody is left: the batch ends without a merge request.
Next endEmpty(StepContext &context)
{
    const bool done = context.advanceBatch(
        "batch.nothing_left",
        { .to = { .status = BatchStatus::Failed, .failureCode = workflow::text(rowOf(LandingFailure::NothingLeft).code) },
          .event = std::nullopt,
          .because = { Cause::Engine, {}, u"no member could be rendered"_s } });
    return done ? Next::finished() : Next::again();
}

void noteAlreadyEffective(StepContext &context, const std::vector<OperationId> &operations)
{
    for (size_t first = 0; first < operations.size(); first += 500) {
        QVariantList ids;
        for (size_t i = first; i < std::min(operations.size(), first + 500); ++i)
            ids.append(operations[i].value());
        context.write("landing.already_effective", [&](database::Transaction &transaction) {
            // A repeated run finds them marked: the history says it once.
            transaction.affect(sql::batching::record_already_effective, { { "operations", ids } });
            transaction.affect(sql::batching::mark_already_effective, { { "operations", ids } });
        });
    }
}

/// A rule of the forge refused the push. Where it refuses even the base itself, which it holds already, no member's content is at fault:
/// the batch holds its slot until a person has changed the rule, instead of blaming everybody in turn.
Next refusedPush(StepContext &context, const forge::Project &project, const Oid &base, const QString &words)
{
    const workflow::LandingRow &row = context.row();
    if (!row.batch || row.phase == Phase::Rebasing)
        return context.fail(LandingFailure::PushRejected, words);
    const forge::Published bare = context.services().forge->publish(project, row.branch, base, std::nullopt);
    switch (bare.kind) {
    case forge::Published::Kind::Unknown:
    case forge::Published::Kind::NotSent: return Next::poll(std::chrono::seconds(1), bare.text);
    case forge::Published::Kind::Refused:
        return context.stop(StopReason::PushRefused, u"GitLab lets nobody push to %1: %2"_s.arg(row.branch, bare.text),
                            std::chrono::seconds(30));
    case forge::Published::Kind::LeaseLost:
    case forge::Published::Kind::Done: break;
    }
    return context.fail(LandingFailure::PushRejected, words);
}

/// Pushes the built commit and records it; the branch may be absent, hold \a expected, or hold the commit already.
Next publish(StepContext &context, const forge::Project &project, const forge::BuiltCommit &built, const Oid &base,
             const std::optional<Oid> &expected)
{
    const workflow::LandingRow &row = context.row();
    const bool rebuilding = row.phase == Phase::Rebasing;
    const forge::Published pushed = context.services().forge->publish(project, row.branch, built.commit, expected);
    switch (pushed.kind) {
    case forge::Published::Kind::Unknown:
    case forge::Published::Kind::NotSent: return Next::poll(std::chrono::seconds(1), pushed.text);
    case forge::Published::Kind::LeaseLost:
        // The next batch of the same members has a branch of its own.
        return context.fail(rebuilding || row.batch ? LandingFailure::ForeignPush : LandingFailure::PushRejected,
                            u"branch %1 holds %2, which is not ours"_s.arg(
                                row.branch, pushed.found ? pushed.found->value() : u"another commit"_s));
    case forge::Published::Kind::Refused: return refusedPush(context, project, base, pushed.text);
    case forge::Published::Kind::Done: break;
    }
    return context.advanceThen(rebuilding ? "landing.rebuilt" : "landing.built",
                               { .phase = rebuilding ? Phase::Revalidating : Phase::Building,
                                 .event = rebuilding ? std::optional(Event::RebaseDone) : std::nullopt,
                                 .evidence = u"%1 on %2"_s.arg(built.commit.value(), base.value()),
                                 .also = [&](database::Transaction &transaction) {
                                     context.landing().recordBuild(transaction, base.value(), built.commit.value(),
                                                                   built.tree.value());
                                 } });
}

/// The base is decided once and stored: a repeated run builds the same commit, even when the target has moved on. False: somebody else
/// moved the landing.
bool storeBase(StepContext &context, const Oid &head)
{
    const workflow::LandingRow &row = context.row();
    if (!row.baseSha.isEmpty())
        return true;
    // A batch was named when it was claimed. A request tried again gets another branch, because somebody may hold the first.
    const QString branch = row.batch ? row.branch : u"slipway/request-%1-%2"_s.arg(row.operation.value()).arg(row.version);
    return context.advance("landing.base",
                           { .evidence = u"on %1"_s.arg(head.value()), .also = [&](database::Transaction &transaction) {
                                context.landing().recordBase(transaction, branch, head.value());
                            } });
}

/// The commit of what is to change; nothing when Git cannot hold it (a file where a folder stands), and \a problem says what.
std::optional<forge::BuiltCommit> commitOf(StepContext &context, const forge::Project &project, const Oid &base,
                                           const BatchContent &content, QString &problem)
{
    try {
        return context.services().forge->build(project,
                                               { base, content.changes, commitMessage(context), context.row().createdAt });
    } catch (const Error &error) {
        if (error.code() != Code::InvalidRequest)
            throw;
        problem = error.detail();
        return std::nullopt;
    }
}

/// What cannot be part of the commit leaves the batch; a request on its own fails with it.
Next leave(StepContext &context, const BatchContent &content)
{
    if (!context.row().batch) {
        const workflow::Leaving &only = content.ejected.front();
        return context.fail(only.event == Event::CreateConflict ? LandingFailure::Conflict : LandingFailure::CreateFailed,
                            only.reason);
    }
    std::vector<workflow::Leaving> all = content.ejected;
    all.insert(all.end(), content.leaving.begin(), content.leaving.end());
    if (!eject(context, all))
        return Next::again();
    return content.members == 0 ? endEmpty(context) : Next::again();
}

/// The same when the branch is written anew: who conflicts with what landed meanwhile is known by name, the others go on.
Next leaveRebuild(StepContext &context, const BatchContent &content)
{
    if (!context.row().batch || content.members == 0)
        return context.fail(LandingFailure::RebaseConflict, content.ejected.front().reason);
    std::vector<workflow::Leaving> all = content.leaving;
    for (const workflow::Leaving &each : content.ejected)
        all.push_back({ each.operation, Event::RebaseConflict, each.reason });
    (void)eject(context, all); // Moved by somebody else or not: the next look decides.
    return Next::again();
}

} // namespace

Next buildCommit(StepContext &context)
{
    forge::Forge &forge = *context.services().forge;
    const forge::Project project = projectOf(context.services(), context.row().partition);
    const Oid head = forge.fetchTarget(project);
    if (!storeBase(context, head))
        return Next::again();
    const Oid base = context.row().baseSha.isEmpty() ? head : Oid(context.row().baseSha);
    const BatchContent content = contentOn(context, project, base);
    if (!content.ejected.empty() || !content.leaving.empty())
        return leave(context, content);
    if (content.members == 0)
        return context.row().batch ? endEmpty(context) : Next::finished();
    noteAlreadyEffective(context, content.alreadyEffective);
    if (content.changes.isEmpty())
        return landWithoutChange(context, base);
    QString problem;
    const auto built = commitOf(context, project, base, content, problem);
    if (!built)
        return context.fail(LandingFailure::Conflict, problem);
    if (built->changesNothing)
        return landWithoutChange(context, base);
    // A branch that holds the bare base was left by our own look at whether anything may be pushed.
    return publish(context, project, *built, base, base);
}

Next rebuildCommit(StepContext &context)
{
    forge::Forge &forge = *context.services().forge;
    const workflow::LandingRow &row = context.row();
    const forge::Project project = projectOf(context.services(), row.partition);
    const Oid base = forge.fetchTarget(project);
    const BatchContent content = contentOn(context, project, base);
    if (!content.ejected.empty())
        return leaveRebuild(context, content);
    // The chance for those who changed their mind: nothing of them has landed, and the branch is written anew anyway.
    if (!content.leaving.empty() && content.members > 0) {
        (void)eject(context, content.leaving); // Moved by somebody else or not: the next look decides.
        return Next::again();
    }
    if (content.members == 0)
        return context.fail(LandingFailure::NothingLeft, u"every member was withdrawn or expired"_s);
    QString problem;
    const auto built = commitOf(context, project, base, content, problem);
    if (!built)
        return context.fail(LandingFailure::RebaseConflict, problem);
    // Somebody else landed the same content. Closing ours loses nothing: when it runs again it is "already effective".
    if (built->changesNothing)
        return context.fail(row.batch ? LandingFailure::ClosedByPerson : LandingFailure::RebaseConflict,
                            u"the target branch holds the same content by now; tried again, it counts as landed"_s);
    return publish(context, project, *built, base, Oid(row.headSha));
}

} // namespace slipway::batching
