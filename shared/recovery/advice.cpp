// SPDX-License-Identifier: GPL-3.0-only
#include "shared/recovery/advice.h"

namespace slipway::recovery {

using namespace Qt::StringLiterals;
using workflow::BatchStatus;
using workflow::Phase;
using workflow::Step;

namespace {

constexpr QLatin1StringView freeSlot("FREE_SLOT");
constexpr const char *noFreeSlot =
    QT_TRANSLATE_NOOP("Advice", "No slot is freed by hand: its merge request could still merge. Settling is the only way out.");
constexpr const char *readAgain = QT_TRANSLATE_NOOP("Advice", "GitLab is read again.");
constexpr const char *askAgain = QT_TRANSLATE_NOOP("Advice", "The approval system is asked again.");
constexpr const char *proveAgain = QT_TRANSLATE_NOOP("Advice", "The proof of its deployment is looked for again.");
constexpr const char *look = QT_TRANSLATE_NOOP("Advice", "Read GitLab now and see what it says.");
constexpr const char *align = QT_TRANSLATE_NOOP("Advice", "Take over what GitLab says.");
constexpr const char *settle =
    QT_TRANSLATE_NOOP("Advice", "Settle the batch as failed: its merge request is closed and read again; merged wins.");
constexpr const char *unblock = QT_TRANSLATE_NOOP("Advice", "Let the batch go on.");
constexpr const char *requeue = QT_TRANSLATE_NOOP("Advice", "Put the members back in their place; they go into another batch.");
constexpr const char *retry = QT_TRANSLATE_NOOP("Advice", "Try the step again.");
constexpr const char *close = QT_TRANSLATE_NOOP("Advice", "Close the request; the user may ask again.");
constexpr const char *openBatch = QT_TRANSLATE_NOOP("Advice", "Look at the batch it waits for.");
constexpr const char *settleInsteadOfAlign =
    QT_TRANSLATE_NOOP("Advice", "GitLab has neither merged nor closed it: there is nothing to take over.");
constexpr const char *acceptTree =
    QT_TRANSLATE_NOOP("Advice", "Look at the difference; if it is fine, accept it with your reason.");
constexpr const char *sameAgain =
    QT_TRANSLATE_NOOP("Advice", "The same merge request fails again; only another content can pass.");

/// Writes the lists of one diagnosis.
class Advice {
public:
    Advice(Diagnosis &diagnosis, TargetKind kind, QString id)
        : m_diagnosis(diagnosis)
        , m_kind(kind)
        , m_id(std::move(id))
    {
    }

    Advice &may(Action action, const char *text) { return may(action, m_kind, m_id, text); }
    Advice &may(Action action, TargetKind kind, const QString &id, const char *text)
    {
        const auto name = nameOf(action);
        m_diagnosis.safe.push_back({ action, QLatin1StringView(name.data(), qsizetype(name.size())), kind, id, text });
        return *this;
    }
    Advice &deed(QLatin1StringView deed, const char *text, TargetKind kind = TargetKind::Batch, const QString &id = {})
    {
        m_diagnosis.safe.push_back({ std::nullopt, deed, kind, id, text });
        return *this;
    }
    Advice &mayNot(Action action, const char *because)
    {
        const auto name = nameOf(action);
        m_diagnosis.blocked.push_back({ QLatin1StringView(name.data(), qsizetype(name.size())), because });
        return *this;
    }
    Advice &mayNotFreeTheSlot()
    {
        m_diagnosis.blocked.push_back({ freeSlot, noFreeSlot });
        return *this;
    }
    Advice &next(const char *what, std::optional<Instant> at)
    {
        m_diagnosis.next = Automatic { what, at };
        return *this;
    }

private:
    Diagnosis &m_diagnosis;
    TargetKind m_kind;
    QString m_id;
};

std::optional<Instant> dueAt(const std::optional<TaskFacts> &task) { return task ? std::optional(task->dueAt) : std::nullopt; }

/// While somebody works on it, or should.
void whileWorking(Advice &advice, const Diagnosis &diagnosis, const std::optional<TaskFacts> &task, const ForgeFacts &forge,
                  bool isPastItsBudget)
{
    switch (diagnosis.code) {
    case DiagnosisCode::RunningOrphaned:
        advice.may(Action::ReCheck, look)
            .next(QT_TRANSLATE_NOOP("Advice", "Another process takes it up."),
                  task && task->leaseUntil ? task->leaseUntil : dueAt(task));
        break;
    case DiagnosisCode::PipelineUnknown:
        advice.may(Action::ReCheck, look)
            .may(Action::ConfirmPipeline, QT_TRANSLATE_NOOP("Advice", "Confirm that the pipelines that matter have passed."))
            .next(readAgain, dueAt(task));
        break;
    case DiagnosisCode::RemoteUnknown:
        advice.may(Action::ReCheck, look).may(Action::AlignWithRemote, align).next(readAgain, dueAt(task));
        break;
    case DiagnosisCode::ForgeDown:
        advice.deed("WAIT"_L1, QT_TRANSLATE_NOOP("Advice", "Wait: everything goes on by itself when GitLab is back."))
            .next(QT_TRANSLATE_NOOP("Advice", "GitLab is tried again."), forge.nextTry);
        break;
    case DiagnosisCode::TokenRefused:
        advice.deed("ROTATE_TOKEN"_L1, QT_TRANSLATE_NOOP("Advice", "Rotate the bot's token."))
            .next(QT_TRANSLATE_NOOP("Advice", "GitLab is tried again."), forge.nextTry);
        break;
    case DiagnosisCode::RemoteMerged:
        advice.may(Action::AlignWithRemote, align)
            .mayNot(Action::RetryStep, QT_TRANSLATE_NOOP("Advice", "It is merged: nothing is left to approve or to try."))
            .next(readAgain, dueAt(task));
        break;
    default:
        if (isPastItsBudget)
            advice.may(Action::ReCheck, look);
        else
            advice.deed("WATCH"_L1, QT_TRANSLATE_NOOP("Advice", "Watch it: it goes on by itself."));
        advice.next(readAgain, dueAt(task));
        break;
    }
}

void afterFailure(Advice &advice, const Diagnosis &diagnosis, const OperationFacts &facts)
{
    const bool hasFailedBatch = facts.batch && facts.batch->status == BatchStatus::Failed;
    const QString batch = facts.batch ? QString::number(facts.batch->id.value()) : QString();
    const auto requeueIfPossible = [&] {
        if (hasFailedBatch)
            advice.may(Action::RequeueMembers, TargetKind::Batch, batch, requeue);
    };
    switch (diagnosis.code) {
    case DiagnosisCode::PipelineFailed:
        advice.may(Action::CloseRequest, close).mayNot(Action::RetryStep, sameAgain);
        requeueIfPossible();
        break;
    case DiagnosisCode::RebaseConflict:
        requeueIfPossible();
        advice.may(Action::RetryStep, retry).may(Action::CloseRequest, close);
        break;
    case DiagnosisCode::ApproveNoRight:
        advice.deed("FIX_RIGHT"_L1, QT_TRANSLATE_NOOP("Advice", "Give the bot the right to approve, then try again."))
            .may(Action::RetryStep, retry)
            .may(Action::CloseRequest, close)
            .mayNot(Action::AlignWithRemote, settleInsteadOfAlign);
        requeueIfPossible();
        break;
    case DiagnosisCode::ApproveDone: advice.may(Action::RetryStep, retry); break;
    case DiagnosisCode::Checklist:
        advice
            .deed("ANSWER_CHECKLIST"_L1,
                  QT_TRANSLATE_NOOP("Advice", "Answer the item in approve.checklist.answers, then try again."))
            .may(Action::RetryStep, retry)
            .may(Action::CloseRequest, close);
        break;
    case DiagnosisCode::RemoteMerged:
        advice
            .may(Action::AlignWithRemote, hasFailedBatch ? TargetKind::Batch : TargetKind::Operation,
                 hasFailedBatch ? batch : facts.id.value(), align)
            .mayNot(Action::RetryStep, QT_TRANSLATE_NOOP("Advice", "It is merged: nothing is left to approve or to try."))
            .mayNot(Action::CloseRequest, QT_TRANSLATE_NOOP("Advice", "What has landed cannot be closed."));
        break;
    default:
        advice.may(Action::RetryStep, retry).may(Action::CloseRequest, close);
        requeueIfPossible();
        break;
    }
}

void whileQueued(Advice &advice, const Diagnosis &diagnosis, const PartitionFacts &partition)
{
    switch (diagnosis.code) {
    case DiagnosisCode::PartitionPaused:
        if (partition.mode != "OPEN"_L1)
            advice.may(Action::ResumePartition, TargetKind::Partition, partition.key.value(),
                       QT_TRANSLATE_NOOP("Advice", "Resume the partition."));
        advice.mayNot(Action::RunRound, QT_TRANSLATE_NOOP("Advice", "No batch begins while the partition is closed."));
        break;
    case DiagnosisCode::WaitingSlot:
        advice.deed("OPEN_BATCH"_L1, openBatch, TargetKind::Batch, QString::number(partition.slotHolder->value()))
            .mayNotFreeTheSlot()
            .next(QT_TRANSLATE_NOOP("Advice", "The round after that batch takes it."), std::nullopt);
        break;
    default:
        advice
            .may(Action::RunRound, TargetKind::Partition, partition.key.value(),
                 QT_TRANSLATE_NOOP("Advice", "Run a round now."))
            .next(QT_TRANSLATE_NOOP("Advice", "The next round takes it."), partition.nextRound);
        break;
    }
}

void aroundApproval(Advice &advice, const Diagnosis &diagnosis, const OperationFacts &facts)
{
    if (diagnosis.code == DiagnosisCode::WaitingApproval) {
        // A form of the external system goes by its request's id.
        advice.may(Action::Remind, TargetKind::Approval, facts.approvalId.isEmpty() ? facts.id.value() : facts.approvalId,
                   QT_TRANSLATE_NOOP("Advice", "Remind the approver."));
    } else {
        advice.may(Action::ReCheck, QT_TRANSLATE_NOOP("Advice", "Ask the approval system now."));
        if (facts.pair.step == Step::ApprovalSendPending)
            advice.may(Action::RetryStep, QT_TRANSLATE_NOOP("Advice", "Send it again with the same key."));
    }
    advice.next(askAgain, dueAt(facts.task));
}

void afterLanding(Advice &advice, const Diagnosis &diagnosis, const OperationFacts &facts)
{
    advice.may(Action::ReconcileNow, QT_TRANSLATE_NOOP("Advice", "Look for the proof of deployment now."));
    if (diagnosis.code == DiagnosisCode::DeployFailed || diagnosis.code == DiagnosisCode::DeployUnproven)
        advice.may(Action::MarkValidated, QT_TRANSLATE_NOOP("Advice", "Vouch for it being deployed; two persons do that."));
    if (facts.task)
        advice.next(proveAgain, facts.task->dueAt);
    else if (facts.deploy.giveUpAt && facts.pair.step == Step::HandleMerged)
        advice.next(QT_TRANSLATE_NOOP("Advice", "Then a person is asked."), facts.deploy.giveUpAt);
}

} // namespace

void advise(Diagnosis &diagnosis, const OperationFacts &facts)
{
    Advice advice(diagnosis, TargetKind::Operation, facts.id.value());
    const bool hasFailed = diagnosis.turn == Turn::Maintainers;
    switch (diagnosis.code) {
    case DiagnosisCode::WaitingApproval:
    case DiagnosisCode::ApprovalUnknown: aroundApproval(advice, diagnosis, facts); break;
    case DiagnosisCode::WaitingSlot:
    case DiagnosisCode::WaitingRound:
    case DiagnosisCode::PartitionPaused:
    case DiagnosisCode::Quarantined: whileQueued(advice, diagnosis, facts.partition); break;
    case DiagnosisCode::RunningSlow:
    case DiagnosisCode::RunningOrphaned:
    case DiagnosisCode::PipelineUnknown:
    case DiagnosisCode::RemoteUnknown:
    case DiagnosisCode::RemoteLocked:
    case DiagnosisCode::BlockedOther:
    case DiagnosisCode::ForgeDown:
    case DiagnosisCode::TokenRefused: whileWorking(advice, diagnosis, facts.task, facts.forge, facts.budget.isSpent); break;
    case DiagnosisCode::WaitingGate:
        if (facts.partition.slotHolder)
            advice.deed("OPEN_BATCH"_L1, openBatch, TargetKind::Batch, QString::number(facts.partition.slotHolder->value()));
        advice.next(readAgain, dueAt(facts.task));
        break;
    case DiagnosisCode::RemoteMerged:
        if (hasFailed || facts.pair.step == Step::Queued)
            afterFailure(advice, diagnosis, facts);
        else
            whileWorking(advice, diagnosis, facts.task, facts.forge, facts.budget.isSpent);
        break;
    case DiagnosisCode::Overloaded: advice.may(Action::RetryStep, retry).may(Action::CloseRequest, close); break;
    case DiagnosisCode::PipelineFailed:
    case DiagnosisCode::RebaseConflict:
    case DiagnosisCode::ApproveNoRight:
    case DiagnosisCode::ApproveDone:
    case DiagnosisCode::Checklist:
    case DiagnosisCode::RemoteClosed:
    case DiagnosisCode::ForeignHead:
    case DiagnosisCode::FailedNeedsPerson: afterFailure(advice, diagnosis, facts); break;
    case DiagnosisCode::DeployLate:
    case DiagnosisCode::DeployLost:
    case DiagnosisCode::DeployFailed:
    case DiagnosisCode::DeployUnproven: afterLanding(advice, diagnosis, facts); break;
    case DiagnosisCode::TreeMismatch:
        advice.may(Action::AlignWithRemote, acceptTree)
            .mayNot(Action::CloseRequest, QT_TRANSLATE_NOOP("Advice", "What has landed cannot be closed."));
        break;
    case DiagnosisCode::ConfigFallback:
    case DiagnosisCode::Count: break;
    }
}

void advise(Diagnosis &diagnosis, const BatchFacts &facts)
{
    Advice advice(diagnosis, TargetKind::Batch, QString::number(facts.id.value()));
    const auto next = dueAt(facts.task);
    switch (diagnosis.code) {
    case DiagnosisCode::BlockedOther:
        advice.may(Action::Unblock, unblock).may(Action::SettleFailed, settle).mayNotFreeTheSlot();
        if (facts.blockedBy.isEmpty())
            advice.next(readAgain, next);
        break;
    case DiagnosisCode::TreeMismatch:
        advice.may(Action::AlignWithRemote, acceptTree)
            .mayNot(Action::SettleFailed, QT_TRANSLATE_NOOP("Advice", "It has landed: a landed batch cannot fail."))
            .mayNotFreeTheSlot();
        break;
    case DiagnosisCode::RemoteLocked:
        advice.deed("WAIT"_L1, QT_TRANSLATE_NOOP("Advice", "Wait until GitLab has decided."))
            .mayNot(Action::SettleFailed, QT_TRANSLATE_NOOP("Advice", "It may still merge: GitLab has not decided yet."))
            .next(readAgain, next);
        break;
    case DiagnosisCode::RemoteClosed:
        advice.may(Action::AlignWithRemote, align).may(Action::SettleFailed, settle).next(readAgain, next);
        break;
    case DiagnosisCode::WaitingGate: advice.next(readAgain, next); break;
    case DiagnosisCode::RunningOrphaned:
    case DiagnosisCode::RunningSlow:
    case DiagnosisCode::PipelineUnknown:
    case DiagnosisCode::RemoteUnknown:
    case DiagnosisCode::RemoteMerged:
    case DiagnosisCode::ForgeDown:
    case DiagnosisCode::TokenRefused:
        whileWorking(advice, diagnosis, facts.task, facts.forge, facts.budget.isSpent);
        if (facts.status == BatchStatus::Failed)
            diagnosis.next.reset();
        if (diagnosis.code == DiagnosisCode::RunningOrphaned && facts.phase != Phase::Verify && facts.phase != Phase::Settling)
            advice.may(Action::SettleFailed, settle);
        advice.mayNotFreeTheSlot();
        break;
    case DiagnosisCode::WaitingApproval:
    case DiagnosisCode::WaitingSlot:
    case DiagnosisCode::WaitingRound:
    case DiagnosisCode::PartitionPaused:
    case DiagnosisCode::Quarantined:
    case DiagnosisCode::PipelineFailed:
    case DiagnosisCode::RebaseConflict:
    case DiagnosisCode::ApproveNoRight:
    case DiagnosisCode::ApproveDone:
    case DiagnosisCode::Checklist:
    case DiagnosisCode::ForeignHead:
    case DiagnosisCode::DeployLate:
    case DiagnosisCode::DeployLost:
    case DiagnosisCode::DeployFailed:
    case DiagnosisCode::DeployUnproven:
    case DiagnosisCode::ApprovalUnknown:
    case DiagnosisCode::Overloaded:
    case DiagnosisCode::FailedNeedsPerson:
    case DiagnosisCode::ConfigFallback:
    case DiagnosisCode::Count: break; // Said of single requests, keys, or nothing.
    }
}

} // namespace slipway::recovery
