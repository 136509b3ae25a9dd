// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actions/targets.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr const char *noBatch = QT_TRANSLATE_NOOP("Action", "There is no such batch.");
constexpr const char *noOperation = QT_TRANSLATE_NOOP("Action", "There is no such request.");
constexpr const char *replaced =
    QT_TRANSLATE_NOOP("Action", "A later request replaced this one; nothing can be done to it any more.");

} // namespace

std::variant<BatchSight, PlannedItem> batchAt(ActionContext &context, const ActionTarget &target)
{
    bool isNumber = false;
    const qint64 id = target.id.toLongLong(&isNumber);
    auto sight = isNumber && id > 0 ? context.facts().batch(id) : std::nullopt;
    if (!sight)
        return refused(target, u"UNKNOWN_BATCH"_s, { QString::fromLatin1(noBatch) });
    if (target.version && *target.version != sight->version)
        return preempted(target);
    return *sight;
}

std::variant<OperationSight, PlannedItem> operationAt(ActionContext &context, const ActionTarget &target)
{
    auto sight = context.facts().operation(target.id);
    if (!sight)
        return refused(target, u"UNKNOWN_OPERATION"_s, { QString::fromLatin1(noOperation) });
    if (target.version && *target.version != sight->version)
        return preempted(target);
    if (!sight->facts.ownsBinding) {
        Seen seen;
        seen.operation = *sight;
        return refused(target, u"REPLACED"_s, { QString::fromLatin1(replaced) }, seen);
    }
    return *sight;
}

PlannedItem wouldDo(const ActionTarget &target, Sentence sentence, const Seen &seen)
{
    PlannedItem item { .target = target };
    item.sentence = std::move(sentence);
    item.seen = seen;
    if (seen.batch) {
        item.before = shown(*seen.batch);
        item.guards = guardsOf(*seen.batch);
    } else if (seen.operation) {
        item.before = shown(*seen.operation);
        item.guards = guardsOf(*seen.operation);
    }
    item.after = item.before;
    if (seen.remote)
        item.before.insert(u"remote"_s, seen.remote->toJson());
    return item;
}

void enqueueOperation(database::Transaction &transaction, const OperationId &operation)
{
    workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::AdvanceOperation, operation.value());
}

QString proofReference(const recovery::OperationFacts &facts)
{
    return facts.batch ? QString::number(facts.batch->id.value()) : u"operation:"_s + facts.id.value();
}

} // namespace slipway::operations
