// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionregistry.h"

#include <array>

namespace slipway::operations {
namespace {

using recovery::Action;

/// What answers when it is not offered.
const RecoveryAction *notOffered() { return nullptr; }

struct Registered {
    Action action;
    const RecoveryAction *(*make)();
};

// clang-format off
constexpr auto registry = std::to_array<Registered>({
    { Action::ReCheck, &reCheck },
    { Action::RetryStep, &retryStep },
    { Action::AlignWithRemote, &alignWithRemote },
    { Action::SettleFailed, &settleFailed },
    { Action::Block, &block },
    { Action::Unblock, &unblock },
    { Action::RequeueMembers, &requeueMembers },
    { Action::RevertBatch, &notOffered },
    { Action::ConfirmPipeline, &confirmPipeline },
    { Action::CloseRequest, &closeRequest },
    { Action::MarkValidated, &markValidated },
    { Action::ReconcileNow, &reconcileNow },
    { Action::RunRound, &runRound },
    { Action::PausePartition, &pausePartition },
    { Action::ResumePartition, &resumePartition },
    { Action::SetPriority, &notOffered },
    { Action::Remind, &remind },
    { Action::ConfirmAction, &confirmAction },
    { Action::RejectAction, &rejectAction },
    { Action::RepairCard, &notOffered },
});
// clang-format on

constexpr bool isComplete()
{
    if (registry.size() != size_t(Action::Count))
        return false;
    for (size_t i = 0; i < registry.size(); ++i) {
        if (registry[i].action != Action(i) || !registry[i].make)
            return false;
    }
    return true;
}
static_assert(isComplete(), "an action is not registered, or stands out of order");

} // namespace

const RecoveryAction *actionFor(Action action) { return registry[size_t(action)].make(); }

} // namespace slipway::operations
