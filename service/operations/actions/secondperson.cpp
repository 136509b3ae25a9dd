// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionregistry.h"
#include "service/operations/actionrun.h"
#include "service/operations/actions/targets.h"
#include "service/workflow/text.h"
#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr const char *unknown = QT_TRANSLATE_NOOP("Action", "There is no such action.");
constexpr const char *answered = QT_TRANSLATE_NOOP("Action", "It no longer waits for a second person.");
constexpr const char *expired = QT_TRANSLATE_NOOP("Action", "Nobody confirmed it in time. Whoever wants it asks anew.");
constexpr const char *samePerson =
    QT_TRANSLATE_NOOP("Action", "You asked for it yourself: two persons are two persons. Somebody else has to confirm it.");
constexpr const char *changed =
    QT_TRANSLATE_NOOP("Action", "What would be done is no longer what was asked for. Reject it; whoever wants it asks anew.");
constexpr const char *wouldConfirm = QT_TRANSLATE_NOOP("Action", "%1, asked for by %2, is done as its plan says.");
constexpr const char *wouldReject = QT_TRANSLATE_NOOP("Action", "%1, asked for by %2, is not done.");
constexpr const char *confirmed = QT_TRANSLATE_NOOP("Action", "Confirmed; it is being done.");
constexpr const char *rejected = QT_TRANSLATE_NOOP("Action", "Rejected; nothing is done.");
constexpr const char *rejectedItem = QT_TRANSLATE_NOOP("Action", "A second person rejected it.");
constexpr const char *takenBackItem = QT_TRANSLATE_NOOP("Action", "Whoever asked for it took it back.");

/// CONFIRM_ACTION and REJECT_ACTION: the second of two persons. To take back what one asked for oneself takes no other.
class SecondPerson : public RecoveryAction {
public:
    explicit SecondPerson(bool confirms)
        : m_confirms(confirms)
    {
    }

    PlannedItem plan(ActionContext &context, const ActionTarget &target) const override
    {
        auto action = actionById(context.database(), target.id);
        if (!action)
            return refused(target, u"UNKNOWN_ACTION"_s, { QString::fromLatin1(unknown) });
        if (target.version && *target.version != action->version)
            return preempted(target);
        if (action->state == "EXPIRED"_L1 || (action->state == "AWAITING_SECOND"_L1 && action->isExpired))
            return refused(target, u"EXPIRED"_s, { QString::fromLatin1(expired) });
        if (action->state != "AWAITING_SECOND"_L1)
            return alreadyFine(target, action->state, { QString::fromLatin1(answered) });
        if (m_confirms && action->requestedBy == context.doer().account)
            return refused(target, u"SAME_PERSON"_s, { QString::fromLatin1(samePerson) });
        if (m_confirms && !holds(context, *action))
            return refused(target, u"PLAN_CHANGED"_s, { QString::fromLatin1(changed) });
        return answering(target, *action);
    }

    ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const override
    {
        const ActionRow &action = *planned.seen.action;
        const QString &by = context.doer().account;
        const ActionOutcome outcome =
            m_confirms ? started({ QString::fromLatin1(confirmed) }) : done({ QString::fromLatin1(rejected) });
        return context.commit("action.second", planned.target, outcome, [&](database::Transaction &transaction) {
            const bool isTakenBack = by == action.requestedBy;
            if (!m_confirms)
                return answerSecond(transaction, action, u"REJECTED"_s, isTakenBack ? QString() : by,
                                    rejections(action, isTakenBack ? takenBackItem : rejectedItem));
            if (!answerSecond(transaction, action, u"RUNNING"_s, by, {}))
                return false;
            enqueueRun(transaction, action.id, {});
            return true;
        });
    }
    bool asksTheForge() const override { return m_confirms; }

private:
    /// Whether the plan is still the one that was asked for.
    static bool holds(const ActionContext &context, const ActionRow &row)
    {
        const auto name = recovery::actionNamed(workflow::view(row.action.toLatin1()));
        const RecoveryAction *action = name ? actionFor(*name) : nullptr;
        if (!action)
            return false;
        ActionContext inner(context.services(), context.database(),
                            { row.requestedBy, row.reason, row.parameters, row.action, row.id, row.traceId });
        return std::ranges::all_of(row.plan, [&](const protocol::ActionItem &asked) {
            if (asked.outcome == "REFUSED"_L1 || asked.outcome == "PREEMPTED"_L1)
                return true;
            auto now = itemOf(*name, action->plan(inner, { asked.type, asked.id, std::nullopt }), Language::English);
            now.needsSecond = asked.needsSecond;
            return fingerprintOf(now) == fingerprintOf(asked);
        });
    }

    PlannedItem answering(const ActionTarget &target, const ActionRow &action) const
    {
        Seen seen;
        seen.action = action;
        PlannedItem item = wouldDo(
            target, { QString::fromLatin1(m_confirms ? wouldConfirm : wouldReject), { action.action, action.requestedBy } },
            seen);
        item.before = { { u"action"_s, action.action },   { u"requestedBy"_s, action.requestedBy },
                        { u"reason"_s, action.reason },   { u"state"_s, action.state },
                        { u"version"_s, action.version }, { u"plan"_s, protocol::jsonOf(action.plan) } };
        item.after = { { u"state"_s, m_confirms ? u"RUNNING"_s : u"REJECTED"_s } };
        item.guards = { u"ops_action.action_id = '%1'"_s.arg(action.id), u"ops_action.state = 'AWAITING_SECOND'"_s,
                        u"ops_action.version = %1"_s.arg(action.version),
                        u"ops_action.plan_hash = '%1'"_s.arg(action.planHash) };
        if (m_confirms)
            item.guards.append(u"ops_action.requested_by is another person"_s);
        item.writes = { u"ops_action.state = '%1'"_s.arg(m_confirms ? u"RUNNING"_s : u"REJECTED"_s) };
        return item;
    }

    static QJsonArray rejections(const ActionRow &action, const char *why)
    {
        QJsonArray results;
        for (const protocol::ActionItem &item : action.plan)
            results.append(storedOutcome({ item.type, item.id, std::nullopt },
                                         { u"REFUSED"_s, u"REJECTED"_s, { QString::fromLatin1(why) } }));
        return results;
    }

    bool m_confirms;
};

} // namespace

const RecoveryAction *confirmAction()
{
    static const SecondPerson action(true);
    return &action;
}

const RecoveryAction *rejectAction()
{
    static const SecondPerson action(false);
    return &action;
}

} // namespace slipway::operations
