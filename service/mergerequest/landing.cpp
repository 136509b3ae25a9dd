// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/landing.h"

#include "service/contract/committext.h"
#include "service/workflow/taskqueue.h"
#include "sql/mergerequest.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;
using workflow::LandingFailure;
using workflow::Phase;

Next land(StepContext &context, const forge::MergeRequest &mergeRequest)
{
    const workflow::LandingRow &row = context.row();
    const QString sha = mergeRequest.mergeCommit.value_or(mergeRequest.head).value();
    context.write("partition.landed", [&](database::Transaction &transaction) {
        transaction.affect(
            sql::mergerequest::expect_head,
            { { "sha", sha }, { "owner", context.landing().reference() }, { "partition", row.partition.value() } });
    });
    return context.advanceThen(
        "landing.merged",
        { .phase = Phase::Verify,
          .event = workflow::Event::ReadMerged,
          .evidence = u"!%1 was merged by %2 as %3"_s.arg(mergeRequest.iid.value()).arg(mergeRequest.mergedBy, sha),
          .also = [&](database::Transaction &transaction) {
              context.landing().recordMerge(transaction, sha);
              workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::MatchDeploy, deployReference(row));
          } });
}

Next foreignHead(StepContext &context, const forge::Project &project, const forge::MergeRequest &mergeRequest)
{
    const workflow::LandingRow &row = context.row();
    if (context.services().forge->branchHead(project, row.branch) == forge::Oid(row.headSha))
        return Next::poll(std::chrono::seconds(1), u"waits for the merge request to show our commit"_s);
    return context.fail(LandingFailure::ForeignPush,
                        u"somebody pushed %1 to !%2"_s.arg(mergeRequest.head.value()).arg(mergeRequest.iid.value()));
}

Next closedByPerson(StepContext &context, const forge::MergeRequest &mergeRequest)
{
    return context.fail(LandingFailure::ClosedByPerson,
                        u"!%1 was closed by %2"_s.arg(mergeRequest.iid.value()).arg(mergeRequest.closedBy));
}

} // namespace slipway::mergerequest
