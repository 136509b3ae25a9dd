// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/hotconfig.h"
#include "service/contract/ladder.h"
#include "service/contract/partitions.h"
#include "service/forge/forgehealth.h"
#include "service/mergerequest/landing.h"
#include "service/mergerequest/mergerequestreading.h"
#include "service/mergerequest/steps.h"
#include "service/workflow/taskqueue.h"

#include <QRandomGenerator>

#include <array>

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;
using workflow::Event;
using workflow::LandingFailure;
using workflow::Phase;

namespace {

constexpr std::array reviewers { forge::Bot::ReviewerOne, forge::Bot::ReviewerTwo };
constexpr LadderKeys mergeabilityLadder("mergeability");

/// Exponential with full jitter, so that two services do not meet again and again.
std::chrono::milliseconds backoff(int attempt)
{
    const int ceiling = 500 << std::min(attempt, 6);
    return std::chrono::milliseconds(100 + QRandomGenerator::global()->bounded(ceiling));
}

/// Whether that bot's approval is there. Unreadable counts as "not yet": the check may not become a new way to fail.
bool hasApproved(forge::Forge &forge, const forge::Project &project, MergeRequestIid iid, forge::Bot bot)
{
    try {
        const auto approvals = forge.approvals(project, iid, bot);
        if (approvals.userHasApproved)
            return *approvals.userHasApproved;
        return approvals.approvedBy.contains(forge.whoAmI(bot).username);
    } catch (const Error &) {
        return false;
    }
}

/// What stands between us and approving this head now; nothing when the gate is open.
std::optional<Next> gate(StepContext &context, const forge::Project &project, const forge::MergeRequest &mergeRequest)
{
    switch (readingOf(mergeRequest, forge::Oid(context.row().headSha))) {
    case Reading::Merged: return land(context, mergeRequest);
    case Reading::Closed: return closedByPerson(context, mergeRequest);
    case Reading::ForeignHead: return foreignHead(context, project, mergeRequest);
    case Reading::Locked: return Next::poll(std::chrono::seconds(2), u"GitLab is merging it"_s);
    case Reading::Open: break;
    }
    // Approvals given while GitLab still syncs the last push are wiped afterwards.
    if (mergeRequest.detailedStatus == "approvals_syncing"_L1) {
        const auto wait = mergeabilityLadder.in(*context.services().config).next(context.task().reads);
        return Next::poll(wait.value_or(std::chrono::seconds(10)), u"GitLab is resetting approvals"_s);
    }
    return std::nullopt;
}

/// One try of one bot. Nothing: approved by now.
std::optional<Next> approveOnce(StepContext &context, const forge::Project &project, forge::Bot bot)
{
    const workflow::LandingRow &row = context.row();
    forge::Forge &forge = *context.services().forge;
    if (hasApproved(forge, project, *row.mergeRequest, bot))
        return std::nullopt;
    const forge::Outcome outcome = forge.approve(bot, project, *row.mergeRequest, forge::Oid(row.headSha));
    if (outcome.isDone())
        return std::nullopt;
    // A repeated approval and a missing right answer alike; only reading tells them apart. This read also covers the last try.
    if (outcome.kind != forge::Outcome::Kind::NotSent && hasApproved(forge, project, *row.mergeRequest, bot))
        return std::nullopt;
    if (outcome.kind == forge::Outcome::Kind::NotSent)
        return Next::poll(outcome.retryAfter.value_or(backoff(context.task().reads)), outcome.text);
    if (outcome.status == 409)
        return Next::poll(backoff(context.task().reads), u"the head moved; the gate starts anew"_s);
    const int retries = int(context.services().config->number(key("approve.maxRetries")));
    if (context.task().reads < retries)
        return Next::poll(outcome.retryAfter.value_or(backoff(context.task().reads)),
                          u"approval not accepted yet: %1 %2"_s.arg(outcome.status).arg(outcome.text));
    return context.fail(LandingFailure::ApproveRefused,
                        u"%1 may not approve: %2 %3 (not a repetition: it is not in the list)"_s.arg(forge::nameOf(bot))
                            .arg(outcome.status)
                            .arg(outcome.text));
}

} // namespace

Next approveByBots(StepContext &context)
{
    const workflow::LandingRow &row = context.row();
    forge::Forge &forge = *context.services().forge;
    const forge::Project project = projectOf(context.services(), row.partition);

    const auto mergeRequest = forge.mergeRequest(project, *row.mergeRequest);
    if (!mergeRequest)
        return Next::poll(std::chrono::seconds(5), u"the merge request cannot be seen"_s);
    if (auto next = gate(context, project, *mergeRequest))
        return *next;
    // The merge request came first: people decide before the bots do.
    if (row.needsApproval)
        return context.advanceThen("landing.approval_requested",
                                   { .event = Event::ApprovalRequested, .also = [&](database::Transaction &transaction) {
                                        workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::SendApproval,
                                                                     row.operation.value());
                                    } });

    const auto pair = context.landing().pair(context.database());
    if (pair && workflow::next(*pair, Event::HandleStarted)
        && !context.advance("landing.handle_started", { .event = Event::HandleStarted }))
        return Next::again();
    for (const forge::Bot bot : reviewers) {
        if (auto next = approveOnce(context, project, bot))
            return *next;
    }
    return context.advanceThen(
        "landing.approved",
        { .phase = Phase::Merging, .event = Event::BotsApproved, .evidence = u"both bots approved %1"_s.arg(row.headSha) });
}

} // namespace slipway::mergerequest
