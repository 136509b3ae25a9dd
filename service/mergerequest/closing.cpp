// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/closing.h"

#include "service/contract/committext.h"
#include "service/contract/ladder.h"
#include "service/mergerequest/pipelinedecision.h"

#include <QLoggingCategory>

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(lcClosing, "slipway.mergerequest")

std::optional<forge::MergeRequest> readMergeRequest(forge::Forge &forge, const forge::Project &project,
                                                    const workflow::LandingRow &row)
{
    if (row.mergeRequest)
        return forge.mergeRequest(project, *row.mergeRequest);
    if (row.branch.isEmpty())
        return std::nullopt;
    for (const forge::MergeRequest &each : forge.mergeRequestsFrom(project, row.branch)) {
        if (each.description.contains(markerOf(row)))
            return each;
    }
    return std::nullopt;
}

/// A courtesy to the runners; whoever cannot be cancelled runs on and changes nothing.
void cancelPipelines(forge::Forge &forge, const forge::Project &project, MergeRequestIid iid)
{
    try {
        for (const forge::Pipeline &pipeline : forge.pipelines(project, iid)) {
            if (isActive(pipeline.status))
                (void)forge.cancelPipeline(project, pipeline.id);
        }
    } catch (const Error &error) {
        qCInfo(lcClosing, "pipelines of !%lld run on: %s", static_cast<long long>(iid.value()), error.what());
    }
}

} // namespace

Closing closeAndRead(StepContext &context, const forge::Project &project)
{
    const auto ladder = ladders::settle.in(*context.services().config);
    const auto wait = ladder.next(context.task().reads).value_or(ladder.longInterval);
    forge::Forge &forge = *context.services().forge;
    auto found = readMergeRequest(forge, project, context.row());
    if (found && found->state == "opened"_L1) {
        // Closing an armed merge request would race with its merge; what the close could not prevent, the read below shows.
        (void)forge.cancelAutoMerge(project, found->iid);
        const forge::Outcome closed = forge.closeMergeRequest(project, found->iid);
        if (closed.kind == forge::Outcome::Kind::NotSent)
            return { Closing::Kind::Open, found, closed.retryAfter.value_or(wait), closed.text };
        const MergeRequestIid iid = found->iid;
        found = forge.mergeRequest(project, iid);
        if (!found)
            return { Closing::Kind::Open, found, wait, u"the merge request cannot be seen"_s };
        if (found->state == "closed"_L1)
            cancelPipelines(forge, project, iid);
    }
    if (!found || found->state == "closed"_L1)
        return { Closing::Kind::Gone, found, {}, {} };
    if (found->state == "merged"_L1)
        return { Closing::Kind::Merged, found, {}, {} };
    if (found->state == "opened"_L1)
        return { Closing::Kind::Open, found, wait, u"GitLab did not close it yet"_s };
    return { Closing::Kind::Undecided, found, wait,
             u"GitLab has not decided yet: the merge request is %1"_s.arg(found->state) };
}

} // namespace slipway::mergerequest
