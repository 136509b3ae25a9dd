// SPDX-License-Identifier: GPL-3.0-only
#include "service/batching/batchbuild.h"
#include "service/batching/steps.h"
#include "service/contract/partitions.h"
#include "service/workflow/taskqueue.h"
#include "service/workflow/text.h"
#include "shared/workflow/batchfailure.h"
#include "sql/batching.h"

namespace slipway::batching {

using namespace Qt::StringLiterals;
using forge::Oid;
using workflow::BatchFailure;
using workflow::BatchStatus;
using workflow::Cause;
using workflow::Event;
using workflow::Phase;

namespace {

/// Everything is as wanted already: landed without a merge request, on the head that was read.
Next landWithoutChange(StepContext &context, const Oid &base)
{
    const workflow::BatchRow &batch = context.batch();
    return context.advanceThen(
        "batch.nothing_to_change",
        { .to = { .status = BatchStatus::Succeeded, .phase = Phase::Verify },
          .event = Event::NothingToChange,
          .because = { Cause::Engine, {}, u"every member is in the repository already"_s },
          .also =
              [&](database::Transaction &transaction) {
                  transaction.affect(sql::batching::record_landed_without_change,
                                     { { "sha", base.value() }, { "base", base.value() }, { "batch", batch.id.value() } });
                  transaction.affect(sql::batching::record_members_landed,
                                     { { "sha", base.value() }, { "batch", batch.id.value() } });
                  workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::MatchDeploy, QString::number(batch.id.value()));
              } },
        Next::finished());
}

/// Nobody is left: the batch ends without a merge request.
Next endEmpty(StepContext &context)
{
    return context.advanceThen(
        "batch.nothing_left",
        { .to = { .status = BatchStatus::Failed, .failureCode = workflow::text(rowOf(BatchFailure::NothingLeft).code) },
          .event = std::nullopt,
          .because = { Cause::Engine, {}, u"no member could be rendered"_s } },
        Next::finished());
}

void noteAlreadyEffective(StepContext &context, const std::vector<OperationId> &operations)
{
    for (size_t first = 0; first < operations.size(); first += 500) {
        QVariantList ids;
        for (size_t i = first; i < std::min(operations.size(), first + 500); ++i)
            ids.append(operations[i].value());
        context.write("batch.already_effective", [&](database::Transaction &transaction) {
            // A repeated run finds them marked: the history says it once.
            transaction.affect(sql::batching::record_already_effective, { { "operations", ids } });
            transaction.affect(sql::batching::mark_already_effective, { { "operations", ids } });
        });
    }
}

/// Pushes the built commit and records it; the branch may be absent, hold \a expected, or hold the commit already.
Next publish(StepContext &context, const forge::Project &project, const forge::BuiltCommit &built, const Oid &base,
             const std::optional<Oid> &expected)
{
    const workflow::BatchRow &batch = context.batch();
    const bool rebuilding = batch.phase == Phase::Rebasing;
    const forge::Published pushed = context.services().forge->publish(project, batch.branch, built.commit, expected);
    switch (pushed.kind) {
    case forge::Published::Kind::Unknown:
    case forge::Published::Kind::NotSent: return Next::poll(std::chrono::seconds(1), pushed.text);
    case forge::Published::Kind::LeaseLost:
        return context.beginSettling(rebuilding ? BatchFailure::ForeignPush : BatchFailure::PushRejected,
                                     u"branch %1 holds %2, which is not ours"_s.arg(
                                         batch.branch, pushed.found ? pushed.found->value() : u"another commit"_s));
    case forge::Published::Kind::Refused: return context.beginSettling(BatchFailure::PushRejected, pushed.text);
    case forge::Published::Kind::Done: break;
    }
    return context.advanceThen(rebuilding ? "batch.rebuilt" : "batch.built",
                               { .to = { .status = BatchStatus::Running,
                                         .phase = rebuilding ? Phase::Revalidating : Phase::Building,
                                         .message = QString() },
                                 .event = rebuilding ? std::optional(Event::RebaseDone) : std::nullopt,
                                 .because = { Cause::Engine, {}, u"%1 on %2"_s.arg(built.commit.value(), base.value()) },
                                 .also = [&](database::Transaction &transaction) {
                                     transaction.affect(sql::batching::record_build,
                                                        { { "base", base.value() },
                                                          { "head", built.commit.value() },
                                                          { "tree", built.tree.value() },
                                                          { "batch", batch.id.value() } });
                                     transaction.affect(sql::batching::record_members_head,
                                                        { { "head", built.commit.value() }, { "batch", batch.id.value() } });
                                 } });
}

} // namespace

Next buildBatch(StepContext &context)
{
    forge::Forge &forge = *context.services().forge;
    const forge::Project project = projectOf(context.services(), context.batch().partition);
    const Oid head = forge.fetchTarget(project);
    if (context.batch().baseSha.isEmpty()) {
        // The base is decided once and stored: a repeated run builds the same commit, even when the target has moved on.
        const bool stored =
            context.advance("batch.base",
                            { .to = {},
                              .event = std::nullopt,
                              .because = { Cause::Engine, {}, u"on %1"_s.arg(head.value()) },
                              .also = [&](database::Transaction &transaction) {
                                  transaction.affect(sql::batching::record_base,
                                                     { { "base", head.value() }, { "batch", context.batch().id.value() } });
                              } });
        if (!stored)
            return Next::again();
    }
    const Oid base = context.batch().baseSha.isEmpty() ? head : Oid(context.batch().baseSha);
    const BatchContent content = contentOn(context, project, base);
    if (!content.ejected.empty()) {
        if (!eject(context, content.ejected))
            return Next::again();
        return content.members == 0 ? endEmpty(context) : Next::again();
    }
    if (content.members == 0)
        return endEmpty(context);
    noteAlreadyEffective(context, content.alreadyEffective);
    if (content.changes.isEmpty())
        return landWithoutChange(context, base);
    const auto built = forge.build(project, { base, content.changes, commitMessage(context), context.batch().createdAt });
    if (built.changesNothing)
        return landWithoutChange(context, base);
    return publish(context, project, built, base, std::nullopt);
}

Next rebuildBatch(StepContext &context)
{
    forge::Forge &forge = *context.services().forge;
    const workflow::BatchRow &batch = context.batch();
    const forge::Project project = projectOf(context.services(), batch.partition);
    const Oid base = forge.fetchTarget(project);
    const BatchContent content = contentOn(context, project, base);
    if (!content.ejected.empty())
        return context.beginSettling(BatchFailure::RebaseConflict, content.ejected.front().reason);
    const auto built = forge.build(project, { base, content.changes, commitMessage(context), batch.createdAt });
    if (built
            .changesNothing) // Somebody else landed the same content; closing ours loses nothing, its members run again and are "already effective".
        return context.beginSettling(BatchFailure::ClosedByPerson, u"the target branch holds the same content by now"_s);
    return publish(context, project, built, base, Oid(batch.headSha));
}

} // namespace slipway::batching
