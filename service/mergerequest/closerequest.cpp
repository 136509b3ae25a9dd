// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/ladder.h"
#include "service/contract/partitions.h"
#include "service/mergerequest/closing.h"
#include "service/mergerequest/landing.h"
#include "service/mergerequest/steps.h"
#include "sql/mergerequest.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;
using workflow::Event;

namespace {

/// Nothing of it can land any more. A request that is tried again begins anew; any other is over.
Next afterClosing(StepContext &context, const Closing &closing)
{
    const workflow::LandingRow &row = context.row();
    const QString evidence =
        closing.mergeRequest ? u"!%1 is closed"_s.arg(closing.mergeRequest->iid.value()) : u"there is no merge request"_s;
    const auto pair = context.landing().pair(context.database());
    if (pair && pair->step == workflow::Step::CreateStarted)
        return context.advanceThen(
            "landing.forgotten",
            { .evidence = evidence, .also = [&](database::Transaction &transaction) {
                 transaction.affect(sql::mergerequest::forget_merge_request, { { "operation", row.operation.value() } });
             } });
    return context.advanceThen("request.closed", { .event = Event::MergeRequestReadClosed, .evidence = evidence },
                               Next::finished());
}

} // namespace

Next closeRequest(StepContext &context)
{
    const forge::Project project = projectOf(context.services(), context.row().partition);
    const Closing closing = closeAndRead(context, project);
    switch (closing.kind) {
    case Closing::Kind::Gone: return afterClosing(context, closing);
    case Closing::Kind::Merged: return land(context, *closing.mergeRequest);
    case Closing::Kind::Open:
    case Closing::Kind::Undecided: break;
    }
    // GitLab keeps it open although it was told to close it, again and again: a person has to look.
    if (closing.kind == Closing::Kind::Open && !ladders::settle.in(*context.services().config).next(context.task().reads)) {
        return context.advanceThen("request.not_closable", { .event = Event::NotClosable, .evidence = closing.reason });
    }
    return Next::poll(closing.wait, closing.reason);
}

} // namespace slipway::mergerequest
