// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionregistry.h"
#include "service/operations/actions/targets.h"
#include "sql/operations.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr const char *unknown = QT_TRANSLATE_NOOP("Action", "There is no such approval.");
constexpr const char *isDecided = QT_TRANSLATE_NOOP("Action", "It was decided already.");
constexpr const char *wouldRemind = QT_TRANSLATE_NOOP(
    "Action", "The approval system takes no reminders: it is asked about the form now, and the wish is recorded.");
constexpr const char *reminded = QT_TRANSLATE_NOOP(
    "Action", "Recorded. Nobody was written to: the approval system takes no reminders. It is asked about the form now.");

struct ApprovalRow {
    QString operation;
    int state;
    static ApprovalRow read(const database::Row &row) { return { row.text("operation_id"), int(row.number("state")) }; }
};

/// REMIND: of a decision that is still awaited.
class Remind : public RecoveryAction {
public:
    PlannedItem plan(ActionContext &context, const ActionTarget &target) const override
    {
        const auto approval =
            context.database().selectOne<ApprovalRow>(sql::operations::approval_standing, { { "approval", target.id } });
        // A form of the external system has no row of ours: it goes by its operation's id.
        const auto operation = approval ? std::nullopt : context.facts().operation(target.id);
        if (!approval && !operation)
            return refused(target, u"UNKNOWN_APPROVAL"_s, { QString::fromLatin1(unknown) });
        if (approval ? approval->state != 0 : !workflow::isAwaitingApproval(operation->facts.pair.step))
            return alreadyFine(target, u"DECIDED"_s, { QString::fromLatin1(isDecided) });
        Seen seen;
        seen.references = { approval ? approval->operation : target.id };
        PlannedItem item = wouldDo(target, { QString::fromLatin1(wouldRemind) }, seen);
        item.guards = { approval ? u"approval.state = 0"_s : u"operation awaits its approval"_s };
        item.writes = { u"workflow_task approval.send: due now"_s };
        if (approval)
            item.writes.append(u"approval.reminded_at = now"_s);
        return item;
    }

    ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const override
    {
        return context.commit(
            "action.remind", planned.target, done({ QString::fromLatin1(reminded) }), [&](database::Transaction &transaction) {
                const bool isOurs = planned.seen.references.first() != planned.target.id;
                if (isOurs && transaction.affect(sql::operations::remind, { { "approval", planned.target.id } }) != 1)
                    return false;
                workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::SendApproval, planned.seen.references.first());
                return true;
            });
    }
};

} // namespace

const RecoveryAction *remind()
{
    static const Remind action;
    return &action;
}

} // namespace slipway::operations
