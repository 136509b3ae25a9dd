// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/hotconfig.h"
#include "service/contract/ladder.h"
#include "service/contract/partitions.h"
#include "service/forge/forgehealth.h"
#include "service/mergerequest/landing.h"
#include "service/mergerequest/mergerequestreading.h"
#include "service/mergerequest/steps.h"

#include <QRandomGenerator>

#include <array>

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;
using workflow::BatchFailure;
using workflow::BatchStatus;
using workflow::Event;
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
bool hasApproved(forge::Forge &forge, const forge::Project &project, const workflow::BatchRow &batch, forge::Bot bot)
{
    try {
        const auto approvals = forge.approvals(project, *batch.mergeRequest, bot);
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
    const workflow::BatchRow &batch = context.batch();
    switch (readingOf(mergeRequest, forge::Oid(batch.headSha))) {
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
    const workflow::BatchRow &batch = context.batch();
    forge::Forge &forge = *context.services().forge;
    if (hasApproved(forge, project, batch, bot))
        return std::nullopt;
    const forge::Outcome outcome = forge.approve(bot, project, *batch.mergeRequest, forge::Oid(batch.headSha));
    if (outcome.isDone())
        return std::nullopt;
    // A repeated approval and a missing right answer alike; only reading tells them apart. This read also covers the last try.
    if (outcome.kind != forge::Outcome::Kind::NotSent && hasApproved(forge, project, batch, bot))
        return std::nullopt;
    if (outcome.kind == forge::Outcome::Kind::NotSent)
        return Next::poll(outcome.retryAfter.value_or(backoff(context.task().reads)), outcome.text);
    if (outcome.status == 409)
        return Next::poll(backoff(context.task().reads), u"the head moved; the gate starts anew"_s);
    const int retries = int(context.services().config->number(key("approve.maxRetries")));
    if (context.task().reads < retries)
        return Next::poll(outcome.retryAfter.value_or(backoff(context.task().reads)),
                          u"approval not accepted yet: %1 %2"_s.arg(outcome.status).arg(outcome.text));
    return context.beginSettling(
        BatchFailure::ApproveRefused,
        u"%1 may not approve: %2 %3 (not a repetition: it is not in the list)"_s.arg(forge::nameOf(bot))
            .arg(outcome.status)
            .arg(outcome.text));
}

} // namespace

Next approveByBots(StepContext &context)
{
    const workflow::BatchRow &batch = context.batch();
    forge::Forge &forge = *context.services().forge;
    const forge::Project project = projectOf(context.services(), batch.partition);

    const auto mergeRequest = forge.mergeRequest(project, *batch.mergeRequest);
    if (!mergeRequest)
        return Next::poll(std::chrono::seconds(5), u"the merge request cannot be seen"_s);
    if (auto next = gate(context, project, *mergeRequest))
        return *next;

    const auto pair = database::inTransaction(context.database(), "batch.members", [&](database::Transaction &transaction) {
        return workflow::BatchProgress::membersPair(transaction, batch);
    });
    if (pair && workflow::next(*pair, Event::HandleStarted)) {
        if (!context.advance("batch.handle_started",
                             { .to = {}, .event = Event::HandleStarted, .because = { workflow::Cause::Engine, {} } }))
            return Next::again();
    }
    for (const forge::Bot bot : reviewers) {
        if (auto next = approveOnce(context, project, bot))
            return *next;
    }
    return context.advanceThen(
        "batch.approved",
        { .to = { .status = BatchStatus::Running, .phase = Phase::Merging, .failureCode = QString(), .message = QString() },
          .event = Event::BotsApproved,
          .because = { workflow::Cause::Engine, {}, u"both bots approved %1"_s.arg(batch.headSha) } });
}

} // namespace slipway::mergerequest
