// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/step.h"
#include "service/forge/forge.h"

namespace slipway::mergerequest {

/// What became of a merge request that shall not land, by reading it after the attempt to close it.
struct Closing {
    enum class Kind : quint8 {
        Gone, ///< Closed, or there never was one: nothing of it can land any more.
        Merged, ///< It was faster. What is merged is merged.
        Open, ///< Not closed yet; looked at again after `wait`.
        Undecided, ///< GitLab is merging it, or in a state we do not know.
    };
    Kind kind = Kind::Open;
    std::optional<forge::MergeRequest> mergeRequest;
    std::chrono::milliseconds wait { 0 };
    QString reason;
};

/// Disarms an auto-merge, cancels the pipelines that nobody needs any more, closes the landing's merge request (also one whose creation
/// was never recorded) and reads it again: the answer of a close is never the state.
Closing closeAndRead(StepContext &context, const forge::Project &project);

} // namespace slipway::mergerequest
