// SPDX-License-Identifier: GPL-3.0-only
#include "console/actions/actioncatalogue.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

using recovery::Action;
using recovery::TargetKind;

bool is(const Target &target, QLatin1StringView standing) { return target.standing == standing; }
bool isKnown(const Target &target) { return !target.standing.isEmpty(); }
bool isOver(const Target &target) { return is(target, "SUCCEEDED"_L1) || is(target, "FAILED"_L1); }

const char *notActive(const Target &target)
{
    return isKnown(target) && isOver(target) ? QT_TRANSLATE_NOOP("Actions", "The batch is over.") : nullptr;
}

const char *notRunning(const Target &target)
{
    return isKnown(target) && !is(target, "RUNNING"_L1) ? QT_TRANSLATE_NOOP("Actions", "Only a running batch can be blocked.")
                                                        : nullptr;
}

const char *notBlocked(const Target &target)
{
    return isKnown(target) && !is(target, "BLOCKED"_L1) ? QT_TRANSLATE_NOOP("Actions", "The batch is not blocked.") : nullptr;
}

const char *notFailed(const Target &target)
{
    return isKnown(target) && !is(target, "FAILED"_L1)
        ? QT_TRANSLATE_NOOP("Actions", "Only the requests of a failed batch can be queued again.")
        : nullptr;
}

const char *notRetriable(const Target &target)
{
    if (target.isInActiveBatch)
        return QT_TRANSLATE_NOOP("Actions", "It moves with its batch: act on the batch.");
    if (is(target, "VALIDATED"_L1) || is(target, "CLOSED"_L1) || is(target, "REJECTED"_L1))
        return QT_TRANSLATE_NOOP("Actions", "It is over.");
    return nullptr;
}

const char *notClosable(const Target &target)
{
    if (target.isInActiveBatch)
        return QT_TRANSLATE_NOOP("Actions", "It is in an active batch: settle the batch first.");
    if (is(target, "MERGED"_L1) || is(target, "VALIDATED"_L1))
        return QT_TRANSLATE_NOOP("Actions", "What has landed cannot be closed.");
    return nullptr;
}

const char *notAtPipeline(const Target &target)
{
    if (target.kind == TargetKind::Batch)
        return notActive(target);
    return target.step != 0 && target.step != qint64(workflow::Step::HandlePipelinePending)
            && target.step != qint64(workflow::Step::CreatePipelinePending)
        ? QT_TRANSLATE_NOOP("Actions", "Its pipeline's outcome is not in doubt.")
        : nullptr;
}

const char *notLanded(const Target &target)
{
    return isKnown(target) && !is(target, "MERGED"_L1)
        ? QT_TRANSLATE_NOOP("Actions", "Only what has landed and lacks its proof can be vouched for.")
        : nullptr;
}

const char *nothingToProve(const Target &target) { return target.kind == TargetKind::Operation ? notLanded(target) : nullptr; }

const char *alreadyClosed(const Target &target)
{
    return is(target, "PAUSED"_L1) || is(target, "HALTED"_L1) ? QT_TRANSLATE_NOOP("Actions", "The partition is closed already.")
                                                              : nullptr;
}

const char *alreadyOpen(const Target &target)
{
    return is(target, "OPEN"_L1) ? QT_TRANSLATE_NOOP("Actions", "The partition is open already.") : nullptr;
}

const char *notOpen(const Target &target)
{
    return is(target, "PAUSED"_L1) || is(target, "HALTED"_L1)
        ? QT_TRANSLATE_NOOP("Actions", "No batch begins while the partition is closed.")
        : nullptr;
}

const char *notPending(const Target &target)
{
    return isKnown(target) && !is(target, "pending"_L1) ? QT_TRANSLATE_NOOP("Actions", "It is decided already.") : nullptr;
}

const char *notAwaiting(const Target &target)
{
    return isKnown(target) && !is(target, "AWAITING_SECOND"_L1)
        ? QT_TRANSLATE_NOOP("Actions", "It does not wait for a second person.")
        : nullptr;
}

std::vector<OperatorAction> made()
{
    std::vector<OperatorAction> all;
    const auto add = [&](Action action, const char *title, const char *effect, OperatorAction::OwnGuard guard,
                         std::vector<OperatorAction::Parameter> parameters = {}) {
        all.emplace_back(action, title, effect, guard, std::move(parameters));
    };
    // clang-format off
    add(Action::ReCheck, QT_TRANSLATE_NOOP("Actions", "Check Again"), QT_TRANSLATE_NOOP("Actions", "Reads what GitLab and the approval system say now. Changes nothing there."), nullptr);
    add(Action::RetryStep, QT_TRANSLATE_NOOP("Actions", "Retry the Step"), QT_TRANSLATE_NOOP("Actions", "Takes up the step at which it stopped."), &notRetriable);
    add(Action::ConfirmPipeline, QT_TRANSLATE_NOOP("Actions", "Take the Pipeline for Passed"), QT_TRANSLATE_NOOP("Actions", "Goes on by the pipelines that passed for exactly this commit."), &notAtPipeline,
        { { "ignore", QT_TRANSLATE_NOOP("Actions", "Ignore pipelines"), QT_TRANSLATE_NOOP("Actions", "Numbers of pipelines that will never end, with commas between; empty for none") } });
    add(Action::AlignWithRemote, QT_TRANSLATE_NOOP("Actions", "Align with GitLab"), QT_TRANSLATE_NOOP("Actions", "Makes the record agree with what has happened on GitLab."), nullptr);
    add(Action::SettleFailed, QT_TRANSLATE_NOOP("Actions", "Settle as Failed"), QT_TRANSLATE_NOOP("Actions", "Closes the merge request, reads it again and ends the batch by what it says: merged wins."), &notActive);
    add(Action::Block, QT_TRANSLATE_NOOP("Actions", "Block the Batch"), QT_TRANSLATE_NOOP("Actions", "Holds the batch where it is. Its slot stays taken."), &notRunning);
    add(Action::Unblock, QT_TRANSLATE_NOOP("Actions", "Release the Batch"), QT_TRANSLATE_NOOP("Actions", "Lets the batch go on where it was held."), &notBlocked);
    add(Action::RequeueMembers, QT_TRANSLATE_NOOP("Actions", "Queue Its Requests Again"), QT_TRANSLATE_NOOP("Actions", "Sends the requests of a failed batch back into the line."), &notFailed);
    add(Action::CloseRequest, QT_TRANSLATE_NOOP("Actions", "Close the Request"), QT_TRANSLATE_NOOP("Actions", "Gives the request up, so that its user may ask again."), &notClosable);
    add(Action::MarkValidated, QT_TRANSLATE_NOOP("Actions", "Vouch for the Deployment"), QT_TRANSLATE_NOOP("Actions", "Takes it for deployed on two persons' word, without proof."), &notLanded);
    add(Action::ReconcileNow, QT_TRANSLATE_NOOP("Actions", "Look for the Proof of Deployment"), QT_TRANSLATE_NOOP("Actions", "Looks now whether a later deployment contains it."), &nothingToProve);
    add(Action::RunRound, QT_TRANSLATE_NOOP("Actions", "Run a Round"), QT_TRANSLATE_NOOP("Actions", "Takes waiting requests into a new batch now, if the slot is free."), &notOpen);
    add(Action::PausePartition, QT_TRANSLATE_NOOP("Actions", "Pause the Partition"), QT_TRANSLATE_NOOP("Actions", "No new batch begins until it is resumed. A batch under way goes on."), &alreadyClosed);
    add(Action::ResumePartition, QT_TRANSLATE_NOOP("Actions", "Resume the Partition"), QT_TRANSLATE_NOOP("Actions", "Batches begin again."), &alreadyOpen);
    add(Action::Remind, QT_TRANSLATE_NOOP("Actions", "Remind the Approver"), QT_TRANSLATE_NOOP("Actions", "Asks the approver once more."), &notPending);
    add(Action::ConfirmAction, QT_TRANSLATE_NOOP("Actions", "Confirm as Second Person"), QT_TRANSLATE_NOOP("Actions", "Lets the action of somebody else be done."), &notAwaiting);
    add(Action::RejectAction, QT_TRANSLATE_NOOP("Actions", "Reject as Second Person"), QT_TRANSLATE_NOOP("Actions", "Ends the action of somebody else; nothing is done."), &notAwaiting);
    // clang-format on
    return all;
}

} // namespace

const std::vector<OperatorAction> &actionCatalogue()
{
    static const std::vector<OperatorAction> catalogue = made();
    return catalogue;
}

const OperatorAction *actionFor(recovery::Action action)
{
    const auto &all = actionCatalogue();
    const auto found = std::ranges::find(all, action, &OperatorAction::action);
    return found == all.end() ? nullptr : &*found;
}

const OperatorAction *actionNamed(const QString &name)
{
    const QByteArray latin = name.toLatin1();
    const auto action = recovery::actionNamed(std::string_view(latin.constData(), size_t(latin.size())));
    return action ? actionFor(*action) : nullptr;
}

} // namespace slipway::console
