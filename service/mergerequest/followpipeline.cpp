// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/ladder.h"
#include "service/contract/partitions.h"
#include "service/mergerequest/landing.h"
#include "service/mergerequest/mergerequestreading.h"
#include "service/mergerequest/pipelinedecision.h"
#include "service/mergerequest/steps.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;
using workflow::Event;
using workflow::LandingFailure;
using workflow::Phase;

namespace {

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
    const bool revalidating = context.row().phase == Phase::Revalidating;
    return context.advanceThen("landing.pipeline_passed",
                               { .phase = Phase::Approving,
                                 .event = revalidating ? Event::Revalidated : Event::PipelinePassed,
                                 .evidence = evidence });
}

Next undecided(StepContext &context, const PipelineDecision &decision)
{
    const auto ladder = ladders::pipeline.in(*context.services().config);
    const QString waiting =
        decision.verdict == PipelineVerdict::NoneYet ? u"no pipeline of this commit yet"_s : decision.evidence;
    if (const auto wait = ladder.next(context.task().reads))
        return Next::poll(*wait, waiting);
    // The limit of looks is reached: the outcome is pending. It may still pass, so reading goes on, slowly.
    const auto pair = context.landing().pair(context.database());
    if (pair && workflow::next(*pair, Event::PipelineTimedOut)
        && !context.advance("landing.pipeline_timed_out", { .event = Event::PipelineTimedOut, .evidence = waiting }))
        return Next::again();
    return Next::poll(ladder.longInterval, u"the pipeline's outcome is unknown; reading goes on: "_s + waiting);
}

} // namespace

Next followPipeline(StepContext &context)
{
    const workflow::LandingRow &row = context.row();
    forge::Forge &forge = *context.services().forge;
    const forge::Project project = projectOf(context.services(), row.partition);
    const forge::Oid head(row.headSha);

    const auto mergeRequest = forge.mergeRequest(project, *row.mergeRequest);
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
    const auto pipelines = forge.pipelines(project, *row.mergeRequest);
    const PipelineDecision decision = decide(pipelines, head, mergedResultsOf(forge, project, pipelines, head), rule);
    switch (decision.verdict) {
    case PipelineVerdict::Passed: return passed(context, decision.evidence);
    case PipelineVerdict::Failed: return context.fail(LandingFailure::PipelineFailed, decision.evidence);
    case PipelineVerdict::NoneYet:
    case PipelineVerdict::Running:
    case PipelineVerdict::Parked: break;
    }
    return undecided(context, decision);
}

} // namespace slipway::mergerequest
