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
using workflow::Pair;
using workflow::Status;
using workflow::Step;

namespace {

constexpr LadderKeys deployLadder("deploy");

struct LandedBatch {
    BatchId id;
    PartitionKey partition;
    Landed landed;
    qint64 awaiting = 0; ///< Members without their proof, apart from those whose deploy failed.

    static LandedBatch read(const database::Row &row)
    {
        return { row.id<BatchId>("id"),
                 row.id<PartitionKey>("partition_key"),
                 { row.maybeId<MergeRequestIid>("mr_iid"), row.maybeText("merge_sha").value_or(QString()),
                   std::chrono::milliseconds(row.maybeNumber("age_ms").value_or(0)) },
                 row.number("awaiting") };
    }
};

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

Proof lookFor(StepContext &context, const LandedBatch &batch)
{
    const auto receipts = context.database().select<DeployReceipt>(
        sql::reconciliation::receipts_since, { { "partition", batch.partition.value() }, { "batch", batch.id.value() } });
    if (receipts.empty())
        return Proof::None;
    const auto config = context.services().config->snapshot();
    const InferenceWindow window { std::chrono::milliseconds(config->number(key("reconcile.minAgeMs"))),
                                   std::chrono::milliseconds(config->number(key("reconcile.maxAgeMs"))) };
    const forge::Project project = projectOf(context.services(), batch.partition);
    return proofOf(batch.landed, receipts, window, [&](const QString &sha) {
        return context.services().forge->contains(project, forge::Oid(sha), forge::Oid(batch.landed.mergeSha));
    });
}

/// No proof for too long: a person is asked. Reading goes on.
void giveUpWaiting(StepContext &context, const LandedBatch &batch)
{
    context.write("deploy.unproven", [&](database::Transaction &transaction) {
        context.progress().states().moveMembers(transaction, batch.id, Pair { Step::HandleMerged, Status::Merged },
                                                Event::DeployUnproven, { Cause::Sweeper, {}, u"no proof of deployment"_s });
    });
}

} // namespace

Next matchDeploy(StepContext &context)
{
    const auto batch = context.database().selectOne<LandedBatch>(sql::reconciliation::landed_batch,
                                                                 { { "batch", context.task().reference.toLongLong() } });
    if (!batch || batch->awaiting == 0)
        return Next::finished();
    const Proof proof = lookFor(context, *batch);
    if (proof != Proof::None) {
        const Cause cause = proof == Proof::Exact || proof == Proof::Failed ? Cause::Deploy : Cause::Reconcile;
        context.write("deploy.matched", [&](database::Transaction &transaction) {
            markMembers(transaction, context.progress().states(), batch->id, proof != Proof::Failed,
                        { cause, {}, wordsFor(proof) });
        });
        // A failed deploy may be repaired by a later one, which makes this task due again.
        return Next::finished();
    }
    if (batch->landed.age > context.services().config->duration(key("reconcile.maxAgeMs")))
        giveUpWaiting(context, *batch);
    const auto ladder = deployLadder.in(*context.services().config);
    return Next::poll(ladder.next(context.task().reads).value_or(ladder.longInterval), u"waits for the deploy pipeline"_s);
}

} // namespace slipway::reconciliation
