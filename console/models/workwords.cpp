// SPDX-License-Identifier: GPL-3.0-only
#include "console/models/workwords.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

struct Said {
    QLatin1StringView name;
    const char *text;
};

// clang-format off
constexpr auto stepTable = std::to_array<Said>({
    { "CREATE_STARTED"_L1, QT_TRANSLATE_NOOP("Steps", "creating begun") },
    { "CREATE_SUCCEEDED"_L1, QT_TRANSLATE_NOOP("Steps", "pipeline passed") },
    { "CREATE_FAILED"_L1, QT_TRANSLATE_NOOP("Steps", "creating failed") },
    { "CREATE_PIPELINE_FAILED"_L1, QT_TRANSLATE_NOOP("Steps", "pipeline failed while creating") },
    { "CREATE_PUSH_REJECTED"_L1, QT_TRANSLATE_NOOP("Steps", "push refused") },
    { "CREATE_CONFLICT"_L1, QT_TRANSLATE_NOOP("Steps", "conflict while creating") },
    { "CREATE_MR_REFUSED"_L1, QT_TRANSLATE_NOOP("Steps", "merge request refused") },
    { "CREATE_OVERLOADED"_L1, QT_TRANSLATE_NOOP("Steps", "overloaded, not created") },
    { "CREATE_PIPELINE_RUNNING"_L1, QT_TRANSLATE_NOOP("Steps", "pipeline running") },
    { "HANDLE_STARTED"_L1, QT_TRANSLATE_NOOP("Steps", "handling begun") },
    { "HANDLE_APPROVED"_L1, QT_TRANSLATE_NOOP("Steps", "approved by both bots") },
    { "HANDLE_MERGED"_L1, QT_TRANSLATE_NOOP("Steps", "landed, deployment not proven") },
    { "HANDLE_APPROVE_FAILED"_L1, QT_TRANSLATE_NOOP("Steps", "bots could not approve") },
    { "HANDLE_REBASE_CONFLICT"_L1, QT_TRANSLATE_NOOP("Steps", "conflict with the target") },
    { "HANDLE_PIPELINE_FAILED"_L1, QT_TRANSLATE_NOOP("Steps", "pipeline failed while handling") },
    { "HANDLE_MERGE_FAILED"_L1, QT_TRANSLATE_NOOP("Steps", "merge failed") },
    { "HANDLE_MR_CLOSED"_L1, QT_TRANSLATE_NOOP("Steps", "merge request closed by somebody") },
    { "HANDLE_OVERLOADED"_L1, QT_TRANSLATE_NOOP("Steps", "overloaded, not handled") },
    { "HANDLE_REBASING"_L1, QT_TRANSLATE_NOOP("Steps", "rebasing") },
    { "HANDLE_FOREIGN_HEAD"_L1, QT_TRANSLATE_NOOP("Steps", "foreign push to our branch") },
    { "HANDLE_REVALIDATING"_L1, QT_TRANSLATE_NOOP("Steps", "pipeline runs again after the rebase") },
    { "HANDLE_MERGING"_L1, QT_TRANSLATE_NOOP("Steps", "merging") },
    { "CLOSE_STARTED"_L1, QT_TRANSLATE_NOOP("Steps", "closing") },
    { "CLOSED"_L1, QT_TRANSLATE_NOOP("Steps", "closed") },
    { "CLOSE_FAILED"_L1, QT_TRANSLATE_NOOP("Steps", "closing failed") },
    { "BATCH_FAILED"_L1, QT_TRANSLATE_NOOP("Steps", "its batch failed") },
    { "CALLED_BACK"_L1, QT_TRANSLATE_NOOP("Steps", "deployed") },
    { "DEPLOY_FAILED"_L1, QT_TRANSLATE_NOOP("Steps", "deployment failed") },
    { "APPROVAL_SENDING"_L1, QT_TRANSLATE_NOOP("Steps", "being sent for approval") },
    { "APPROVAL_SENT"_L1, QT_TRANSLATE_NOOP("Steps", "awaiting approval") },
    { "APPROVAL_SEND_FAILED"_L1, QT_TRANSLATE_NOOP("Steps", "could not be sent for approval") },
    { "APPROVAL_REJECTED"_L1, QT_TRANSLATE_NOOP("Steps", "rejected by the approver") },
    { "APPROVAL_WITHDRAWN"_L1, QT_TRANSLATE_NOOP("Steps", "withdrawn") },
    { "QUEUED"_L1, QT_TRANSLATE_NOOP("Steps", "queued") },
    { "APPROVAL_EXPIRED"_L1, QT_TRANSLATE_NOOP("Steps", "approval expired") },
    { "APPROVAL_OVERLOADED"_L1, QT_TRANSLATE_NOOP("Steps", "overloaded, not sent for approval") },
    { "HANDLE_PIPELINE_PENDING"_L1, QT_TRANSLATE_NOOP("Steps", "pipeline's outcome unknown while handling") },
    { "CREATE_PIPELINE_PENDING"_L1, QT_TRANSLATE_NOOP("Steps", "pipeline's outcome unknown") },
    { "REBASE_PENDING"_L1, QT_TRANSLATE_NOOP("Steps", "rebase's outcome unknown") },
    { "APPROVAL_SEND_PENDING"_L1, QT_TRANSLATE_NOOP("Steps", "sent for approval or not: unknown") },
    { "MERGE_PENDING"_L1, QT_TRANSLATE_NOOP("Steps", "merge's outcome unknown") },
    { "DEPLOY_PENDING"_L1, QT_TRANSLATE_NOOP("Steps", "deployment never proven") },
});

constexpr auto eventTable = std::to_array<Said>({
    { "SUBMITTED_MR_FIRST"_L1, QT_TRANSLATE_NOOP("Events", "submitted, merge request first") },
    { "SUBMITTED_APPROVAL_FIRST"_L1, QT_TRANSLATE_NOOP("Events", "submitted, approval first") },
    { "SUBMIT_OVERLOADED_MR_FIRST"_L1, QT_TRANSLATE_NOOP("Events", "submitted during overload") },
    { "SUBMIT_OVERLOADED_APPROVAL_FIRST"_L1, QT_TRANSLATE_NOOP("Events", "submitted during overload") },
    { "ADOPTED"_L1, QT_TRANSLATE_NOOP("Events", "adopted from the repository") },
    { "APPROVAL_SENT"_L1, QT_TRANSLATE_NOOP("Events", "sent for approval") },
    { "APPROVAL_SEND_REFUSED"_L1, QT_TRANSLATE_NOOP("Events", "approval system refused it") },
    { "APPROVAL_SEND_REFUSED_MR_FIRST"_L1, QT_TRANSLATE_NOOP("Events", "approval system refused it") },
    { "APPROVAL_SEND_UNKNOWN"_L1, QT_TRANSLATE_NOOP("Events", "no answer from the approval system") },
    { "APPROVED_MR_FIRST"_L1, QT_TRANSLATE_NOOP("Events", "approved") },
    { "APPROVED_SINGLE"_L1, QT_TRANSLATE_NOOP("Events", "approved, lands alone") },
    { "APPROVED_BATCHED"_L1, QT_TRANSLATE_NOOP("Events", "approved") },
    { "APPROVED_OVERLOADED_MR_FIRST"_L1, QT_TRANSLATE_NOOP("Events", "approved during overload") },
    { "APPROVED_OVERLOADED_SINGLE"_L1, QT_TRANSLATE_NOOP("Events", "approved during overload") },
    { "APPROVAL_REJECTED"_L1, QT_TRANSLATE_NOOP("Events", "rejected") },
    { "APPROVAL_WITHDRAWN"_L1, QT_TRANSLATE_NOOP("Events", "withdrawn") },
    { "APPROVAL_EXPIRED"_L1, QT_TRANSLATE_NOOP("Events", "approval expired") },
    { "APPROVAL_ENDED_WITH_MR"_L1, QT_TRANSLATE_NOOP("Events", "ended with its merge request open") },
    { "CLAIMED"_L1, QT_TRANSLATE_NOOP("Events", "taken into a batch") },
    { "MR_OPENED"_L1, QT_TRANSLATE_NOOP("Events", "merge request opened") },
    { "PIPELINE_PASSED"_L1, QT_TRANSLATE_NOOP("Events", "pipeline passed") },
    { "PIPELINE_FAILED"_L1, QT_TRANSLATE_NOOP("Events", "pipeline failed") },
    { "PIPELINE_TIMED_OUT"_L1, QT_TRANSLATE_NOOP("Events", "pipeline took too long") },
    { "CREATE_FAILED"_L1, QT_TRANSLATE_NOOP("Events", "creating failed") },
    { "PUSH_REJECTED"_L1, QT_TRANSLATE_NOOP("Events", "push refused") },
    { "CREATE_CONFLICT"_L1, QT_TRANSLATE_NOOP("Events", "conflict while creating") },
    { "MR_REFUSED"_L1, QT_TRANSLATE_NOOP("Events", "merge request refused") },
    { "NOTHING_TO_CHANGE"_L1, QT_TRANSLATE_NOOP("Events", "nothing to change: it stands there already") },
    { "NOTHING_TO_CHANGE_UNAPPROVED"_L1, QT_TRANSLATE_NOOP("Events", "nothing to change, approval wanted") },
    { "APPROVAL_REQUESTED"_L1, QT_TRANSLATE_NOOP("Events", "approval asked for") },
    { "HANDLE_STARTED"_L1, QT_TRANSLATE_NOOP("Events", "handling begun") },
    { "BOTS_APPROVED"_L1, QT_TRANSLATE_NOOP("Events", "both bots approved") },
    { "APPROVE_REFUSED"_L1, QT_TRANSLATE_NOOP("Events", "GitLab refused an approval") },
    { "REBASE_BEGUN"_L1, QT_TRANSLATE_NOOP("Events", "rebase begun") },
    { "REBASE_DONE"_L1, QT_TRANSLATE_NOOP("Events", "rebase done") },
    { "REVALIDATED"_L1, QT_TRANSLATE_NOOP("Events", "validated again") },
    { "REBASE_CONFLICT"_L1, QT_TRANSLATE_NOOP("Events", "rebase met a conflict") },
    { "REBASE_UNKNOWN"_L1, QT_TRANSLATE_NOOP("Events", "rebase's outcome unknown") },
    { "MERGE_SENT"_L1, QT_TRANSLATE_NOOP("Events", "merge sent") },
    { "MERGE_REFUSED"_L1, QT_TRANSLATE_NOOP("Events", "merge refused") },
    { "MERGE_UNKNOWN"_L1, QT_TRANSLATE_NOOP("Events", "merge's outcome unknown") },
    { "READ_NOT_DONE"_L1, QT_TRANSLATE_NOOP("Events", "read again: not done") },
    { "APPROVAL_LOST"_L1, QT_TRANSLATE_NOOP("Events", "an approval was lost") },
    { "REBASE_BUDGET_SPENT"_L1, QT_TRANSLATE_NOOP("Events", "the target moved too often") },
    { "FOREIGN_PUSH"_L1, QT_TRANSLATE_NOOP("Events", "foreign push to our branch") },
    { "CLOSED_BY_PERSON"_L1, QT_TRANSLATE_NOOP("Events", "closed on GitLab by somebody") },
    { "READ_MERGED"_L1, QT_TRANSLATE_NOOP("Events", "read as merged") },
    { "DEPLOYED"_L1, QT_TRANSLATE_NOOP("Events", "deployed") },
    { "DEPLOY_FAILED"_L1, QT_TRANSLATE_NOOP("Events", "deployment failed") },
    { "DEPLOY_UNPROVEN"_L1, QT_TRANSLATE_NOOP("Events", "no proof of deployment in time") },
    { "RETRY_APPROVAL"_L1, QT_TRANSLATE_NOOP("Events", "sent for approval anew") },
    { "RETRY_CLOSE"_L1, QT_TRANSLATE_NOOP("Events", "closing tried again") },
    { "RETRY_CREATE"_L1, QT_TRANSLATE_NOOP("Events", "created anew") },
    { "RETRY_QUEUED"_L1, QT_TRANSLATE_NOOP("Events", "queued anew") },
    { "RETRY_HANDLE"_L1, QT_TRANSLATE_NOOP("Events", "handled anew") },
    { "CLOSE_REQUESTED"_L1, QT_TRANSLATE_NOOP("Events", "closing wanted") },
    { "MR_READ_CLOSED"_L1, QT_TRANSLATE_NOOP("Events", "read as closed") },
    { "NOT_CLOSABLE"_L1, QT_TRANSLATE_NOOP("Events", "could not be closed") },
    { "BATCH_REQUEUED"_L1, QT_TRANSLATE_NOOP("Events", "queued again after its batch failed") },
    { "BATCH_FAILED_CREATING"_L1, QT_TRANSLATE_NOOP("Events", "its batch failed while creating") },
    { "BATCH_FAILED_HANDLING"_L1, QT_TRANSLATE_NOOP("Events", "its batch failed while handling") },
    { "LEFT_BEFORE_LANDING"_L1, QT_TRANSLATE_NOOP("Events", "left the batch before it landed") },
    { "ALIGNED"_L1, QT_TRANSLATE_NOOP("Events", "aligned with GitLab") },
});

constexpr auto workTable = std::to_array<Said>({
    { "git.push"_L1, QT_TRANSLATE_NOOP("Work", "push the branch") },
    { "git.fetch"_L1, QT_TRANSLATE_NOOP("Work", "fetch the repository") },
    { "mr.create"_L1, QT_TRANSLATE_NOOP("Work", "open the merge request") },
    { "mr.approve"_L1, QT_TRANSLATE_NOOP("Work", "approve") },
    { "mr.rebase"_L1, QT_TRANSLATE_NOOP("Work", "rebase") },
    { "mr.merge"_L1, QT_TRANSLATE_NOOP("Work", "merge") },
    { "mr.close"_L1, QT_TRANSLATE_NOOP("Work", "close the merge request") },
    { "mr.cancelautomerge"_L1, QT_TRANSLATE_NOOP("Work", "cancel the automatic merge") },
    { "pipeline.cancel"_L1, QT_TRANSLATE_NOOP("Work", "cancel the pipeline") },
    { "branch.delete"_L1, QT_TRANSLATE_NOOP("Work", "delete the branch") },
    { "branch.clean"_L1, QT_TRANSLATE_NOOP("Work", "tidy up branches") },
    { "approval.send"_L1, QT_TRANSLATE_NOOP("Work", "send for approval") },
    { "approval.cancel"_L1, QT_TRANSLATE_NOOP("Work", "cancel the approval") },
    { "approval.card"_L1, QT_TRANSLATE_NOOP("Work", "update the card") },
    { "batch.advance"_L1, QT_TRANSLATE_NOOP("Work", "move the batch on") },
    { "operation.advance"_L1, QT_TRANSLATE_NOOP("Work", "move the request on") },
    { "deploy.match"_L1, QT_TRANSLATE_NOOP("Work", "look for the proof of deployment") },
    { "action.run"_L1, QT_TRANSLATE_NOOP("Work", "carry out an action") },
    { "a person holds it"_L1, QT_TRANSLATE_NOOP("Work", "a person holds it") },
    { "waits for an approver"_L1, QT_TRANSLATE_NOOP("Work", "waits for an approver") },
    { "it was taken up"_L1, QT_TRANSLATE_NOOP("Work", "it was taken up") },
    { "GitLab is merging it"_L1, QT_TRANSLATE_NOOP("Work", "GitLab is merging it") },
    { "the merge was sent and its answer lost; reading again"_L1, QT_TRANSLATE_NOOP("Work", "the merge was sent and its answer lost; reading again") },
    { "somebody may re-open its merge request"_L1, QT_TRANSLATE_NOOP("Work", "somebody may re-open its merge request") },
    { "this version knows no such task"_L1, QT_TRANSLATE_NOOP("Work", "this version knows no such task") },
    { "none"_L1, QT_TRANSLATE_NOOP("Work", "none") },
    { "yes"_L1, QT_TRANSLATE_NOOP("Work", "yes") },
    { "no"_L1, QT_TRANSLATE_NOOP("Work", "no") },
    { "unreachable"_L1, QT_TRANSLATE_NOOP("Work", "unreachable") },
    { "none of this head"_L1, QT_TRANSLATE_NOOP("Work", "none of this head") },
    { "HOOKS_SILENT"_L1, QT_TRANSLATE_NOOP("Work", "GitLab sends no hooks") },
    { "LATE_MERGE"_L1, QT_TRANSLATE_NOOP("Work", "Merged after it had failed") },
    { "TOKEN_EXPIRING"_L1, QT_TRANSLATE_NOOP("Work", "A token expires soon") },
    { "INVARIANT_I01"_L1, QT_TRANSLATE_NOOP("Work", "More than one active batch in a partition") },
    { "INVARIANT_I02"_L1, QT_TRANSLATE_NOOP("Work", "A request and its batches contradict each other") },
    { "INVARIANT_I04"_L1, QT_TRANSLATE_NOOP("Work", "A request waits wrongly") },
    { "INVARIANT_I05"_L1, QT_TRANSLATE_NOOP("Work", "A request and its binding contradict each other") },
    { "INVARIANT_I06"_L1, QT_TRANSLATE_NOOP("Work", "History was written out of order") },
    { "INVARIANT_I07"_L1, QT_TRANSLATE_NOOP("Work", "Nothing moves it any more") },
    { "INVARIANT_I08"_L1, QT_TRANSLATE_NOOP("Work", "The history has a gap") },
    { "INVARIANT_I09"_L1, QT_TRANSLATE_NOOP("Work", "A batch and its members contradict each other") },
    { "INVARIANT_I10"_L1, QT_TRANSLATE_NOOP("Work", "A merge request or form is used twice") },
    { "INVARIANT_I11"_L1, QT_TRANSLATE_NOOP("Work", "Failed here, but merged on GitLab") },
    { "INVARIANT_I12"_L1, QT_TRANSLATE_NOOP("Work", "What landed and what is in force differ") },
    { "INVARIANT_I13"_L1, QT_TRANSLATE_NOOP("Work", "One success was counted twice") },
    { "INVARIANT_I14"_L1, QT_TRANSLATE_NOOP("Work", "The audit chain is broken") },
    { "GRANT_ENDING"_L1, QT_TRANSLATE_NOOP("Work", "A grant ends soon") },
    { "OVERDUE"_L1, QT_TRANSLATE_NOOP("Work", "A step takes too long") },
    { "FOREIGN_APPROVAL"_L1, QT_TRANSLATE_NOOP("Work", "An approval names a foreign merge request") },
    { "UNREADABLE_CALLBACK"_L1, QT_TRANSLATE_NOOP("Work", "A callback could not be read") },
    { "OK"_L1, QT_TRANSLATE_NOOP("Work", "Done") },
    { "DUE"_L1, QT_TRANSLATE_NOOP("Work", "Due") },
    { "USER"_L1, QT_TRANSLATE_NOOP("Work", "User") },
    { "ENGINE"_L1, QT_TRANSLATE_NOOP("Work", "Engine") },
    { "REQUEUED"_L1, QT_TRANSLATE_NOOP("Work", "Queued again") },
    { "LEFT"_L1, QT_TRANSLATE_NOOP("Work", "Left") },
});
// clang-format on

template <size_t Count>
QString saidIn(const std::array<Said, Count> &table, const char *context, const QString &name)
{
    const auto found = std::ranges::find(table, name, &Said::name);
    return found == table.end() ? QString() : QCoreApplication::translate(context, found->text);
}

} // namespace

QString wordsForStep(const QString &name) { return saidIn(stepTable, "Steps", name); }
QString wordsForEvent(const QString &name) { return saidIn(eventTable, "Events", name); }
QString wordsForWork(const QString &name) { return saidIn(workTable, "Work", name); }

} // namespace slipway::console
