// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionregistry.h"
#include "service/operations/actions/targets.h"
#include "shared/catalogue/catalogue.h"
#include "sql/operations.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using workflow::Status;
using workflow::TaskKind;

constexpr const char *nothingAwaits = QT_TRANSLATE_NOOP("Action", "Nothing here waits for its deployment.");
constexpr const char *unknown = QT_TRANSLATE_NOOP("Action", "The catalogue in force names no such partition.");
constexpr const char *wouldLook = QT_TRANSLATE_NOOP("Action", "What has landed is compared with what was deployed, now.");
constexpr const char *looks = QT_TRANSLATE_NOOP("Action", "It is looked for now.");

struct Awaiting {
    QString reference;
    static Awaiting read(const database::Row &row) { return { row.text("reference") }; }
};

/// RECONCILE_NOW: makes the search for proofs of deployment due.
class ReconcileNow : public RecoveryAction {
public:
    PlannedItem plan(ActionContext &context, const ActionTarget &target) const override
    {
        Seen seen;
        if (target.type == "operation"_L1) {
            auto found = operationAt(context, target);
            if (auto *early = std::get_if<PlannedItem>(&found))
                return *early;
            seen.operation = std::get<OperationSight>(found);
            const recovery::OperationFacts &facts = seen.operation->facts;
            if (facts.pair.status == Status::Merged)
                seen.references = { proofReference(facts) };
        } else {
            const auto catalogue = context.services().targets ? context.services().targets() : nullptr;
            if (!catalogue || !catalogue->partition(PartitionKey(target.id)))
                return refused(target, u"UNKNOWN_PARTITION"_s, { QString::fromLatin1(unknown) });
            for (const Awaiting &each :
                 context.database().select<Awaiting>(sql::operations::awaiting_proof, { { "partition", target.id } }))
                seen.references.append(each.reference);
        }
        if (seen.references.isEmpty())
            return alreadyFine(target, u"NOTHING_AWAITS"_s, { QString::fromLatin1(nothingAwaits) }, seen);
        PlannedItem item = wouldDo(target, { QString::fromLatin1(wouldLook) }, seen);
        item.guards = {}; // Looking is harmless, whoever moved meanwhile.
        item.writes = { u"workflow_task deploy.match: due now"_s };
        return item;
    }

    ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const override
    {
        return context.commit("action.reconcile", planned.target, started({ QString::fromLatin1(looks) }),
                              [&](database::Transaction &transaction) {
                                  for (const QString &reference : planned.seen.references)
                                      workflow::TaskQueue::enqueue(transaction, TaskKind::MatchDeploy, reference);
                                  return true;
                              });
    }
};

} // namespace

const RecoveryAction *reconcileNow()
{
    static const ReconcileNow action;
    return &action;
}

} // namespace slipway::operations
