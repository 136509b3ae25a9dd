// SPDX-License-Identifier: GPL-3.0-only
#include "service/engine/steptable.h"

#include "service/approval/cancelapproval.h"
#include "service/approval/sendapproval.h"
#include "service/batching/steps.h"
#include "service/mergerequest/steps.h"
#include "service/operations/actionrun.h"
#include "service/reconciliation/matchdeploy.h"

#include <algorithm>

namespace slipway::engine {

using workflow::Event;
using workflow::LandingFailure;
using workflow::Phase;
using workflow::TaskKind;

namespace {

constexpr workflow::Some<TaskKind, 2> landings { TaskKind::AdvanceBatch, TaskKind::AdvanceOperation };

// clang-format off
constexpr auto steps = std::to_array<StepRow>({
    // name                  kinds                          phase                done                           failure                         give up                  tries budget                         run
    { "send approval",       { TaskKind::SendApproval },     std::nullopt,        Event::ApprovalSent,           LandingFailure::Count,          &approval::giveUpSending, 5, key("budget.approvalSendMs"), &approval::sendApproval },
    { "cancel approval",     { TaskKind::CancelApproval },   std::nullopt,        Event::ApprovalWithdrawn,      LandingFailure::Count,          nullptr,                  5, key("budget.approvalSendMs"), &approval::cancelApproval },
    { "build commit",        landings,                       Phase::Claimed,      Event::MergeRequestOpened,     LandingFailure::CreateFailed,   nullptr,                  3, key("budget.buildMs"),        &batching::buildCommit },
    { "open merge request",  landings,                       Phase::Building,     Event::MergeRequestOpened,     LandingFailure::CreateFailed,   nullptr,                  3, key("budget.buildMs"),        &mergerequest::openMergeRequest },
    { "follow pipeline",     landings,                       Phase::Pipeline,     Event::PipelinePassed,         LandingFailure::CreateFailed,   nullptr,                  5, key("budget.pipelineMs"),     &mergerequest::followPipeline },
    { "approve",             landings,                       Phase::Approving,    Event::BotsApproved,           LandingFailure::ApproveRefused, nullptr,                  5, key("budget.approveMs"),      &mergerequest::approveByBots },
    { "rebuild",             landings,                       Phase::Rebasing,     Event::RebaseDone,             LandingFailure::MergeRefused,   nullptr,                  3, key("budget.rebaseMs"),       &batching::rebuildCommit },
    { "revalidate",          landings,                       Phase::Revalidating, Event::Revalidated,            LandingFailure::MergeRefused,   nullptr,                  5, key("budget.revalidateMs"),   &mergerequest::followPipeline },
    { "merge",               landings,                       Phase::Merging,      Event::ReadMerged,             LandingFailure::MergeRefused,   nullptr,                  5, key("budget.mergeMs"),        &mergerequest::mergeGatedHead },
    { "verify",              landings,                       Phase::Verify,       Event::ReadMerged,             LandingFailure::Count,          nullptr,                  5, key("budget.verifyMs"),       &mergerequest::verifyLanding },
    { "settle",              { TaskKind::AdvanceBatch },     Phase::Settling,     Event::BatchRequeued,          LandingFailure::Count,          nullptr,                  5, key("budget.settleMs"),       &mergerequest::settleBatch },
    { "close",               { TaskKind::AdvanceOperation }, Phase::Settling,     Event::MergeRequestReadClosed, LandingFailure::Count,          nullptr,                  5, key("budget.settleMs"),       &mergerequest::closeRequest },
    { "watch merge request", { TaskKind::AdvanceOperation }, std::nullopt,        Event::ReadMerged,             LandingFailure::Count,          nullptr,                  5, key("budget.pipelineMs"),     &mergerequest::watchMergeRequest },
    { "match deploy",        { TaskKind::MatchDeploy },      std::nullopt,        Event::Deployed,               LandingFailure::Count,          nullptr,                  5, key("reconcile.maxAgeMs"),    &reconciliation::matchDeploy },
    { "clean branch",        { TaskKind::CleanBranch },      std::nullopt,        Event::MergeRequestReadClosed, LandingFailure::Count,          nullptr,                  5, key("budget.settleMs"),       &mergerequest::cleanBranch },
    { "run action",          { TaskKind::RunAction },        std::nullopt,        Event::Aligned,                LandingFailure::Count,          nullptr,                  5, key("ops.secondPersonMs"),    &operations::runAction },
});
// clang-format on

/// A step that can fail says how; after the merge, while settling and while waiting for a proof nothing may fail any more: those are
/// tried again for ever, and the sweeper tells a person.
constexpr bool everyStepIsComplete()
{
    return std::ranges::all_of(steps, [](const StepRow &row) {
        const bool landing = row.kinds.contains(TaskKind::AdvanceBatch) || row.phase;
        return !row.name.empty() && row.run != nullptr && row.attempts > 0 && row.kinds.count > 0
            && row.phase.has_value() == landing;
    });
}
constexpr bool everyPhaseHasItsStep()
{
    for (const TaskKind kind : { TaskKind::AdvanceBatch, TaskKind::AdvanceOperation }) {
        for (size_t phase = 0; phase < size_t(Phase::Count); ++phase) {
            const auto serves = [&](const StepRow &row) { return row.kinds.contains(kind) && row.phase == Phase(phase); };
            if (std::ranges::count_if(steps, serves) != 1)
                return false;
        }
    }
    return true;
}
constexpr bool everyKindHasItsStep()
{
    for (size_t kind = 0; kind < size_t(TaskKind::Count); ++kind) {
        if (std::ranges::none_of(steps, [&](const StepRow &row) { return row.kinds.contains(TaskKind(kind)); }))
            return false;
    }
    return true;
}
/// Somewhere among the steps of its phase's members, success and failure must lead on.
constexpr bool outcomesAreInTheTable()
{
    for (const StepRow &row : steps) {
        if (!row.phase || *row.phase == Phase::Settling)
            continue; // Where a landing is given up depends on where it stood; the transition table checks those events itself.
        bool leads = false;
        for (const workflow::Pair &pair : workflow::pairs)
            leads = leads || (workflow::mayStandIn(*row.phase, pair.step) && workflow::next(pair, row.done));
        if (!leads && *row.phase != Phase::Verify)
            return false;
    }
    return true;
}
static_assert(everyStepIsComplete(), "a step lacks its name, tries, function, or a batch step its phase");
static_assert(everyPhaseHasItsStep(), "a phase has no step, or two");
static_assert(everyKindHasItsStep(), "a kind of task has no step");
static_assert(outcomesAreInTheTable(), "a step's outcome leads nowhere from where its members stand");

} // namespace

std::span<const StepRow> stepTable() { return steps; }

const StepRow *stepFor(TaskKind kind, std::optional<Phase> phase)
{
    const auto row =
        std::ranges::find_if(steps, [&](const StepRow &each) { return each.kinds.contains(kind) && each.phase == phase; });
    return row == steps.end() ? nullptr : &*row;
}

} // namespace slipway::engine
