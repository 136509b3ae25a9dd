// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/workflow/transitions.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace slipway::workflow {

/// Why a batch, or a request with a merge request of its own, does not land.
enum class LandingFailure : quint8 {
    CreateFailed,
    PushRejected,
    Conflict,
    MergeRequestRefused,
    PipelineFailed,
    ApproveRefused,
    Checklist,
    RebaseConflict,
    MergeRefused,
    ClosedByPerson,
    ForeignPush,
    NothingLeft,
    SettledByOperator,
    Count
};

/// What a batch's members come to when it does not land.
enum class Settlement : quint8 {
    Fail, ///< All of them, with the batch's reason.
    Requeue, ///< Nobody among them is to blame: they keep their place and run again.
    Split, ///< One of them may be to blame: halves run again until each culprit stands alone, and fails.
};

struct LandingFailureRow {
    LandingFailure failure;
    std::string_view code; ///< Stored as failure_code of batch and operation, shown to people.
    Settlement settlement;
    Event event; ///< What happens to a request of its own, and to the members of a batch that are not re-queued.
};

/// The one table of failures.
// clang-format off
inline constexpr auto landingFailures = std::to_array<LandingFailureRow>({
    { LandingFailure::CreateFailed,        "CREATE_FAILED",    Settlement::Fail,    Event::CreateFailed },
    { LandingFailure::PushRejected,        "PUSH_REJECTED",    Settlement::Split,   Event::PushRejected },
    { LandingFailure::Conflict,            "CONFLICT",         Settlement::Split,   Event::CreateConflict },
    { LandingFailure::MergeRequestRefused, "MR_REFUSED",       Settlement::Fail,    Event::MergeRequestRefused },
    { LandingFailure::PipelineFailed,      "PIPELINE_FAILED",  Settlement::Split,   Event::PipelineFailed },
    { LandingFailure::ApproveRefused,      "APPROVE_REFUSED",  Settlement::Fail,    Event::ApproveRefused },
    { LandingFailure::Checklist,           "CHECKLIST",        Settlement::Fail,    Event::ApproveRefused },
    { LandingFailure::RebaseConflict,      "REBASE_CONFLICT",  Settlement::Split,   Event::RebaseConflict },
    { LandingFailure::MergeRefused,        "MERGE_REFUSED",    Settlement::Fail,    Event::MergeRefused },
    { LandingFailure::ClosedByPerson,      "CLOSED_BY_PERSON", Settlement::Requeue, Event::ClosedByPerson },
    { LandingFailure::ForeignPush,         "FOREIGN_PUSH",     Settlement::Requeue, Event::ForeignPush },
    { LandingFailure::NothingLeft,         "NOTHING_LEFT",     Settlement::Fail,    Event::CreateFailed },
    { LandingFailure::SettledByOperator,   "SETTLED_BY_OPERATOR", Settlement::Fail,    Event::BatchFailedCreating },
});
// clang-format on

constexpr const LandingFailureRow &rowOf(LandingFailure failure) { return landingFailures[size_t(failure)]; }

constexpr std::optional<LandingFailure> landingFailureCoded(std::string_view code)
{
    const auto row = std::ranges::find(landingFailures, code, &LandingFailureRow::code);
    if (row == landingFailures.end())
        return std::nullopt;
    return row->failure;
}

/// What a failure found at an unexpected moment is taken for, by where the request stands. Not every cause can be named from
/// everywhere (a conflict is no answer to a merge), but every stand has its own way to fail.
struct Ending {
    Step from;
    Event event;
};
// clang-format off
inline constexpr auto singleEndings = std::to_array<Ending>({
    { Step::CreateStarted,          Event::CreateFailed },
    { Step::CreatePipelineRunning,  Event::PipelineFailed },
    { Step::CreatePipelinePending,  Event::PipelineFailed },
    { Step::CreateSucceeded,        Event::ApproveRefused },
    { Step::HandleStarted,          Event::ApproveRefused },
    { Step::HandleApproved,         Event::MergeRefused },
    { Step::HandleMerging,          Event::MergeRefused },
    { Step::MergePending,           Event::MergeRefused },
    { Step::HandleRebasing,         Event::RebaseConflict },
    { Step::RebasePending,          Event::RebaseConflict },
    { Step::HandleRevalidating,     Event::PipelineFailed },
    { Step::HandlePipelinePending,  Event::PipelineFailed },
});
// clang-format on

/// How a request with a merge request of its own fails from here; nothing where nothing can fail any more.
constexpr std::optional<Event> endingOf(Pair pair, LandingFailure failure)
{
    if (next(pair, rowOf(failure).event))
        return rowOf(failure).event;
    const auto ending = std::ranges::find(singleEndings, pair.step, &Ending::from);
    if (ending == singleEndings.end())
        return std::nullopt;
    return ending->event;
}

namespace check {
constexpr bool landingFailuresAreComplete()
{
    if (landingFailures.size() != size_t(LandingFailure::Count))
        return false;
    for (size_t i = 0; i < landingFailures.size(); ++i) {
        if (landingFailures[i].failure != LandingFailure(i) || landingFailures[i].code.empty())
            return false;
    }
    return true;
}
constexpr bool everyEndingIsLegal()
{
    return std::ranges::all_of(singleEndings, [](const Ending &ending) {
        return std::ranges::any_of(pairs,
                                   [&](Pair pair) { return pair.step == ending.from && next(pair, ending.event).has_value(); });
    });
}
} // namespace check
static_assert(check::landingFailuresAreComplete(), "a failure lacks its row, its code, or stands out of order");
static_assert(check::everyEndingIsLegal(), "a request may fail in a way the table of transitions does not know");

} // namespace slipway::workflow
