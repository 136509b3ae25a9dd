// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/guidance.h"

#include "service/workflow/text.h"
#include "shared/recovery/steprow.h"

#include <QtGlobal>

using namespace Qt::StringLiterals;

namespace slipway::intake {
namespace {

using recovery::Turn;
using workflow::Status;
using workflow::Step;

/// What is said; whose turn it is comes from the diagnosis' own table, so that users never hear something else than maintainers.
struct Words {
    const char *sentence;
    const char *waitingFor = nullptr;
};

constexpr Words wait(const char *waitingFor, const char *sentence) { return { sentence, waitingFor }; }
constexpr Words done(const char *sentence) { return { sentence }; }
constexpr Words contact(const char *sentence) { return { sentence, "MAINTAINERS" }; }
constexpr Words resubmit(const char *sentence) { return { sentence }; }

Words whileQueued(const std::optional<QueueFacts> &queue)
{
    if (!queue)
        return wait("ROUND", QT_TRANSLATE_NOOP("Guidance", "Approved. It joins the next batch; nothing is asked of you."));
    if (queue->isPaused) {
        return wait("PARTITION",
                    QT_TRANSLATE_NOOP("Guidance",
                                      "Approved and number %1 in line. The maintainers have paused new batches; "
                                      "it goes on by itself when they resume."));
    }
    if (queue->slotHolder)
        return wait("SLOT",
                    QT_TRANSLATE_NOOP("Guidance", "Approved and number %1 in line, behind batch %2. It goes on by itself."));
    return wait("ROUND", QT_TRANSLATE_NOOP("Guidance", "Approved and number %1 in line. It joins the next batch by itself."));
}

Words whileInForceOrGone(workflow::RequestKind kind, bool hasRunOut)
{
    if (hasRunOut && kind == workflow::RequestKind::Bind)
        return done(QT_TRANSLATE_NOOP("Guidance", "Its end has come; it is being removed. Submit again if you still need it."));
    return kind == workflow::RequestKind::Bind ? done(QT_TRANSLATE_NOOP("Guidance", "Done: it is in force."))
                                               : done(QT_TRANSLATE_NOOP("Guidance", "Done: it was removed."));
}

Words afterEnd(workflow::Pair pair)
{
    switch (pair.step) {
    case Step::ApprovalWithdrawn:
        return resubmit(QT_TRANSLATE_NOOP("Guidance", "Withdrawn; nothing was changed. Submit again if you still need it."));
    case Step::ApprovalExpired:
        return resubmit(
            QT_TRANSLATE_NOOP("Guidance", "Nobody decided in time; nothing was changed. Submit again if you still need it."));
    case Step::ApprovalRejected:
        return resubmit(
            QT_TRANSLATE_NOOP("Guidance", "Rejected; nothing was changed. Talk to the approver before you submit again."));
    default:
        return pair.status == Status::Rejected
            ? resubmit(QT_TRANSLATE_NOOP("Guidance", "Not approved; nothing was changed. Submit again if you still need it."))
            : resubmit(QT_TRANSLATE_NOOP("Guidance", "Closed; nothing was changed. Submit again if you still need it."));
    }
}

/// The engine keeps reading and goes on by itself as soon as it knows.
Words whileUnknown(Step step)
{
    switch (step) {
    case Step::ApprovalSendPending:
        return wait("APPROVAL_SYSTEM",
                    QT_TRANSLATE_NOOP("Guidance",
                                      "It is not known yet whether the approval system received the request. "
                                      "It is asked again by itself; you can keep waiting."));
    case Step::CreatePipelinePending:
    case Step::HandlePipelinePending:
        return wait(
            "PIPELINE",
            QT_TRANSLATE_NOOP("Guidance", "The checks take longer than usual. They may still pass; you can keep waiting."));
    case Step::DeployPending:
        return wait("DEPLOY",
                    QT_TRANSLATE_NOOP("Guidance",
                                      "It has landed, but nothing has proven yet that it was deployed. "
                                      "You can keep waiting, or submit a change to it."));
    default:
        return wait("FORGE",
                    QT_TRANSLATE_NOOP("Guidance",
                                      "The last action was sent and its answer is not known yet. It is read again by itself; "
                                      "you can keep waiting."));
    }
}

Words afterFailure(Step step)
{
    switch (step) {
    case Step::CreateOverloaded:
    case Step::ApprovalOverloaded:
        return resubmit(
            QT_TRANSLATE_NOOP("Guidance", "The service was overloaded and did not begin. Withdraw it and submit again."));
    case Step::HandleOverloaded:
        return contact(QT_TRANSLATE_NOOP(
            "Guidance",
            "The service was overloaded after the approval. Waiting will not help; ask the maintainers to resume it."));
    case Step::ApprovalSendFailed:
        return contact(QT_TRANSLATE_NOOP("Guidance",
                                         "The approval system refused the request. Waiting will not help; contact the "
                                         "maintainers, or withdraw it."));
    case Step::CreatePipelineFailed:
    case Step::HandlePipelineFailed:
        return contact(QT_TRANSLATE_NOOP(
            "Guidance", "The checks of the change failed. Waiting will not help; contact the maintainers, or withdraw it."));
    case Step::CreateConflict:
    case Step::HandleRebaseConflict:
        return contact(QT_TRANSLATE_NOOP("Guidance",
                                         "The change conflicts with what is there. Waiting will not help; contact the "
                                         "maintainers, or withdraw it."));
    case Step::HandleMergeRequestClosed:
        return contact(QT_TRANSLATE_NOOP(
            "Guidance", "Somebody closed the merge request. Waiting will not help; contact the maintainers, or withdraw it."));
    case Step::DeployFailed:
        return contact(QT_TRANSLATE_NOOP(
            "Guidance", "It has landed, but its deployment failed. Waiting will not help; contact the maintainers."));
    case Step::CloseFailed:
        return contact(
            QT_TRANSLATE_NOOP("Guidance", "It could not be closed. Waiting will not help; contact the maintainers."));
    default:
        return contact(QT_TRANSLATE_NOOP(
            "Guidance", "It stopped on a problem that does not go away by itself. Contact the maintainers, or withdraw it."));
    }
}

Words whileUnderWay(const GuidanceFacts &facts)
{
    switch (facts.pair.step) {
    case Step::ApprovalSending:
        return wait("APPROVAL_SYSTEM",
                    QT_TRANSLATE_NOOP("Guidance", "The request is being handed to the approvers; nothing is asked of you."));
    case Step::ApprovalSent:
        return facts.viewerDecides
            ? wait("APPROVER", QT_TRANSLATE_NOOP("Guidance", "This request waits for your decision."))
            : wait("APPROVER", QT_TRANSLATE_NOOP("Guidance", "It waits for an approver; nothing else happens before."));
    case Step::Queued: return whileQueued(facts.queue);
    case Step::CreateStarted:
        return wait("MERGE_REQUEST", QT_TRANSLATE_NOOP("Guidance", "The change is being written into a merge request."));
    case Step::CreatePipelineRunning:
    case Step::HandleRevalidating:
        return wait("PIPELINE", QT_TRANSLATE_NOOP("Guidance", "The checks of the change are running."));
    case Step::CreateSucceeded:
        return wait("FORGE", QT_TRANSLATE_NOOP("Guidance", "The checks passed; the merge is being prepared."));
    case Step::HandleStarted:
        return wait("BOTS", QT_TRANSLATE_NOOP("Guidance", "The review bots are approving the merge request."));
    case Step::HandleRebasing:
        return wait("FORGE",
                    QT_TRANSLATE_NOOP("Guidance", "Other changes landed first; this one is being brought up to date."));
    case Step::HandleApproved:
    case Step::HandleMerging: return wait("MERGE", QT_TRANSLATE_NOOP("Guidance", "The merge request is being merged."));
    case Step::CloseStarted: return wait("CLOSE", QT_TRANSLATE_NOOP("Guidance", "It is being closed; this takes a moment."));
    case Step::HandleMerged: return wait("DEPLOY", QT_TRANSLATE_NOOP("Guidance", "It has landed and is being deployed."));
    default: return wait("FORGE", QT_TRANSLATE_NOOP("Guidance", "It is under way; nothing is asked of you."));
    }
}

Words whileAwaited(const GuidanceFacts &facts)
{
    if (facts.withdrawRequested)
        return wait("CLOSE",
                    QT_TRANSLATE_NOOP(
                        "Guidance",
                        "You asked to withdraw it. It leaves as soon as its batch allows; if it lands first, you are told."));
    return workflow::isOutcomePending(facts.pair.step) ? whileUnknown(facts.pair.step) : whileUnderWay(facts);
}

} // namespace

std::string_view nameOf(GuidanceAction action)
{
    switch (action) {
    case GuidanceAction::Wait: return "WAIT";
    case GuidanceAction::ContactMaintainers: return "CONTACT_MAINTAINERS";
    case GuidanceAction::Resubmit: return "RESUBMIT";
    case GuidanceAction::Decide: return "DECIDE";
    case GuidanceAction::Done: return "DONE";
    }
    return "WAIT";
}

Guidance guidanceFor(const GuidanceFacts &facts)
{
    const auto [step, status] = facts.pair;
    const auto say = [](GuidanceAction action, const Words &words) {
        return Guidance { action, words.sentence, words.waitingFor };
    };
    if (facts.removedAtItsEnd && !workflow::isReappliable(status))
        return say(
            GuidanceAction::Done,
            done(QT_TRANSLATE_NOOP(
                "Guidance", "It was in force until its end and is taken out again. Submit again if you still need it.")));
    if (!facts.ownsBinding && !workflow::isReappliable(status))
        return say(GuidanceAction::Done,
                   done(QT_TRANSLATE_NOOP("Guidance", "A later request replaced this one; nothing more happens here.")));
    if (facts.withdrawRequested && status == Status::Merged)
        return say(GuidanceAction::Done,
                   done(QT_TRANSLATE_NOOP(
                       "Guidance", "It landed before it could be withdrawn. Ask for its removal if you do not need it.")));
    switch (recovery::rowOf(step).turn) {
    case Turn::Nobody: return say(GuidanceAction::Done, whileInForceOrGone(facts.kind, facts.hasRunOut));
    case Turn::Requester:
        return say(GuidanceAction::Resubmit, workflow::isOverloaded(step) ? afterFailure(step) : afterEnd(facts.pair));
    case Turn::Maintainers: return say(GuidanceAction::ContactMaintainers, afterFailure(step));
    case Turn::Approver:
        return say(facts.viewerDecides && !facts.withdrawRequested ? GuidanceAction::Decide : GuidanceAction::Wait,
                   whileAwaited(facts));
    case Turn::Service: break;
    }
    return say(GuidanceAction::Wait, whileAwaited(facts));
}

protocol::Guidance inWords(const Guidance &guidance, const GuidanceFacts &facts, Language language, Instant since,
                           std::optional<Instant> nextCheckAt)
{
    QString text = translated(language, "Guidance", guidance.sentence);
    const bool inLine = facts.pair.step == Step::Queued && facts.queue;
    if (inLine) {
        text.replace("%1"_L1, QString::number(facts.queue->position));
        text.replace("%2"_L1, facts.queue->slotHolder ? QString::number(facts.queue->slotHolder->value()) : QString());
    }
    const bool goesOn = guidance.action == GuidanceAction::Wait || guidance.action == GuidanceAction::Decide;
    protocol::Guidance shown { .action = workflow::text(nameOf(guidance.action)),
                               .text = text,
                               .waitingFor = std::nullopt,
                               .since = since,
                               .nextCheckAt = goesOn ? nextCheckAt : std::nullopt,
                               .queuePosition = std::nullopt };
    if (guidance.waitingFor)
        shown.waitingFor = QString::fromLatin1(guidance.waitingFor);
    if (inLine)
        shown.queuePosition = facts.queue->position;
    return shown;
}

} // namespace slipway::intake
