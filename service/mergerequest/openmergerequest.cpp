// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/committext.h"
#include "service/contract/ladder.h"
#include "service/contract/partitions.h"
#include "service/mergerequest/description.h"
#include "service/mergerequest/landing.h"
#include "service/mergerequest/mergerequestreading.h"
#include "service/mergerequest/steps.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;
using workflow::LandingFailure;
using workflow::Phase;

namespace {

std::optional<forge::MergeRequest> oursAmong(const std::vector<forge::MergeRequest> &found, const QString &marker)
{
    std::optional<forge::MergeRequest> closed;
    for (const forge::MergeRequest &each : found) {
        if (!each.description.contains(marker))
            continue;
        if (each.state != "closed"_L1)
            return each;
        if (!closed)
            closed = each;
    }
    return closed;
}

Next adopt(StepContext &context, const forge::MergeRequest &found)
{
    return context.advanceThen(
        "landing.opened",
        { .phase = Phase::Pipeline,
          .event = workflow::Event::MergeRequestOpened,
          .evidence = u"!%1"_s.arg(found.iid.value()),
          .also = [&](database::Transaction &transaction) { context.landing().recordMergeRequest(transaction, found.iid); } });
}

} // namespace

Next openMergeRequest(StepContext &context)
{
    const workflow::LandingRow &row = context.row();
    forge::Forge &forge = *context.services().forge;
    const forge::Project project = projectOf(context.services(), row.partition);
    const QString marker = markerOf(row);

    if (const auto found = oursAmong(forge.mergeRequestsFrom(project, row.branch), marker)) {
        switch (readingOf(*found, forge::Oid(row.headSha))) {
        case Reading::Merged:
        case Reading::Open:
        case Reading::Locked: return adopt(context, *found); // What it is beyond "there" is the next step's to find out.
        case Reading::Closed: return closedByPerson(context, *found);
        case Reading::ForeignHead: return foreignHead(context, project, *found);
        }
    }

    const Description text = describe(context);
    const forge::Outcome outcome = forge.createMergeRequest(project, row.branch, text.title, text.body);
    switch (outcome.kind) {
    case forge::Outcome::Kind::Done:
    case forge::Outcome::Kind::Unknown: return Next::again(); // Read it: the answer of a mutation is never the state.
    case forge::Outcome::Kind::NotSent: return Next::poll(outcome.retryAfter.value_or(std::chrono::seconds(2)), outcome.text);
    case forge::Outcome::Kind::Refused: break;
    }
    // 403 and 422 are a no. The others may be a moment's: 400, the branch is not visible yet; 409, one is open already, and it is not
    // ours (ours would have been found); 401, 404 and 405 also say that a project moves, or that somebody changes rights.
    const bool isFinal = outcome.status == 403 || outcome.status == 422;
    const auto wait = ladders::mergeability.in(*context.services().config).next(context.task().reads);
    if (!isFinal && wait)
        return Next::poll(*wait, u"GitLab answers %1 %2"_s.arg(outcome.status).arg(outcome.text));
    return context.fail(LandingFailure::MergeRequestRefused, u"%1 %2"_s.arg(outcome.status).arg(outcome.text));
}

} // namespace slipway::mergerequest
