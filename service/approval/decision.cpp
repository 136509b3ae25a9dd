// SPDX-License-Identifier: GPL-3.0-only
#include "service/approval/decision.h"

#include "service/configuration/hotconfig.h"
#include "service/workflow/finding.h"
#include "service/workflow/findingsentence.h"
#include "service/workflow/taskqueue.h"
#include "service/workflow/text.h"
#include "shared/catalogue/catalogue.h"
#include "shared/config/keytable.h"
#include "sql/approval.h"
#include "sql/engine.h"
#include "sql/workflow.h"

namespace slipway::approval {

using namespace Qt::StringLiterals;
using workflow::Event;
using workflow::Flow;
using workflow::Moved;

namespace {

struct Asked {
    TargetKey target;
    Flow flow;
    std::optional<MergeRequestIid> mergeRequest;

    static Asked read(const database::Row &row)
    {
        const auto flow = workflow::named<Flow>(workflow::flowNames, workflow::view(row.bytes("flow")));
        if (!flow)
            throw Error(Code::InternalError, u"an operation follows a flow this version does not know"_s);
        return { row.id<TargetKey>("target_key"), *flow, row.maybeId<MergeRequestIid>("mr_iid") };
    }
};

/// With more work due than this fleet can take, what would start now fails at once and says so, instead of being "processing" for ever.
/// What joins a batch waits there anyway.
bool isOverloaded(database::Transaction &transaction, const Services &services)
{
    struct Backlog {
        qint64 waiting;
        static Backlog read(const database::Row &row) { return { row.number("waiting") }; }
    };
    const qint64 most = services.config->number(key("engine.maxBacklog"));
    return transaction.selectOne<Backlog>(sql::engine::due_backlog, { { "most", most } })->waiting >= most;
}

Event eventOf(const Decision &decision, const Asked &asked, bool overloaded)
{
    if (decision.verdict != Verdict::Approved && asked.mergeRequest)
        return Event::ApprovalEndedWithMergeRequest;
    switch (decision.verdict) {
    case Verdict::Rejected: return Event::ApprovalRejected;
    case Verdict::Withdrawn: return Event::ApprovalWithdrawn;
    case Verdict::Expired: return Event::ApprovalExpired;
    case Verdict::Approved: break;
    }
    // By the payload's shape, never by a switch's present value: what was asked with a merge request goes on with it.
    if (decision.mergeRequest)
        return overloaded ? Event::ApprovedOverloadedMergeRequestFirst : Event::ApprovedMergeRequestFirst;
    if (asked.flow == Flow::Batched)
        return Event::ApprovedBatched;
    return overloaded ? Event::ApprovedOverloadedSingle : Event::ApprovedSingle;
}

void reportForeignMergeRequest(database::Transaction &transaction, const Decision &decision)
{
    workflow::raise(transaction,
                    { .code = u"FOREIGN_APPROVAL"_s,
                      .subject = u"operation:"_s + decision.operation.value(),
                      .detail = workflow::detailOf(workflow::FindingSentence::ForeignApproval,
                                                     { QString::number(decision.mergeRequest->value()) }) });
}

int priorityOf(const Services &services, const TargetKey &key)
{
    const auto catalogue = services.targets();
    const catalogue::Target *target = catalogue ? catalogue->find(key) : nullptr;
    return target ? target->priority : 100;
}

} // namespace

Moved applyDecision(database::Transaction &transaction, const Services &services, const workflow::StateMover &states,
                    const Decision &decision)
{
    const database::Bindings one { { "operation", decision.operation.value() } };
    const auto asked = transaction.selectOne<Asked>(sql::approval::asked_operation, one);
    if (!asked)
        return Moved::Unknown;
    if (decision.mergeRequest && decision.mergeRequest != asked->mergeRequest) {
        reportForeignMergeRequest(transaction, decision);
        return Moved::Stale;
    }
    const bool startsNow = decision.verdict == Verdict::Approved && asked->flow != Flow::Batched;
    const Event event = eventOf(decision, *asked, startsNow && isOverloaded(transaction, services));
    const Moved moved = states.move(transaction, decision.operation, event, { workflow::Cause::Approval, decision.approver });
    if (moved != Moved::Flipped)
        return moved;
    if (decision.verdict == Verdict::Approved)
        transaction.affect(sql::approval::record_approver,
                           { { "approver", decision.approver.left(255) }, { "operation", decision.operation.value() } });
    if (event == Event::ApprovedBatched)
        transaction.tryInsert(
            "uk_waiting_operation", sql::approval::enqueue_waiting,
            { { "priority", priorityOf(services, asked->target) }, { "operation", decision.operation.value() } });
    else if (event == Event::ApprovedSingle || event == Event::ApprovedMergeRequestFirst
             || event == Event::ApprovalEndedWithMergeRequest)
        workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::AdvanceOperation, decision.operation.value());
    return moved;
}

} // namespace slipway::approval
