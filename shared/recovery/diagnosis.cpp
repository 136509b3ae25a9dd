// SPDX-License-Identifier: GPL-3.0-only
#include "shared/recovery/diagnosis.h"

#include "shared/recovery/advice.h"

namespace slipway::recovery {

using namespace Qt::StringLiterals;
using workflow::BatchStatus;
using workflow::Phase;
using workflow::Step;

namespace {

constexpr const char *frozen = QT_TRANSLATE_NOOP("Diagnosis", "No new batch begins: a freeze window is on.");
constexpr const char *overBudget =
    QT_TRANSLATE_NOOP("Diagnosis", "It has stood here longer than its budget of %3 s: %1 (read %2).");
constexpr const char *requestOrphaned =
    QT_TRANSLATE_NOOP("Diagnosis", "Its process died while it worked; any other one takes it up.");
constexpr const char *blockedByPerson = QT_TRANSLATE_NOOP("Diagnosis", "The batch is blocked by %2: %1");
constexpr const char *lateMerge =
    QT_TRANSLATE_NOOP("Diagnosis", "Somebody merged it on GitLab after it had failed here; the local state lags.");
constexpr const char *requestGate = QT_TRANSLATE_NOOP("Diagnosis", "It waits at the merge gate until the partition is open.");

QString text(std::string_view name) { return QString::fromLatin1(name.data(), qsizetype(name.size())); }

/// What somebody works on: a batch, or a request with a merge request of its own.
struct Work {
    bool isBatch;
    std::optional<workflow::Pair> pair;
    QString gateName; ///< Its own, as the holder of the gate.
    const std::optional<TaskFacts> &task;
    const std::optional<RemoteFacts> &remote;
    const ForgeFacts &forge;
    const PartitionFacts &partition;
    const BudgetFacts &budget;

    bool isReadAs(QLatin1StringView state) const { return remote && remote->state == state; }
    bool isAt(Step step) const { return pair && pair->step == step; }
    bool isSending() const { return isAt(Step::ApprovalSending); }
    bool isOrphaned() const { return task ? task->isAbandoned || (task->isLeased && !task->isOwnerAlive) : true; }
};

DiagnosisCode codeOf(const Work &work, DiagnosisCode byStep)
{
    if (work.isReadAs("merged"_L1) && !work.isSending())
        return DiagnosisCode::RemoteMerged;
    if (byStep == DiagnosisCode::PipelineUnknown || byStep == DiagnosisCode::RemoteUnknown)
        return byStep;
    if (!work.isSending()) {
        if (!work.forge.refusedBots.isEmpty())
            return DiagnosisCode::TokenRefused;
        if (work.forge.isAway)
            return DiagnosisCode::ForgeDown;
    }
    if (work.isOrphaned())
        return DiagnosisCode::RunningOrphaned;
    if (work.isSending() && work.budget.isSpent)
        return DiagnosisCode::ApprovalUnknown;
    const bool isHeldUp = !work.partition.gateOwner.isEmpty() && work.partition.gateOwner != work.gateName;
    if (work.isAt(Step::HandleApproved) && (isHeldUp || work.partition.isClosed()))
        return DiagnosisCode::WaitingGate;
    return DiagnosisCode::RunningSlow;
}

void describe(Diagnosis &diagnosis, const Work &work)
{
    const QString why = work.task && !work.task->why.isEmpty() ? work.task->why : u"it was taken up"_s;
    const QString reads = QString::number(work.task ? work.task->reads : 0);
    switch (diagnosis.code) {
    case DiagnosisCode::RunningSlow:
        diagnosis.arguments = { why, reads };
        if (work.budget.isSpent) {
            diagnosis.sentence = overBudget;
            diagnosis.arguments.append(QString::number(work.budget.allowed.count() / 1000));
        }
        break;
    case DiagnosisCode::RunningOrphaned:
        if (!work.isBatch)
            diagnosis.sentence = requestOrphaned;
        break;
    case DiagnosisCode::WaitingGate:
        diagnosis.arguments = { work.partition.gateOwner };
        if (work.partition.gateOwner.isEmpty())
            diagnosis.sentence = requestGate;
        break;
    case DiagnosisCode::TokenRefused: diagnosis.arguments = { work.forge.refusedBots.join(u", "_s) }; break;
    default: break;
    }
}

void addTask(Diagnosis &diagnosis, const std::optional<TaskFacts> &task)
{
    if (!task) {
        diagnosis.facts.push_back({ "task"_L1, u"none"_s });
        return;
    }
    diagnosis.facts.push_back({ "task"_L1, task->why });
    diagnosis.facts.push_back({ "reads"_L1, QString::number(task->reads) });
    if (task->attempts > 0)
        diagnosis.facts.push_back({ "failedTries"_L1, QString::number(task->attempts) });
    if (task->isLeased) {
        diagnosis.facts.push_back({ "owner"_L1, task->owner });
        diagnosis.facts.push_back({ "ownerAlive"_L1, task->isOwnerAlive ? u"yes"_s : u"no"_s });
    }
    if (task->leaseUntil)
        diagnosis.facts.push_back({ "leaseUntil"_L1, toIso(*task->leaseUntil) });
}

void addRemote(Diagnosis &diagnosis, std::optional<MergeRequestIid> mergeRequest, const std::optional<RemoteFacts> &remote)
{
    if (mergeRequest)
        diagnosis.facts.push_back({ "mergeRequest"_L1, u"!%1"_s.arg(mergeRequest->value()) });
    if (!remote)
        return;
    const auto add = [&](QLatin1StringView name, const QString &value) {
        if (!value.isEmpty())
            diagnosis.facts.push_back({ name, value });
    };
    add("readAt"_L1, toIso(remote->readAt));
    add("remoteState"_L1, remote->state);
    add("remoteDetail"_L1, remote->detailedStatus);
    add("remoteHead"_L1, remote->head);
    add("remoteBy"_L1, remote->by);
    add("pipeline"_L1, remote->pipeline);
    add("approvedBy"_L1, remote->approvedBy.join(u", "_s));
}

void addForge(Diagnosis &diagnosis, const ForgeFacts &forge)
{
    if (forge.isAway)
        diagnosis.facts.push_back({ "gitlab"_L1, u"unreachable"_s });
    if (!forge.refusedBots.isEmpty())
        diagnosis.facts.push_back({ "refusedTokens"_L1, forge.refusedBots.join(u", "_s) });
}

Diagnosis begun(DiagnosisCode code, Turn turn, Instant since)
{
    Diagnosis diagnosis;
    diagnosis.code = code;
    diagnosis.turn = turn;
    diagnosis.since = since;
    diagnosis.sentence = rowOf(code).sentence;
    return diagnosis;
}

DiagnosisCode codeOf(const BatchFacts &facts)
{
    const Work work {
        true,        facts.members, u"batch:%1"_s.arg(facts.id.value()), facts.task, facts.remote, facts.forge, facts.partition,
        facts.budget
    };
    if (facts.status == BatchStatus::Failed)
        return DiagnosisCode::RemoteMerged;
    const bool isBlocked = facts.status == BatchStatus::Blocked;
    if (isBlocked && facts.phase == Phase::Verify)
        return DiagnosisCode::TreeMismatch;
    // What landed is looked at in VERIFY anyway: there "merged" is no news.
    const bool isLanded = facts.phase == Phase::Verify;
    if (!isLanded && work.isReadAs("merged"_L1))
        return DiagnosisCode::RemoteMerged;
    if (facts.phase == Phase::Settling && (work.isReadAs("locked"_L1) || facts.message.contains("locked"_L1)))
        return DiagnosisCode::RemoteLocked;
    if (!isLanded && work.isReadAs("closed"_L1))
        return DiagnosisCode::RemoteClosed;
    if (isBlocked)
        return DiagnosisCode::BlockedOther;
    const DiagnosisCode byStep = facts.members && !isLanded && facts.phase != Phase::Settling ? rowOf(facts.members->step).code
                                                                                              : DiagnosisCode::RunningSlow;
    const DiagnosisCode code = codeOf(work, byStep);
    return isLanded && code == DiagnosisCode::RemoteMerged ? DiagnosisCode::RunningSlow : code;
}

DiagnosisCode whileQueued(const OperationFacts &facts)
{
    if (facts.partition.isClosed())
        return DiagnosisCode::PartitionPaused;
    if (facts.partition.slotHolder)
        return DiagnosisCode::WaitingSlot;
    if (!facts.forge.refusedBots.isEmpty())
        return DiagnosisCode::TokenRefused;
    return facts.isQuarantined ? DiagnosisCode::Quarantined : DiagnosisCode::WaitingRound;
}

DiagnosisCode afterFailure(const OperationFacts &facts, DiagnosisCode byStep)
{
    const bool isRead = facts.remote.has_value();
    if ((isRead && facts.remote->state == "merged"_L1) || (facts.batch && facts.batch->isFoundMerged))
        return DiagnosisCode::RemoteMerged;
    if (byStep == DiagnosisCode::ApproveNoRight && facts.failureCode == "CHECKLIST"_L1)
        return DiagnosisCode::Checklist;
    if (byStep == DiagnosisCode::ApproveNoRight && isRead && facts.remote->state == "opened"_L1
        && facts.remote->bothApproved == true)
        return DiagnosisCode::ApproveDone;
    return byStep;
}

DiagnosisCode codeOf(const OperationFacts &facts)
{
    if (facts.isTreeMismatch && facts.pair.status == workflow::Status::Merged)
        return DiagnosisCode::TreeMismatch;
    const DiagnosisCode byStep = rowOf(facts.pair.step).code;
    const Work work { false,           facts.pair,  u"operation:"_s + facts.id.value(), facts.task, facts.remote, facts.forge,
                      facts.partition, facts.budget };
    switch (byStep) {
    case DiagnosisCode::WaitingRound:
        return facts.batch && facts.batch->isFoundMerged ? DiagnosisCode::RemoteMerged : whileQueued(facts);
    case DiagnosisCode::DeployLate: return facts.deploy.hasLaterDeploy ? DiagnosisCode::DeployLost : byStep;
    case DiagnosisCode::RunningSlow:
    case DiagnosisCode::PipelineUnknown:
    case DiagnosisCode::RemoteUnknown: return codeOf(work, byStep);
    case DiagnosisCode::WaitingApproval:
    case DiagnosisCode::ApprovalUnknown:
    case DiagnosisCode::DeployFailed:
    case DiagnosisCode::DeployUnproven: return byStep;
    default: return afterFailure(facts, byStep);
    }
}

void describe(Diagnosis &diagnosis, const OperationFacts &facts)
{
    const PartitionFacts &partition = facts.partition;
    switch (diagnosis.code) {
    case DiagnosisCode::WaitingSlot:
        diagnosis.arguments = { QString::number(partition.slotHolder->value()), partition.slotStanding };
        break;
    case DiagnosisCode::PartitionPaused:
        diagnosis.arguments = { partition.mode, partition.changedBy, partition.reason };
        diagnosis.since = partition.since.value_or(diagnosis.since);
        if (partition.mode == "OPEN"_L1)
            diagnosis.sentence = frozen;
        break;
    case DiagnosisCode::FailedNeedsPerson:
        diagnosis.arguments = { facts.failureCode.isEmpty() ? text(nameOf(facts.pair.step)) : facts.failureCode };
        break;
    case DiagnosisCode::RemoteMerged:
        if (rowOf(facts.pair.step).turn == Turn::Maintainers)
            diagnosis.sentence = lateMerge;
        break;
    default: break;
    }
}

/// A member stands as its batch does: it moves only with it.
bool movesWithItsBatch(const OperationFacts &facts)
{
    const Turn turn = rowOf(facts.pair.step).turn;
    return facts.isInActiveBatch() && turn == Turn::Service && facts.pair.status != workflow::Status::Merged;
}

void addFacts(Diagnosis &diagnosis, const OperationFacts &facts)
{
    diagnosis.facts.push_back({ "standing"_L1, u"%1/%2"_s.arg(int(facts.pair.step)).arg(text(nameOf(facts.pair.status))) });
    if (facts.batch)
        diagnosis.facts.push_back({ "batch"_L1, QString::number(facts.batch->id.value()) });
    if (facts.place)
        diagnosis.facts.push_back({ "place"_L1, QString::number(*facts.place) });
    if (!facts.failureCode.isEmpty())
        diagnosis.facts.push_back({ "failureCode"_L1, facts.failureCode });
    if (!facts.failureDetail.isEmpty())
        diagnosis.facts.push_back({ "evidence"_L1, facts.failureDetail });
    if (facts.isWithdrawRequested)
        diagnosis.facts.push_back({ "withdrawAsked"_L1, u"yes"_s });
    addRemote(diagnosis, facts.mergeRequest, facts.remote);
    if (diagnosis.turn == Turn::Service || facts.task)
        addTask(diagnosis, facts.task);
    addForge(diagnosis, facts.forge);
}

} // namespace

std::optional<Diagnosis> diagnose(const BatchFacts &facts)
{
    const bool isOver = facts.status == BatchStatus::Succeeded
        || (facts.status == BatchStatus::Failed && !facts.isFoundMerged
            && !(facts.remote && facts.remote->state == "merged"_L1));
    if (isOver)
        return std::nullopt;
    const DiagnosisCode code = codeOf(facts);
    const bool isBlocked = facts.status != BatchStatus::Running;
    Diagnosis diagnosis = begun(code, isBlocked ? Turn::Maintainers : Turn::Service, facts.since);
    const Work work {
        true,        facts.members, u"batch:%1"_s.arg(facts.id.value()), facts.task, facts.remote, facts.forge, facts.partition,
        facts.budget
    };
    describe(diagnosis, work);
    if (code == DiagnosisCode::BlockedOther) {
        diagnosis.arguments = { facts.message.isEmpty() ? facts.failureCode : facts.message, facts.blockedBy };
        if (!facts.blockedBy.isEmpty())
            diagnosis.sentence = blockedByPerson;
    }
    if (facts.status == BatchStatus::Failed)
        diagnosis.sentence = lateMerge;
    diagnosis.facts.push_back({ "batch"_L1, QString::number(facts.id.value()) });
    diagnosis.facts.push_back({ "standing"_L1, u"%1/%2"_s.arg(text(nameOf(facts.status)), text(nameOf(facts.phase))) });
    if (!facts.failureCode.isEmpty())
        diagnosis.facts.push_back({ "failureCode"_L1, facts.failureCode });
    if (!facts.message.isEmpty())
        diagnosis.facts.push_back({ "evidence"_L1, facts.message });
    addRemote(diagnosis, facts.mergeRequest, facts.remote);
    addTask(diagnosis, facts.task);
    addForge(diagnosis, facts.forge);
    advise(diagnosis, facts);
    return diagnosis;
}

std::optional<Diagnosis> diagnose(const OperationFacts &facts)
{
    if (workflow::isFinal(facts.pair) || !facts.ownsBinding)
        return std::nullopt;
    if (movesWithItsBatch(facts)) {
        if (auto diagnosis = diagnose(*facts.batch)) {
            diagnosis->turn = rowOf(facts.pair.step).turn;
            return diagnosis;
        }
    }
    Diagnosis diagnosis = begun(codeOf(facts), rowOf(facts.pair.step).turn, facts.since);
    const Work work { false,           facts.pair,  u"operation:"_s + facts.id.value(), facts.task, facts.remote, facts.forge,
                      facts.partition, facts.budget };
    describe(diagnosis, work);
    describe(diagnosis, facts);
    addFacts(diagnosis, facts);
    advise(diagnosis, facts);
    return diagnosis;
}

std::vector<Diagnosis> diagnose(const ForgeFacts &facts, Instant now)
{
    std::vector<Diagnosis> all;
    const auto add = [&](DiagnosisCode code, const QStringList &arguments, QLatin1StringView deed, const char *text_) {
        Diagnosis diagnosis = begun(code, Turn::Maintainers, facts.since.value_or(now));
        diagnosis.arguments = arguments;
        diagnosis.safe.push_back({ std::nullopt, deed, TargetKind::Operation, {}, text_ });
        if (facts.nextTry)
            diagnosis.next = Automatic { QT_TRANSLATE_NOOP("Advice", "GitLab is tried again."), facts.nextTry };
        all.push_back(std::move(diagnosis));
    };
    if (facts.isAway)
        add(DiagnosisCode::ForgeDown, {}, "WAIT"_L1,
            QT_TRANSLATE_NOOP("Advice", "Wait: everything goes on by itself when GitLab is back."));
    for (const QString &bot : facts.refusedBots)
        add(DiagnosisCode::TokenRefused, { bot }, "ROTATE_TOKEN"_L1, QT_TRANSLATE_NOOP("Advice", "Rotate the bot's token."));
    return all;
}

Diagnosis diagnoseKey(const QString &warning, Instant now)
{
    Diagnosis diagnosis = begun(DiagnosisCode::ConfigFallback, Turn::Maintainers, now);
    diagnosis.arguments = { warning };
    diagnosis.safe.push_back({ std::nullopt,
                               "OPEN_HELP"_L1,
                               TargetKind::Operation,
                               {},
                               QT_TRANSLATE_NOOP("Advice", "Open the key's help and correct its value.") });
    return diagnosis;
}

} // namespace slipway::recovery
