// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/hotconfig.h"
#include "service/contract/ladder.h"
#include "service/contract/partitions.h"
#include "service/forge/forgehealth.h"
#include "service/mergerequest/approver.h"
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

/// Exponential with full jitter, so that two services do not meet again and again.
std::chrono::milliseconds backoff(int attempt)
{
    const int ceiling = 500 << std::min(attempt, 6);
    return std::chrono::milliseconds(100 + QRandomGenerator::global()->bounded(ceiling));
}

struct Given {
    bool byBot = false;
    bool isForbidden = false; ///< The forge says that this bot can never approve it.
};
/// Whether that bot's approval is there. Unreadable counts as "not yet": the check may not become a new way to fail.
Given approvalOf(forge::Forge &forge, const forge::Project &project, MergeRequestIid iid, forge::Bot bot)
{
    try {
        const auto approvals = forge.approvals(project, iid, bot);
        const bool given =
            approvals.userHasApproved ? *approvals.userHasApproved : approvals.approvedBy.contains(forge.whoAmI(bot).username);
        return { given, !given && approvals.userCanApprove == false };
    } catch (const Error &) {
        return {};
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
        const auto wait = ladders::mergeability.in(*context.services().config).next(context.task().reads);
        return Next::poll(wait.value_or(std::chrono::seconds(10)), u"GitLab is resetting approvals"_s);
    }
    return std::nullopt;
}

/// One look at one bot's approval.
struct Look {
    enum class Kind : quint8 { Approved, Later, Refused };
    Kind kind = Kind::Approved;
    std::chrono::milliseconds wait { 0 };
    QString reason;
    LandingFailure failure = LandingFailure::ApproveRefused;
};

/// One try of one bot. \a tries counts those of this bot alone: what keeps one from approving says nothing about the other.
Look approveOnce(StepContext &context, Approver &approver, const forge::Project &project, forge::Bot bot, int &tries)
{
    const workflow::LandingRow &row = context.row();
    forge::Forge &forge = *context.services().forge;
    if (approvalOf(forge, project, *row.mergeRequest, bot).byBot)
        return {};
    const Approver::Attempt attempt = approver.approve(bot, project, *row.mergeRequest, forge::Oid(row.headSha));
    const forge::Outcome &outcome = attempt.outcome;
    if (outcome.isDone())
        return {};
    if (!attempt.unanswered.isEmpty())
        return { Look::Kind::Refused, {}, attempt.unanswered, LandingFailure::Checklist };
    if (outcome.kind == forge::Outcome::Kind::NotSent)
        return { Look::Kind::Later, outcome.retryAfter.value_or(backoff(tries)), outcome.text };
    // A repeated approval and a missing right answer alike; only reading tells them apart. This read also covers the last try.
    const Given given = approvalOf(forge, project, *row.mergeRequest, bot);
    if (given.byBot)
        return {};
    if (outcome.status == 409)
        return { Look::Kind::Later, backoff(tries), u"the head moved; the gate starts anew"_s };
    const auto retries = context.services().config->number(key("approve.maxRetries"));
    if (++tries <= retries && !(given.isForbidden && outcome.status == 401))
        return { Look::Kind::Later, outcome.retryAfter.value_or(backoff(tries)),
                 u"%1's approval is not accepted yet: %2 %3"_s.arg(forge::nameOf(bot)).arg(outcome.status).arg(outcome.text) };
    return { Look::Kind::Refused,
             {},
             u"%1 may not approve: %2 %3 (not a repetition: it is not in the list)"_s.arg(forge::nameOf(bot))
                 .arg(outcome.status)
                 .arg(outcome.text) };
}

/// Both bots, each by itself. Nothing: both have approved.
std::optional<Next> approveAll(StepContext &context, const forge::Project &project)
{
    const auto approver = Approver::of(context.services());
    QJsonObject notes = context.task().payload;
    std::optional<Look> later;
    for (const forge::Bot bot : reviewers) {
        const QString name = forge::nameOf(bot);
        int tries = notes.value(name).toInt();
        const Look look = approveOnce(context, *approver, project, bot, tries);
        notes.insert(name, tries);
        if (look.kind == Look::Kind::Refused) {
            // A closed or merged one refuses everybody: whoever stepped in since the gate was read is the reason, not the bot.
            const auto now = context.services().forge->mergeRequest(project, *context.row().mergeRequest);
            const auto shut = now ? gate(context, project, *now) : std::nullopt;
            return shut ? *shut : context.fail(look.failure, look.reason);
        }
        if (look.kind == Look::Kind::Later && (!later || look.wait < later->wait))
            later = look;
    }
    return later ? std::optional(Next::poll(later->wait, later->reason, notes)) : std::nullopt;
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
    if (auto next = approveAll(context, project))
        return *next;
    return context.advanceThen(
        "landing.approved",
        { .phase = Phase::Merging, .event = Event::BotsApproved, .evidence = u"both bots approved %1"_s.arg(row.headSha) });
}

} // namespace slipway::mergerequest
