// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/ladder.h"
#include "service/contract/partitions.h"
#include "service/mergerequest/landing.h"
#include "service/mergerequest/mergegate.h"
#include "service/mergerequest/mergerequestreading.h"
#include "service/mergerequest/steps.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;
using workflow::Event;
using workflow::LandingFailure;
using workflow::Phase;
using workflow::StopReason;

namespace {

/// One merge step's view: what was read, decided piece by piece.
class MergeTry {
public:
    explicit MergeTry(StepContext &context)
        : m_context(context)
        , m_forge(*context.services().forge)
        , m_project(projectOf(context.services(), context.row().partition))
    {
    }

    Next run()
    {
        const auto read = m_forge.mergeRequest(m_project, *row().mergeRequest);
        if (!read)
            return Next::poll(std::chrono::seconds(5), u"the merge request cannot be seen"_s);
        m_mergeRequest = *read;
        switch (readingOf(m_mergeRequest, forge::Oid(row().headSha))) {
        case Reading::Merged: return land(m_context, m_mergeRequest);
        case Reading::Closed: return closedByPerson(m_context, m_mergeRequest);
        case Reading::ForeignHead: return foreignHead(m_context, m_project, m_mergeRequest);
        case Reading::Locked: return waitFor(ladders::merge, u"GitLab is merging it"_s);
        case Reading::Open: break;
        }
        return whileOpen();
    }

private:
    const workflow::LandingRow &row() const { return m_context.row(); }

    Next whileOpen()
    {
        const auto pair = m_context.landing().pair(m_context.database());
        // Sent, answer unknown, and a later look finds it open: it never arrived. Everything begins anew with the approvals.
        if (pair && pair->step == workflow::Step::MergePending) {
            if (m_context.task().reads < 2)
                return waitFor(ladders::merge, u"the merge was sent and its answer lost; reading again"_s);
            return backTo(Phase::Approving, Event::ReadNotDone, u"read again: it was not merged"_s);
        }
        if (const QString reason = enterMergeGate(m_context); !reason.isEmpty())
            return Next::again(std::chrono::seconds(1), reason);
        // What lands must be what the pipeline saw: on exactly that head of the target branch.
        if (m_forge.branchHead(m_project, m_project.targetBranch) != forge::Oid(row().baseSha))
            return rebase(u"the target branch moved since the pipeline ran"_s);
        switch (mergeabilityOf(m_mergeRequest)) {
        case Mergeability::Mergeable: return send(pair && pair->step == workflow::Step::HandleApproved);
        case Mergeability::NeedsRebase:
        case Mergeability::Conflict: return rebase(u"GitLab says %1"_s.arg(m_mergeRequest.detailedStatus));
        case Mergeability::NotApproved: return notApproved();
        case Mergeability::Wait:
            return waitFor(ladders::mergeability,
                           u"GitLab is computing whether it can be merged (%1)"_s.arg(m_mergeRequest.detailedStatus));
        case Mergeability::Refused: break;
        }
        return waitFor(ladders::merge, u"GitLab says %1"_s.arg(m_mergeRequest.detailedStatus));
    }

    Next send(bool first)
    {
        if (first && !m_context.advance("landing.merge_sent", { .event = Event::MergeSent }))
            return Next::again();
        const forge::Outcome outcome =
            m_forge.merge(forge::Bot::ReviewerOne, m_project, *row().mergeRequest, forge::Oid(row().headSha), mergeMessage());
        switch (outcome.kind) {
        case forge::Outcome::Kind::Done:
            return Next::poll({}, u"merged, says GitLab; reading it"_s); // 200 may also mean "armed": only the read tells.
        case forge::Outcome::Kind::NotSent:
            return Next::poll(outcome.retryAfter.value_or(std::chrono::seconds(2)), outcome.text);
        case forge::Outcome::Kind::Unknown:
            if (!m_context.advance("landing.merge_unknown", { .event = Event::MergeUnknown, .evidence = outcome.text }))
                return Next::again();
            return Next::again(ladders::merge.in(*m_context.services().config).shortInterval,
                               u"the merge's answer was lost; reading"_s);
        case forge::Outcome::Kind::Refused: break;
        }
        return waitFor(ladders::merge, u"merge refused: %1 %2"_s.arg(outcome.status).arg(outcome.text));
    }

    /// The merge commit lists the requests as well, so that the target branch's first parents tell the whole story.
    QString mergeMessage() const
    {
        return u"%1\n\n%2\nSee merge request %3!%4\n"_s.arg(m_mergeRequest.title, m_mergeRequest.description, m_project.path)
            .arg(m_mergeRequest.iid.value());
    }

    /// Looks again by that ladder; at its end the batch is settled as refused.
    Next waitFor(const LadderKeys &keys, const QString &reason)
    {
        if (const auto wait = keys.in(*m_context.services().config).next(m_context.task().reads))
            return Next::poll(*wait, reason);
        const QString evidence = m_mergeRequest.mergeError.isEmpty() ? reason : reason + u": "_s + m_mergeRequest.mergeError;
        return m_context.fail(LandingFailure::MergeRefused, evidence);
    }

    Next notApproved()
    {
        for (const forge::Bot bot : { forge::Bot::ReviewerOne, forge::Bot::ReviewerTwo }) {
            if (m_forge.approvals(m_project, *row().mergeRequest, bot).userHasApproved == false)
                return backTo(Phase::Approving, Event::ApprovalLost, u"an approval was reset"_s);
        }
        if (const auto wait = ladders::mergeability.in(*m_context.services().config).next(m_context.task().reads))
            return Next::poll(*wait, u"both bots approved, GitLab still says not approved"_s);
        return m_context.stop(StopReason::MoreApprovals, u"GitLab asks for more approvals than the two bots can give"_s,
                              std::chrono::seconds(30));
    }

    Next backTo(Phase phase, Event event, const QString &reason)
    {
        return m_context.advanceThen("landing.back", { .phase = phase, .event = event, .evidence = reason });
    }

    Next rebase(const QString &reason)
    {
        const qint64 budget = m_context.services().config->number(key("merge.rebaseBudget"));
        if (row().rebases >= budget)
            return m_context.stop(
                StopReason::RebaseBudget,
                u"the target branch moved %1 times while the pipeline ran: %2"_s.arg(row().rebases).arg(reason),
                std::chrono::seconds(30));
        return m_context.advanceThen(
            "landing.rebase_begun",
            { .phase = Phase::Rebasing,
              .event = Event::RebaseBegun,
              .evidence = reason,
              .also = [&](database::Transaction &transaction) { m_context.landing().countRebase(transaction); } });
    }

    StepContext &m_context;
    forge::Forge &m_forge;
    forge::Project m_project;
    forge::MergeRequest m_mergeRequest;
};

} // namespace

Next mergeGatedHead(StepContext &context) { return MergeTry(context).run(); }

} // namespace slipway::mergerequest
