// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/workflow/event.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace slipway::workflow {

/// Why a batch is being settled, and what that means for its members.
enum class BatchFailure : quint8 {
    CreateFailed,
    PushRejected,
    Conflict,
    MergeRequestRefused,
    PipelineFailed,
    ApproveRefused,
    RebaseConflict,
    MergeRefused,
    ClosedByPerson,
    ForeignPush,
    NothingLeft,
    Count
};

struct BatchFailureRow {
    BatchFailure failure;
    std::string_view code; ///< Stored as failure_code of batch and members, shown to people.
    bool requeues; ///< Nobody among the members is to blame: they keep their place and run again.
    std::optional<Event> event; ///< The members' own event where their pair knows it; else BATCH_FAILED.
};

/// The one table of failures of a batch.
// clang-format off
inline constexpr auto batchFailures = std::to_array<BatchFailureRow>({
    { BatchFailure::CreateFailed, "CREATE_FAILED", false, Event::CreateFailed },
    { BatchFailure::PushRejected, "PUSH_REJECTED", false, Event::PushRejected },
    { BatchFailure::Conflict, "CONFLICT", false, Event::CreateConflict },
    { BatchFailure::MergeRequestRefused, "MR_REFUSED", false, Event::MergeRequestRefused },
    { BatchFailure::PipelineFailed, "PIPELINE_FAILED", false, Event::PipelineFailed },
    { BatchFailure::ApproveRefused, "APPROVE_REFUSED", false, Event::ApproveRefused },
    { BatchFailure::RebaseConflict, "REBASE_CONFLICT", false, Event::RebaseConflict },
    { BatchFailure::MergeRefused, "MERGE_REFUSED", false, Event::MergeRefused },
    { BatchFailure::ClosedByPerson, "CLOSED_BY_PERSON", true, std::nullopt },
    { BatchFailure::ForeignPush, "FOREIGN_PUSH", true, std::nullopt },
    { BatchFailure::NothingLeft, "NOTHING_LEFT", false, std::nullopt },
});
// clang-format on

namespace check {
constexpr bool batchFailuresAreComplete()
{
    if (batchFailures.size() != size_t(BatchFailure::Count))
        return false;
    for (size_t i = 0; i < batchFailures.size(); ++i) {
        if (batchFailures[i].failure != BatchFailure(i) || batchFailures[i].code.empty())
            return false;
    }
    return true;
}
} // namespace check
static_assert(check::batchFailuresAreComplete(), "a failure lacks its row, its code, or stands out of order");

constexpr const BatchFailureRow &rowOf(BatchFailure failure) { return batchFailures[size_t(failure)]; }

constexpr std::optional<BatchFailure> batchFailureCoded(std::string_view code)
{
    const auto row = std::ranges::find(batchFailures, code, &BatchFailureRow::code);
    if (row == batchFailures.end())
        return std::nullopt;
    return row->failure;
}

} // namespace slipway::workflow
