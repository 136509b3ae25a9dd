// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/landing.h"

#include "service/mergerequest/mergegate.h"
#include "service/workflow/taskqueue.h"
#include "service/workflow/text.h"
#include "sql/mergerequest.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;
using workflow::BatchStatus;
using workflow::Cause;
using workflow::Phase;

Next land(StepContext &context, const forge::MergeRequest &mergeRequest)
{
    const workflow::BatchRow &batch = context.batch();
    const QString sha = mergeRequest.mergeCommit.value_or(mergeRequest.head).value();
    context.write("partition.landed", [&](database::Transaction &transaction) {
        transaction.affect(sql::mergerequest::expect_head,
                           { { "sha", sha }, { "owner", gateOwnerOf(batch) }, { "partition", batch.partition.value() } });
    });
    return context.advanceThen(
        "batch.landed",
        { .to = { .status = BatchStatus::Running, .phase = Phase::Verify, .failureCode = QString(), .message = QString() },
          .event = workflow::Event::ReadMerged,
          .because = { Cause::Engine,
                       {},
                       u"!%1 was merged by %2 as %3"_s.arg(mergeRequest.iid.value()).arg(mergeRequest.mergedBy, sha) },
          .also = [&](database::Transaction &transaction) {
              transaction.affect(sql::mergerequest::record_merge, { { "sha", sha }, { "batch", batch.id.value() } });
              transaction.affect(sql::mergerequest::record_members_merge, { { "sha", sha }, { "batch", batch.id.value() } });
              transaction.affect(sql::mergerequest::record_member_outcome,
                                 { { "outcome", u"MERGED"_s }, { "batch", batch.id.value() } });
              workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::MatchDeploy, QString::number(batch.id.value()));
          } });
}

Next block(StepContext &context, const QString &code, const QString &reason, std::chrono::milliseconds lookAgain)
{
    const workflow::BatchRow &batch = context.batch();
    if (batch.status != BatchStatus::Blocked || batch.failureCode != code) {
        const bool done = context.advance("batch.blocked",
                                          { .to = { .status = BatchStatus::Blocked, .failureCode = code, .message = reason },
                                            .event = std::nullopt,
                                            .because = { Cause::Engine, {}, reason } });
        if (!done)
            return Next::again();
    }
    return Next::poll(lookAgain, reason);
}

Next foreignHead(StepContext &context, const forge::Project &project, const forge::MergeRequest &mergeRequest)
{
    const workflow::BatchRow &batch = context.batch();
    if (context.services().forge->branchHead(project, batch.branch) == forge::Oid(batch.headSha))
        return Next::poll(std::chrono::seconds(1), u"waits for the merge request to show our commit"_s);
    return context.beginSettling(workflow::BatchFailure::ForeignPush,
                                 u"somebody pushed %1 to !%2"_s.arg(mergeRequest.head.value()).arg(mergeRequest.iid.value()));
}

Next closedByPerson(StepContext &context, const forge::MergeRequest &mergeRequest)
{
    return context.beginSettling(workflow::BatchFailure::ClosedByPerson,
                                 u"!%1 was closed by %2"_s.arg(mergeRequest.iid.value()).arg(mergeRequest.closedBy));
}

} // namespace slipway::mergerequest
