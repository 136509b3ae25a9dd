// SPDX-License-Identifier: GPL-3.0-only
#include "service/approval/sendapproval.h"

#include "service/approval/approvalsystem.h"
#include "service/approval/decision.h"
#include "service/configuration/bootsettings.h"
#include "service/contract/committext.h"
#include "service/contract/ladder.h"
#include "service/workflow/text.h"
#include "shared/catalogue/catalogue.h"
#include "sql/approval.h"

namespace slipway::approval {

using namespace Qt::StringLiterals;
using workflow::Cause;
using workflow::Event;
using workflow::Step;

namespace {

struct Request {
    Step step;
    bool mergeRequestFirst;
    Form form;
    std::chrono::milliseconds age; ///< In this step, by the database's clock.

    static Request read(const database::Row &row)
    {
        Request request { workflow::stepNumbered(row.number("step_status")).value_or(Step::Closed),
                          row.text("flow") == workflow::text(nameOf(workflow::Flow::MergeRequestFirst)),
                          {},
                          std::chrono::milliseconds(row.number("age_ms")) };
        request.form = { .operation = row.id<OperationId>("operation_id"),
                         .subject = row.text("subject_id"),
                         .target = row.text("target_key"),
                         .title = memberLine(row.text("kind"), row.text("subject_id"), row.text("target_key"),
                                             row.text("requester"), row.text("operation_id"))
                                      .mid(2),
                         .reason = row.text("reason"),
                         .requester = row.text("requester"),
                         .approvers = {},
                         .expiresAt = {},
                         .mergeRequest = row.maybeId<MergeRequestIid>("mr_iid") };
        if (const auto expiresAt = row.maybeInstant("expires_at"))
            request.form.expiresAt = toIso(*expiresAt);
        return request;
    }
};

QStringList approversOf(const Services &services, const QString &target)
{
    const auto catalogue = services.targets();
    const catalogue::Target *found = catalogue ? catalogue->find(TargetKey(target)) : nullptr;
    return found ? found->approval.approvers : QStringList();
}

void move(StepContext &context, const OperationId &operation, Event event, const QString &why)
{
    context.write("approval.sent", [&](database::Transaction &transaction) {
        // Stale is fine: the callback was faster than our own write.
        context.progress().states().move(transaction, operation, event, { Cause::Engine, {}, why });
        if (event != Event::ApprovalSent && event != Event::ApprovalSendUnknown)
            transaction.affect(sql::approval::record_failure, { { "detail", why }, { "operation", operation.value() } });
    });
}

Event refusalOf(const Request &request)
{
    return request.mergeRequestFirst ? Event::ApprovalSendRefusedMergeRequestFirst : Event::ApprovalSendRefused;
}

std::optional<Request> requestOf(StepContext &context)
{
    auto found =
        context.database().selectOne<Request>(sql::approval::request_of, { { "operation", context.task().reference } });
    if (!found || !workflow::isAwaitingApproval(found->step))
        return std::nullopt;
    return found;
}

/// The form is there. Decided: the callback was lost or is late, our question counts as well. Open: ask again later.
Next adopt(StepContext &context, const Request &request, const FormState &state)
{
    const auto verdict = workflow::named<Verdict>(verdictNames, workflow::view(state.state.toLatin1()));
    if (!verdict) {
        if (request.step != Step::ApprovalSent)
            move(context, request.form.operation, Event::ApprovalSent, u"the approval system has it"_s);
        const auto ladder = ladders::approval.in(*context.services().config);
        return Next::poll(ladder.next(context.task().reads).value_or(ladder.longInterval), u"waits for an approver"_s);
    }
    context.write("approval.asked", [&](database::Transaction &transaction) {
        applyDecision(transaction, context.services(), context.progress().states(),
                      { request.form.operation, *verdict, state.decidedBy, request.form.mergeRequest });
    });
    return Next::finished();
}

} // namespace

Next sendApproval(StepContext &context)
{
    auto found = requestOf(context);
    if (!found)
        return Next::finished();
    Request &request = *found;
    request.form.approvers = approversOf(context.services(), request.form.target);
    const ApprovalSystem system = ApprovalSystem::of(context.services());

    // Asked first, always: an earlier run may have sent it and died before it could say so.
    if (const auto state = system.ask(request.form.operation))
        return adopt(context, request, *state);
    if (request.step == Step::ApprovalSent)
        return Next::poll(ladders::approval.in(*context.services().config).longInterval,
                          u"the approval system does not know the form"_s);

    const Sent sent = system.send(request.form);
    switch (sent.kind) {
    case Sent::Kind::Accepted:
        move(context, request.form.operation, Event::ApprovalSent, sent.text);
        return Next::again(ladders::approval.in(*context.services().config).shortInterval, u"waits for an approver"_s);
    case Sent::Kind::Refused: move(context, request.form.operation, refusalOf(request), sent.text); return Next::finished();
    case Sent::Kind::Unknown:
    case Sent::Kind::NotSent: break;
    }
    if (request.step == Step::ApprovalSending
        && request.age > context.services().config->duration(key("budget.approvalSendMs")))
        move(context, request.form.operation, Event::ApprovalSendUnknown, sent.text);
    const auto ladder = ladders::approval.in(*context.services().config);
    return Next::poll(std::max(sent.retryAfter.value_or(ladder.shortInterval), ladder.shortInterval),
                      u"sent or not is unknown; asked again: "_s + sent.text);
}

void giveUpSending(StepContext &context, const QString &reason)
{
    if (const auto request = requestOf(context))
        move(context, request->form.operation, refusalOf(*request), reason);
}

} // namespace slipway::approval
