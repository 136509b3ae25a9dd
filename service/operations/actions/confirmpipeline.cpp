// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionregistry.h"
#include "service/operations/actions/targets.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using workflow::BatchStatus;
using workflow::Event;
using workflow::Phase;
using workflow::Step;

constexpr const char *notPending =
    QT_TRANSLATE_NOOP("Action", "No pipeline's outcome is unknown here: the engine decides by itself.");
constexpr const char *onTheBatch = QT_TRANSLATE_NOOP("Action", "It is a member of batch %1 and moves with it: confirm there.");
constexpr const char *foreignHead =
    QT_TRANSLATE_NOOP("Action", "The merge request shows another head than ours; nothing is confirmed for that one.");
constexpr const char *notOpen = QT_TRANSLATE_NOOP("Action", "Its merge request is %1, not open.");
constexpr const char *nonePassed =
    QT_TRANSLATE_NOOP("Action", "No pipeline of exactly this head has passed, apart from those you ignore.");
constexpr const char *notPassed =
    QT_TRANSLATE_NOOP("Action", "These have not passed: %1. Name in the parameter 'ignore' those that do not matter.");
constexpr const char *badIgnore = QT_TRANSLATE_NOOP("Action", "The parameter 'ignore' is a list of pipeline numbers.");
constexpr const char *wouldConfirm = QT_TRANSLATE_NOOP("Action", "It goes on: %1.");
constexpr const char *confirmed = QT_TRANSLATE_NOOP("Action", "Confirmed; it goes on.");

/// What the pipelines of one head say once a person has named those that do not matter.
struct Evidence {
    QStringList passed;
    QStringList notPassed;
    QStringList ignored;

    QString words() const
    {
        QStringList all;
        if (!passed.isEmpty())
            all.append(u"passed %1"_s.arg(passed.join(u", "_s)));
        if (!ignored.isEmpty())
            all.append(u"ignored %1"_s.arg(ignored.join(u", "_s)));
        return all.join(u"; "_s);
    }
};

std::optional<QList<qint64>> ignoredIn(const QJsonObject &parameters)
{
    const QJsonValue value = parameters.value("ignore"_L1);
    QList<qint64> ids;
    if (value.isUndefined() || value.isNull())
        return ids;
    for (const QJsonValue &each : value.toArray()) {
        if (each.toInteger(-1) < 1)
            return std::nullopt;
        ids.append(each.toInteger());
    }
    return value.isArray() ? std::optional(ids) : std::nullopt;
}

Evidence evidenceOf(const protocol::RemoteReading &reading, const QList<qint64> &ignored)
{
    Evidence evidence;
    for (const protocol::PipelineView &pipeline : reading.pipelines) {
        if (pipeline.sha != reading.head)
            continue;
        const QString id = QString::number(pipeline.id);
        if (ignored.contains(pipeline.id))
            evidence.ignored.append(u"%1 (%2)"_s.arg(id, pipeline.status));
        else if (pipeline.status == "success"_L1)
            evidence.passed.append(id);
        else
            evidence.notPassed.append(u"%1 (%2)"_s.arg(id, pipeline.status));
    }
    return evidence;
}

Event eventFrom(Step step) { return step == Step::CreatePipelinePending ? Event::PipelinePassed : Event::Revalidated; }

/// CONFIRM_PIPELINE: a person says which pipelines of the exact head matter; those must have passed.
class ConfirmPipeline : public RecoveryAction {
public:
    PlannedItem plan(ActionContext &context, const ActionTarget &target) const override
    {
        return target.type == "batch"_L1 ? planBatch(context, target) : planOperation(context, target);
    }

    ActionOutcome apply(ActionContext &context, const PlannedItem &planned) const override
    {
        const QString words =
            evidenceOf(*planned.seen.remote, ignoredIn(context.doer().parameters).value_or(QList<qint64>())).words();
        return context.commit("action.confirm_pipeline", planned.target, started({ QString::fromLatin1(confirmed) }),
                              [&](database::Transaction &transaction) {
                                  return planned.seen.batch
                                      ? applyBatch(context, transaction, *planned.seen.batch, words)
                                      : applyOperation(context, transaction, *planned.seen.operation, words);
                              });
    }
    bool asksTheForge() const override { return true; }

private:
    static bool isPending(const std::optional<workflow::Pair> &pair)
    {
        return pair && (pair->step == Step::CreatePipelinePending || pair->step == Step::HandlePipelinePending);
    }

    static PlannedItem planBatch(ActionContext &context, const ActionTarget &target)
    {
        auto found = batchAt(context, target);
        if (auto *early = std::get_if<PlannedItem>(&found))
            return *early;
        Seen seen;
        seen.batch = std::get<BatchSight>(found);
        const recovery::BatchFacts &facts = seen.batch->facts;
        const bool isThere = facts.phase == Phase::Pipeline || facts.phase == Phase::Revalidating;
        if (!workflow::holdsSlot(facts.status) || !isThere || !isPending(facts.members))
            return refused(target, u"NOT_PENDING"_s, { QString::fromLatin1(notPending) }, seen);
        return judge(context, target, seen, seen.batch->headSha, facts.mergeRequest, context.remote(*seen.batch));
    }

    static PlannedItem planOperation(ActionContext &context, const ActionTarget &target)
    {
        auto found = operationAt(context, target);
        if (auto *early = std::get_if<PlannedItem>(&found))
            return *early;
        Seen seen;
        seen.operation = std::get<OperationSight>(found);
        const recovery::OperationFacts &facts = seen.operation->facts;
        if (facts.isInActiveBatch())
            return refused(target, u"MEMBER_OF_BATCH"_s,
                           { QString::fromLatin1(onTheBatch), { QString::number(facts.batch->id.value()) } }, seen);
        if (!isPending(facts.pair))
            return refused(target, u"NOT_PENDING"_s, { QString::fromLatin1(notPending) }, seen);
        return judge(context, target, seen, seen.operation->headSha, facts.mergeRequest, context.remote(*seen.operation));
    }

    static PlannedItem judge(const ActionContext &context, const ActionTarget &target, Seen seen, const QString &head,
                             std::optional<MergeRequestIid> mergeRequest, std::optional<protocol::RemoteReading> remote)
    {
        seen.remote = std::move(remote);
        if (!seen.remote)
            return ActionContext::forgeAway(target, seen);
        const auto ignored = ignoredIn(context.doer().parameters);
        if (!ignored)
            return refused(target, u"BAD_PARAMETER"_s, { QString::fromLatin1(badIgnore) }, seen);
        if (seen.remote->state != "opened"_L1)
            return refused(target, u"REMOTE_NOT_OPEN"_s, { QString::fromLatin1(notOpen), { seen.remote->state } }, seen);
        if (seen.remote->head != head)
            return refused(target, u"FOREIGN_HEAD"_s, { QString::fromLatin1(foreignHead) }, seen);
        const Evidence evidence = evidenceOf(*seen.remote, *ignored);
        if (!evidence.notPassed.isEmpty())
            return refused(target, u"NOT_PASSED"_s, { QString::fromLatin1(notPassed), { evidence.notPassed.join(u", "_s) } },
                           seen);
        if (evidence.passed.isEmpty())
            return refused(target, u"NONE_PASSED"_s, { QString::fromLatin1(nonePassed) }, seen);
        PlannedItem item = wouldDo(target, { QString::fromLatin1(wouldConfirm), { evidence.words() } }, seen);
        item.guards.append(u"head_sha = '%1'"_s.arg(head));
        item.writes = { u"the pipeline passed: %1"_s.arg(evidence.words()), u"workflow_task: due now"_s };
        item.remoteCalls = RemoteReader::calls(mergeRequest);
        return item;
    }

    static bool applyBatch(const ActionContext &context, database::Transaction &transaction, const BatchSight &sight,
                           const QString &words)
    {
        auto batch = ActionContext::sameBatch(transaction, sight);
        if (!batch || !sight.facts.members)
            return false;
        const bool moved = context.progress().advance(transaction, *batch,
                                                      { .to = { .status = BatchStatus::Running,
                                                                .phase = Phase::Approving,
                                                                .failureCode = QString(),
                                                                .message = QString() },
                                                        .event = eventFrom(sight.facts.members->step),
                                                        .because = context.because(words) });
        if (moved)
            workflow::TaskQueue::enqueue(transaction, workflow::TaskKind::AdvanceBatch,
                                         QString::number(sight.facts.id.value()));
        return moved;
    }

    static bool applyOperation(const ActionContext &context, database::Transaction &transaction, const OperationSight &sight,
                               const QString &words)
    {
        const bool moved = context.moveOperation(transaction, sight, eventFrom(sight.facts.pair.step), words);
        if (moved)
            enqueueOperation(transaction, sight.facts.id);
        return moved;
    }
};

} // namespace

const RecoveryAction *confirmPipeline()
{
    static const ConfirmPipeline action;
    return &action;
}

} // namespace slipway::operations
