// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/recoveryaction.h"

#include "service/workflow/text.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr const char *changed = QT_TRANSLATE_NOOP("Action", "Its state changed since you looked. Look again and decide anew.");

PlannedItem ended(const ActionTarget &target, PlannedItem::Outcome outcome, const QString &code, Sentence sentence,
                  const Seen &seen)
{
    PlannedItem item { .target = target };
    item.outcome = outcome;
    item.code = code;
    item.sentence = std::move(sentence);
    item.seen = seen;
    if (seen.batch)
        item.before = shown(*seen.batch);
    else if (seen.operation)
        item.before = shown(*seen.operation);
    item.after = item.before;
    return item;
}

} // namespace

PlannedItem refused(const ActionTarget &target, const QString &code, Sentence sentence, const Seen &seen)
{
    return ended(target, PlannedItem::Outcome::Refused, code, std::move(sentence), seen);
}

PlannedItem alreadyFine(const ActionTarget &target, const QString &code, Sentence sentence, const Seen &seen)
{
    return ended(target, PlannedItem::Outcome::AlreadyFine, code, std::move(sentence), seen);
}

PlannedItem preempted(const ActionTarget &target)
{
    return ended(target, PlannedItem::Outcome::Preempted, u"PREEMPTED"_s, { QString::fromLatin1(changed) }, {});
}

ActionOutcome done(Sentence sentence) { return { u"DONE"_s, {}, std::move(sentence) }; }

ActionOutcome started(Sentence sentence) { return { u"STARTED"_s, {}, std::move(sentence) }; }

ActionOutcome movedOn() { return { u"PREEMPTED"_s, u"PREEMPTED"_s, { QString::fromLatin1(changed) } }; }

SeenMember SeenMember::read(const database::Row &row)
{
    const auto step = workflow::stepNumbered(row.number("step_status"));
    const auto status = workflow::statusNamed(workflow::view(row.bytes("binding_status")));
    if (!step || !status)
        throw Error(Code::InternalError, u"a request stands in a pair this version does not know"_s);
    return { row.id<OperationId>("operation_id"), { *step, *status }, row.number("version") };
}

QString SeenMember::guard() const
{
    return u"operation '%1' = %2 at version %3"_s.arg(operation.value()).arg(int(pair.step)).arg(version);
}

QJsonObject shown(const BatchSight &batch)
{
    const recovery::BatchFacts &facts = batch.facts;
    return { { u"status"_s, workflow::text(workflow::nameOf(facts.status)) },
             { u"phase"_s, workflow::text(workflow::nameOf(facts.phase)) },
             { u"mergeRequest"_s, facts.mergeRequest ? QJsonValue(facts.mergeRequest->value()) : QJsonValue() },
             { u"failureCode"_s, facts.failureCode },
             { u"version"_s, batch.version } };
}

QJsonObject shown(const OperationSight &operation)
{
    const recovery::OperationFacts &facts = operation.facts;
    return { { u"step"_s, int(facts.pair.step) },
             { u"bindingStatus"_s, workflow::text(workflow::nameOf(facts.pair.status)) },
             { u"batchId"_s, facts.batch ? QJsonValue(facts.batch->id.value()) : QJsonValue() },
             { u"mergeRequest"_s, facts.mergeRequest ? QJsonValue(facts.mergeRequest->value()) : QJsonValue() },
             { u"version"_s, operation.version } };
}

QStringList guardsOf(const BatchSight &batch)
{
    return { u"merge_batch.id = %1"_s.arg(batch.facts.id.value()), u"merge_batch.status = %1"_s.arg(int(batch.facts.status)),
             u"merge_batch.phase = '%1'"_s.arg(workflow::text(workflow::nameOf(batch.facts.phase))),
             u"merge_batch.version = %1"_s.arg(batch.version) };
}

QStringList guardsOf(const OperationSight &operation)
{
    const recovery::OperationFacts &facts = operation.facts;
    return { u"operation.operation_id = '%1'"_s.arg(facts.id.value()),
             u"operation.step_status = %1"_s.arg(int(facts.pair.step)),
             u"operation.binding_status = '%1'"_s.arg(workflow::text(workflow::nameOf(facts.pair.status))),
             u"operation.version = %1"_s.arg(operation.version), u"binding.operation_id = operation.operation_id"_s };
}

} // namespace slipway::operations
