// SPDX-License-Identifier: GPL-3.0-only
#include "service/reconciliation/matchdeploy.h"

#include "service/contract/ladder.h"
#include "service/contract/partitions.h"
#include "service/reconciliation/deployproof.h"
#include "service/reconciliation/markvalidated.h"
#include "sql/reconciliation.h"

namespace slipway::reconciliation {

using namespace Qt::StringLiterals;
using workflow::Cause;
using workflow::Event;

namespace {

/// A batch or a single request that has landed.
struct Candidate {
    LandedSet members;
    PartitionKey partition;
    Landed landed;
    qint64 awaiting = 0; ///< Members without their proof, apart from those whose deploy failed.

    static Candidate read(const database::Row &row)
    {
        return { {},
                 row.id<PartitionKey>("partition_key"),
                 { row.maybeId<MergeRequestIid>("mr_iid"), row.textOrEmpty("merge_sha"),
                   std::chrono::milliseconds(row.maybeNumber("age_ms").value_or(0)) },
                 row.number("awaiting") };
    }
};

std::optional<Candidate> candidateOf(StepContext &context)
{
    const LandedSet members = landedSetOf(context.task().reference);
    auto found = members.batch
        ? context.database().selectOne<Candidate>(sql::reconciliation::landed_batch, { { "batch", members.batch->value() } })
        : context.database().selectOne<Candidate>(sql::reconciliation::landed_single,
                                                  { { "operation", members.operation.value() } });
    if (found)
        found->members = members;
    return found;
}

std::vector<DeployReceipt> receiptsFor(StepContext &context, const Candidate &candidate)
{
    const QVariant partition = candidate.partition.value();
    return candidate.members.batch
        ? context.database().select<DeployReceipt>(
            sql::reconciliation::receipts_since, { { "partition", partition }, { "batch", candidate.members.batch->value() } })
        : context.database().select<DeployReceipt>(
            sql::reconciliation::receipts_since_submit,
            { { "partition", partition }, { "operation", candidate.members.operation.value() } });
}

QString wordsFor(Proof proof)
{
    switch (proof) {
    case Proof::Exact: return u"the deploy pipeline named it"_s;
    case Proof::Contained: return u"a deployed commit contains it"_s;
    case Proof::Inferred: return u"inferred: a later merge request was deployed"_s;
    case Proof::Failed: return u"the deploy pipeline failed"_s;
    case Proof::None: break;
    }
    return {};
}

/// A number anybody may have mistyped, or one whose merge request came first after all, draws no line under this one.
bool hasFollowed(StepContext &context, const forge::Project &project, MergeRequestIid later, const Landed &landed)
{
    const auto found = context.services().forge->mergeRequest(project, later);
    return found && found->state == "merged"_L1
        && (!found->mergeCommit
            || context.services().forge->contains(project, *found->mergeCommit, forge::Oid(landed.mergeSha)));
}

Proof lookFor(StepContext &context, const Candidate &candidate)
{
    const auto receipts = receiptsFor(context, candidate);
    if (receipts.empty())
        return Proof::None;
    const auto config = context.services().config->snapshot();
    const InferenceWindow window { std::chrono::milliseconds(config->number(key("reconcile.minAgeMs"))),
                                   std::chrono::milliseconds(config->number(key("reconcile.maxAgeMs"))) };
    const forge::Project project = projectOf(context.services(), candidate.partition);
    return proofOf(
        candidate.landed, receipts, window,
        { .contains =
              [&](const QString &sha) {
                  return context.services().forge->contains(project, forge::Oid(sha), forge::Oid(candidate.landed.mergeSha));
              },
          .followed = [&](MergeRequestIid later) { return hasFollowed(context, project, later, candidate.landed); } });
}

} // namespace

Next matchDeploy(StepContext &context)
{
    const auto candidate = candidateOf(context);
    if (!candidate || candidate->awaiting == 0)
        return Next::finished();
    const Proof proof = lookFor(context, *candidate);
    if (proof != Proof::None) {
        const Cause cause = proof == Proof::Exact || proof == Proof::Failed ? Cause::Deploy : Cause::Reconcile;
        context.write("deploy.matched", [&](database::Transaction &transaction) {
            markLanded(transaction, context.progress().states(), candidate->members,
                       proof == Proof::Failed ? Event::DeployFailed : Event::Deployed, { cause, {}, wordsFor(proof) });
        });
        // A failed deploy may be repaired by a later one, which makes this task due again.
        return Next::finished();
    }
    // No proof for too long: a person is asked. Reading goes on.
    if (candidate->landed.age > context.services().config->duration(key("reconcile.maxAgeMs"))) {
        context.write("deploy.unproven", [&](database::Transaction &transaction) {
            markLanded(transaction, context.progress().states(), candidate->members, Event::DeployUnproven,
                       { Cause::Sweeper, {}, u"no proof of deployment"_s });
        });
    }
    const auto ladder = ladders::deploy.in(*context.services().config);
    return Next::poll(ladder.next(context.task().reads).value_or(ladder.longInterval), u"waits for the deploy pipeline"_s);
}

} // namespace slipway::reconciliation
