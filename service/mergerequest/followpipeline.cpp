// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/ladder.h"
#include "service/contract/partitions.h"
#include "service/mergerequest/landing.h"
#include "service/mergerequest/mergerequestreading.h"
#include "service/mergerequest/pipelinedecision.h"
#include "service/mergerequest/steps.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;
using workflow::BatchFailure;
using workflow::BatchStatus;
using workflow::Event;
using workflow::Phase;

namespace {

constexpr LadderKeys pipelineLadder("pipeline");

/// Commits of merged-results pipelines whose source parent is our head.
QStringList mergedResultsOf(forge::Forge &forge, const forge::Project &project, const std::vector<forge::Pipeline> &pipelines,
                            const forge::Oid &head)
{
    QStringList commits;
    for (const forge::Pipeline &pipeline : pipelines) {
        if (!pipeline.ref.endsWith("/merge"_L1) || pipeline.sha == head)
            continue;
        const auto parents = forge.parentsOf(project, pipeline.sha);
        if (parents && parents->size() > 1 && parents->at(1) == head)
            commits.append(pipeline.sha.value());
    }
    return commits;
}

Next passed(StepContext &context, const QString &evidence)
{
    const bool revalidating = context.batch().phase == Phase::Revalidating;
    return context.advanceThen(
        "batch.pipeline_passed",
        { .to = { .status = BatchStatus::Running, .phase = Phase::Approving, .failureCode = QString(), .message = QString() },
          .event = revalidating ? Event::Revalidated : Event::PipelinePassed,
          .because = { workflow::Cause::Engine, {}, evidence } });
}

Next undecided(StepContext &context, const PipelineDecision &decision)
{
    const auto ladder = pipelineLadder.in(*context.services().config);
    const QString waiting =
        decision.verdict == PipelineVerdict::NoneYet ? u"no pipeline of this commit yet"_s : decision.evidence;
    if (const auto wait = ladder.next(context.task().reads))
        return Next::poll(*wait, waiting);
    // The limit of looks is reached: the outcome is pending. It may still pass, so reading goes on, slowly.
    const auto pair = database::inTransaction(context.database(), "batch.members", [&](database::Transaction &transaction) {
        return workflow::BatchProgress::membersPair(transaction, context.batch());
    });
    if (pair && workflow::next(*pair, Event::PipelineTimedOut)) {
        const bool moved = context.advance("batch.pipeline_timed_out",
                                           { .to = { .message = waiting },
                                             .event = Event::PipelineTimedOut,
                                             .because = { workflow::Cause::Engine, {}, waiting } });
        if (!moved)
            return Next::again();
    }
    return Next::poll(ladder.longInterval, u"the pipeline's outcome is unknown; reading goes on: "_s + waiting);
}

} // namespace

Next followPipeline(StepContext &context)
{
    const workflow::BatchRow &batch = context.batch();
    forge::Forge &forge = *context.services().forge;
    const forge::Project project = projectOf(context.services(), batch.partition);
    const forge::Oid head(batch.headSha);

    const auto mergeRequest = forge.mergeRequest(project, *batch.mergeRequest);
    if (!mergeRequest)
        return Next::poll(std::chrono::seconds(5), u"the merge request cannot be seen"_s);
    switch (readingOf(*mergeRequest, head)) {
    case Reading::Merged: return land(context, *mergeRequest);
    case Reading::Closed: return closedByPerson(context, *mergeRequest);
    case Reading::ForeignHead: return foreignHead(context, project, *mergeRequest);
    case Reading::Locked:
    case Reading::Open: break;
    }

    const auto config = context.services().config->snapshot();
    const PipelineRule rule { config->text(key("pipeline.required.source")),
                              config->enabled(key("pipeline.required.skippedIsSuccess")) };
    const auto pipelines = forge.pipelines(project, *batch.mergeRequest);
    const PipelineDecision decision = decide(pipelines, head, mergedResultsOf(forge, project, pipelines, head), rule);
    switch (decision.verdict) {
    case PipelineVerdict::Passed: return passed(context, decision.evidence);
    case PipelineVerdict::Failed: return context.beginSettling(BatchFailure::PipelineFailed, decision.evidence);
    case PipelineVerdict::NoneYet:
    case PipelineVerdict::Running:
    case PipelineVerdict::Parked: break;
    }
    return undecided(context, decision);
}

} // namespace slipway::mergerequest
