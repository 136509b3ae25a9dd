// SPDX-License-Identifier: GPL-3.0-only
#include "service/approval/cancelapproval.h"

#include "service/approval/approvalsystem.h"
#include "sql/approval.h"

namespace slipway::approval {

using namespace Qt::StringLiterals;

Next cancelApproval(StepContext &context)
{
    const OperationId operation(context.task().reference);
    const ApprovalSystem system = ApprovalSystem::of(context.services());
    const auto state = system.ask(operation);
    if (!state) {
        // Unknown there: never sent, or on its way. While the sending task exists its letter may still arrive.
        const bool beingSent = context.database().run(sql::approval::sending_task, { { "operation", operation.value() } },
                                                      [](const database::Row &) {})
            > 0;
        return beingSent ? Next::poll(std::chrono::seconds(2), u"the form may still arrive"_s) : Next::finished();
    }
    if (state->state != "pending"_L1)
        return Next::finished();
    const Sent sent = system.cancel(operation);
    if (sent.kind == Sent::Kind::Refused)
        return Next::finished();
    // Whatever the answer was, the next look says whether it is still open.
    return Next::poll(sent.retryAfter.value_or(std::chrono::seconds(1)), u"taken back; reading it: "_s + sent.text);
}

} // namespace slipway::approval
