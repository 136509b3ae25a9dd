// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace slipway::recovery {

/// Why something waits.
enum class DiagnosisCode : quint8 {
    WaitingApproval,
    WaitingSlot,
    WaitingRound,
    PartitionPaused,
    Quarantined,
    RunningSlow,
    RunningOrphaned,
    PipelineUnknown,
    RemoteUnknown,
    WaitingGate,
    PipelineFailed,
    RebaseConflict,
    ApproveNoRight,
    ApproveDone,
    Checklist,
    RemoteMerged,
    RemoteClosed,
    RemoteLocked,
    ForeignHead,
    BlockedOther,
    TreeMismatch,
    DeployLate,
    DeployLost,
    DeployFailed,
    DeployUnproven,
    ApprovalUnknown,
    Overloaded,
    FailedNeedsPerson,
    ForgeDown,
    TokenRefused,
    ConfigFallback,
    Count
};

/// In which part of the way it stands.
enum class DiagnosisStage : quint8 { Approval, Queue, Create, Handle, Landing, Deploy, Work, Forge, Configuration, Count };
inline constexpr auto diagnosisStageNames = std::to_array<std::string_view>(
    { "APPROVAL", "QUEUE", "CREATE", "HANDLE", "LANDING", "DEPLOY", "WORK", "FORGE", "CONFIGURATION" });
static_assert(diagnosisStageNames.size() == size_t(DiagnosisStage::Count), "a stage lacks its name");
constexpr std::string_view nameOf(DiagnosisStage stage) { return diagnosisStageNames[size_t(stage)]; }

/// Of what it is said.
enum class DiagnosisSubject : quint8 { Operation, Batch, OperationOrBatch, Forge, Key };

struct DiagnosisRow {
    DiagnosisCode code;
    std::string_view name; ///< As sent over HTTP.
    DiagnosisSubject subject;
    DiagnosisStage stage;
    const char *sentence; ///< Context "Diagnosis"; %1… are the diagnosis' arguments.
};

/// The one table of diagnoses.
// clang-format off
inline constexpr auto diagnosisTable = std::to_array<DiagnosisRow>({
    { DiagnosisCode::WaitingApproval, "WAITING_APPROVAL", DiagnosisSubject::Operation, DiagnosisStage::Approval, QT_TRANSLATE_NOOP("Diagnosis", "It waits for an approver.") },
    { DiagnosisCode::WaitingSlot, "WAITING_SLOT", DiagnosisSubject::Operation, DiagnosisStage::Queue, QT_TRANSLATE_NOOP("Diagnosis", "Queued behind batch %1 (%2).") },
    { DiagnosisCode::WaitingRound, "WAITING_ROUND", DiagnosisSubject::Operation, DiagnosisStage::Queue, QT_TRANSLATE_NOOP("Diagnosis", "The next round takes it.") },
    { DiagnosisCode::PartitionPaused, "PARTITION_PAUSED", DiagnosisSubject::Operation, DiagnosisStage::Queue, QT_TRANSLATE_NOOP("Diagnosis", "No new batch begins: the partition is %1 by %2 (%3).") },
    { DiagnosisCode::Quarantined, "QUARANTINED", DiagnosisSubject::Operation, DiagnosisStage::Queue, QT_TRANSLATE_NOOP("Diagnosis", "Its content failed alone before; it will be tried alone.") },
    { DiagnosisCode::RunningSlow, "RUNNING_SLOW", DiagnosisSubject::OperationOrBatch, DiagnosisStage::Work, QT_TRANSLATE_NOOP("Diagnosis", "Working: %1 (read %2).") },
    { DiagnosisCode::RunningOrphaned, "RUNNING_ORPHANED", DiagnosisSubject::OperationOrBatch, DiagnosisStage::Work, QT_TRANSLATE_NOOP("Diagnosis", "Its process died while it worked; any other one takes it up. The slot stays held until the batch is settled.") },
    { DiagnosisCode::PipelineUnknown, "PIPELINE_UNKNOWN", DiagnosisSubject::OperationOrBatch, DiagnosisStage::Work, QT_TRANSLATE_NOOP("Diagnosis", "The pipeline's outcome is unknown; it may still pass, so waiting is reasonable.") },
    { DiagnosisCode::RemoteUnknown, "REMOTE_UNKNOWN", DiagnosisSubject::OperationOrBatch, DiagnosisStage::Work, QT_TRANSLATE_NOOP("Diagnosis", "It was sent and its answer is unknown; GitLab is read again.") },
    { DiagnosisCode::WaitingGate, "WAITING_GATE", DiagnosisSubject::OperationOrBatch, DiagnosisStage::Handle, QT_TRANSLATE_NOOP("Diagnosis", "It waits at the merge gate for %1 to merge.") },
    { DiagnosisCode::PipelineFailed, "PIPELINE_FAILED", DiagnosisSubject::Operation, DiagnosisStage::Work, QT_TRANSLATE_NOOP("Diagnosis", "The pipeline failed. That is deterministic: the same merge request fails again.") },
    { DiagnosisCode::RebaseConflict, "REBASE_CONFLICT", DiagnosisSubject::Operation, DiagnosisStage::Handle, QT_TRANSLATE_NOOP("Diagnosis", "It conflicts with the target branch.") },
    { DiagnosisCode::ApproveNoRight, "APPROVE_NO_RIGHT", DiagnosisSubject::Operation, DiagnosisStage::Handle, QT_TRANSLATE_NOOP("Diagnosis", "A bot has no right to approve (not a repetition: it is not in the list).") },
    { DiagnosisCode::ApproveDone, "APPROVE_DONE", DiagnosisSubject::Operation, DiagnosisStage::Handle, QT_TRANSLATE_NOOP("Diagnosis", "Both bots have approved already; the local record lags.") },
    { DiagnosisCode::Checklist, "CHECKLIST", DiagnosisSubject::Operation, DiagnosisStage::Handle, QT_TRANSLATE_NOOP("Diagnosis", "An item of the approval's checklist has no recorded answer.") },
    { DiagnosisCode::RemoteMerged, "REMOTE_MERGED", DiagnosisSubject::OperationOrBatch, DiagnosisStage::Landing, QT_TRANSLATE_NOOP("Diagnosis", "It is merged on GitLab already; the local state lags.") },
    { DiagnosisCode::RemoteClosed, "REMOTE_CLOSED", DiagnosisSubject::OperationOrBatch, DiagnosisStage::Handle, QT_TRANSLATE_NOOP("Diagnosis", "Its merge request was closed outside Slipway.") },
    { DiagnosisCode::RemoteLocked, "REMOTE_LOCKED", DiagnosisSubject::OperationOrBatch, DiagnosisStage::Landing, QT_TRANSLATE_NOOP("Diagnosis", "GitLab has not decided yet: its merge request is locked.") },
    { DiagnosisCode::ForeignHead, "FOREIGN_HEAD", DiagnosisSubject::Operation, DiagnosisStage::Handle, QT_TRANSLATE_NOOP("Diagnosis", "Somebody pushed to our branch.") },
    { DiagnosisCode::BlockedOther, "BLOCKED_OTHER", DiagnosisSubject::OperationOrBatch, DiagnosisStage::Work, QT_TRANSLATE_NOOP("Diagnosis", "The batch is blocked: %1") },
    { DiagnosisCode::TreeMismatch, "TREE_MISMATCH", DiagnosisSubject::OperationOrBatch, DiagnosisStage::Landing, QT_TRANSLATE_NOOP("Diagnosis", "What landed is not what was validated.") },
    { DiagnosisCode::DeployLate, "DEPLOY_LATE", DiagnosisSubject::Operation, DiagnosisStage::Deploy, QT_TRANSLATE_NOOP("Diagnosis", "It has landed; the deploy pipeline's callback may still be on its way.") },
    { DiagnosisCode::DeployLost, "DEPLOY_LOST", DiagnosisSubject::Operation, DiagnosisStage::Deploy, QT_TRANSLATE_NOOP("Diagnosis", "A later deploy contains it; its own callback was lost.") },
    { DiagnosisCode::DeployFailed, "DEPLOY_FAILED", DiagnosisSubject::Operation, DiagnosisStage::Deploy, QT_TRANSLATE_NOOP("Diagnosis", "It has landed, but the deploy pipeline failed.") },
    { DiagnosisCode::DeployUnproven, "DEPLOY_UNPROVEN", DiagnosisSubject::Operation, DiagnosisStage::Deploy, QT_TRANSLATE_NOOP("Diagnosis", "It has landed long ago and nothing has proven that it was deployed.") },
    { DiagnosisCode::ApprovalUnknown, "APPROVAL_UNKNOWN", DiagnosisSubject::Operation, DiagnosisStage::Approval, QT_TRANSLATE_NOOP("Diagnosis", "Whether the approval system received it is unknown; it is asked again.") },
    { DiagnosisCode::Overloaded, "OVERLOADED", DiagnosisSubject::Operation, DiagnosisStage::Work, QT_TRANSLATE_NOOP("Diagnosis", "The service was overloaded; nothing ran.") },
    { DiagnosisCode::FailedNeedsPerson, "FAILED_NEEDS_PERSON", DiagnosisSubject::Operation, DiagnosisStage::Work, QT_TRANSLATE_NOOP("Diagnosis", "It failed (%1). The user cannot ask again until it is recovered or closed.") },
    { DiagnosisCode::ForgeDown, "FORGE_DOWN", DiagnosisSubject::Forge, DiagnosisStage::Forge, QT_TRANSLATE_NOOP("Diagnosis", "GitLab is unreachable.") },
    { DiagnosisCode::TokenRefused, "TOKEN_REFUSED", DiagnosisSubject::Forge, DiagnosisStage::Forge, QT_TRANSLATE_NOOP("Diagnosis", "GitLab refuses the token of %1.") },
    { DiagnosisCode::ConfigFallback, "CONFIG_FALLBACK", DiagnosisSubject::Key, DiagnosisStage::Configuration, QT_TRANSLATE_NOOP("Diagnosis", "A configuration key is absent or wrong: %1") },
});
// clang-format on

namespace check {
constexpr bool diagnosisTableIsComplete()
{
    if (diagnosisTable.size() != size_t(DiagnosisCode::Count))
        return false;
    for (size_t i = 0; i < diagnosisTable.size(); ++i) {
        const DiagnosisRow &row = diagnosisTable[i];
        if (row.code != DiagnosisCode(i) || row.name.empty() || std::string_view(row.sentence).empty())
            return false;
    }
    return true;
}
} // namespace check
static_assert(check::diagnosisTableIsComplete(), "a diagnosis lacks its row, name, sentence, or stands out of order");

constexpr const DiagnosisRow &rowOf(DiagnosisCode code) { return diagnosisTable[size_t(code)]; }
constexpr std::string_view nameOf(DiagnosisCode code) { return rowOf(code).name; }
constexpr std::optional<DiagnosisCode> diagnosisNamed(std::string_view name)
{
    const auto row = std::ranges::find(diagnosisTable, name, &DiagnosisRow::name);
    if (row == diagnosisTable.end())
        return std::nullopt;
    return row->code;
}

} // namespace slipway::recovery
