// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/ladder.h"
#include "service/contract/partitions.h"
#include "service/mergerequest/landing.h"
#include "service/mergerequest/mergerequestreading.h"
#include "service/mergerequest/steps.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;
using workflow::Event;

Next watchMergeRequest(StepContext &context)
{
    const workflow::LandingRow &row = context.row();
    const auto pair = context.landing().pair(context.database());
    // What has landed, was given up or never had a merge request cannot be changed by one.
    if (!row.mergeRequest || !pair || !workflow::next(*pair, Event::ReadMerged))
        return Next::finished();
    const forge::Project project = projectOf(context.services(), row.partition);
    const auto mergeRequest = context.services().forge->mergeRequest(project, *row.mergeRequest);
    // As rarely as an approver is asked after; GitLab's hooks make it due at once.
    const auto ladder = ladders::approval.in(*context.services().config);
    const auto wait = ladder.next(context.task().reads).value_or(ladder.longInterval);
    if (!mergeRequest)
        return Next::poll(wait, u"the merge request cannot be seen"_s);
    const Reading reading = readingOf(*mergeRequest, forge::Oid(row.headSha));
    if (reading == Reading::Merged)
        return land(context, *mergeRequest);
    // A failed one is a person's to repair: closing it or pushing to it may be just that.
    if (workflow::isAwaitingApproval(pair->step)) {
        if (reading == Reading::Closed)
            return closedByPerson(context, *mergeRequest);
        if (reading == Reading::ForeignHead)
            return foreignHead(context, project, *mergeRequest);
    }
    if (reading == Reading::Closed)
        return Next::finished(); // Nobody merges a closed one; re-opened, its hook brings it back here.
    return Next::poll(wait, u"watches the open merge request"_s);
}

} // namespace slipway::mergerequest
