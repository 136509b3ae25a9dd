// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/factsreader.h"

#include "service/configuration/hotconfig.h"
#include "service/contract/freeze.h"
#include "service/operations/factrows.h"
#include "service/operations/stepbudgets.h"
#include "service/workflow/taskqueue.h"
#include "service/workflow/text.h"
#include "shared/clock.h"
#include "sql/operations.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using recovery::BudgetFacts;
using recovery::PartitionFacts;
using recovery::TaskFacts;
using workflow::TaskKind;

QString taskKey(const QString &kind, const QString &reference) { return kind + u'|' + reference; }
QString taskKey(TaskKind kind, const QString &reference) { return taskKey(workflow::text(nameOf(kind)), reference); }
QString readingKey(QLatin1StringView kind, const QString &reference) { return kind + u'|' + reference; }

recovery::ForgeFacts forgeFacts(const Services &services)
{
    recovery::ForgeFacts facts;
    if (!services.forgeHealth)
        return facts;
    const QJsonObject health = services.forgeHealth();
    facts.isAway = health.value("state"_L1) == "AWAY"_L1 || health.value("state"_L1) == "TRYING"_L1;
    facts.since = fromIso(health.value("since"_L1).toString());
    facts.nextTry = fromIso(health.value("nextTry"_L1).toString());
    for (const QJsonValue &token : health.value("refusedTokens"_L1).toArray())
        facts.refusedBots.append(token.toObject().value("bot"_L1).toString());
    return facts;
}

BudgetFacts budgetFor(const configuration::HotConfig &config, workflow::Step step, std::chrono::milliseconds age)
{
    const auto key = budgetOf(step);
    if (!key)
        return {};
    const auto allowed = config.duration(*key);
    return { .allowed = allowed, .isSpent = age > allowed };
}

std::optional<TaskFacts> taskAt(const QHash<QString, TaskFacts> &tasks, const QString &key)
{
    const auto found = tasks.constFind(key);
    return found == tasks.constEnd() ? std::nullopt : std::optional(*found);
}

/// The newest pipeline of the head, in words; all of them where several count.
QString pipelineWords(const protocol::RemoteReading &reading)
{
    QStringList words;
    for (const protocol::PipelineView &pipeline : reading.pipelines) {
        if (pipeline.sha == reading.head)
            words.append(u"pipeline %1: %2"_s.arg(pipeline.id).arg(pipeline.status));
    }
    return words.isEmpty() ? u"none of this head"_s : words.join(u", "_s);
}

std::optional<bool> bothApproved(const protocol::RemoteReading &reading)
{
    std::optional<bool> all;
    for (const protocol::BotApproval &bot : reading.bots) {
        if (!bot.hasApproved)
            return std::nullopt;
        all = all.value_or(true) && *bot.hasApproved;
    }
    return all;
}

} // namespace

FactsReader::FactsReader(const Services &services, database::Connection &connection)
    : m_services(services)
    , m_connection(connection)
    , m_forge(forgeFacts(services))
    , m_isFrozen(isFrozen(*services.config, services.clock->now()))
{
}

Instant FactsReader::now() { return m_connection.selectOne<NowRow>(sql::operations::now)->now; }

void FactsReader::readPartitions()
{
    m_partitions.emplace();
    for (const PartitionFactsRow &row : m_connection.select<PartitionFactsRow>(sql::operations::partition_facts))
        m_partitions->insert(row.facts.key.value(), row.facts);
    const auto at = [this](const PartitionKey &key) -> PartitionFacts & {
        PartitionFacts &facts = (*m_partitions)[key.value()];
        facts.key = key;
        return facts;
    };
    for (const SlotFactsRow &slot : m_connection.select<SlotFactsRow>(sql::operations::slot_facts)) {
        PartitionFacts &facts = at(slot.partition);
        facts.slotHolder = slot.batch;
        facts.slotStanding = slot.standing;
        facts.slotSince = slot.since;
    }
    const auto linger = m_services.config->duration(key("batch.lingerMs"));
    for (const OldestWaitingRow &oldest : m_connection.select<OldestWaitingRow>(sql::operations::oldest_waiting))
        at(oldest.partition).nextRound = oldest.since + linger;
}

PartitionFacts FactsReader::partition(const PartitionKey &key)
{
    if (!m_partitions)
        readPartitions();
    PartitionFacts facts = m_partitions->value(key.value());
    facts.key = key;
    facts.isFrozen = m_isFrozen;
    return facts;
}

QHash<QString, TaskFacts> FactsReader::tasksOf(const QStringList &references)
{
    QHash<QString, TaskFacts> tasks;
    if (references.isEmpty())
        return tasks;
    for (const TaskRow &row : m_connection.select<TaskRow>(sql::operations::task_facts, { { "refs", references } }))
        tasks.insert(taskKey(row.kind, row.reference), row.facts);
    return tasks;
}

QHash<QString, protocol::RemoteReading> FactsReader::readingsOf(const QStringList &references)
{
    QHash<QString, protocol::RemoteReading> readings;
    if (references.isEmpty())
        return readings;
    for (const ReadingRow &row :
         m_connection.select<ReadingRow>(sql::operations::remote_readings, { { "refs", references } })) {
        if (row.reading)
            readings.insert(row.kind + u'|' + row.reference, *row.reading);
    }
    return readings;
}

std::optional<recovery::RemoteFacts> FactsReader::remoteFacts(const std::optional<protocol::RemoteReading> &reading,
                                                              std::optional<MergeRequestIid> mergeRequest, Instant since) const
{
    // What was read before it came to stand here tells of another time.
    if (!reading || !reading->readAt || *reading->readAt < since || (mergeRequest && reading->mergeRequest != mergeRequest))
        return std::nullopt;
    return recovery::RemoteFacts { .readAt = *reading->readAt,
                                   .state = reading->state,
                                   .detailedStatus = reading->detailedStatus,
                                   .head = reading->head,
                                   .mergeCommit = reading->mergeCommit,
                                   .by = reading->by,
                                   .pipeline = reading->mergeRequest ? pipelineWords(*reading) : QString(),
                                   .approvedBy = reading->approvedBy,
                                   .bothApproved = bothApproved(*reading) };
}

std::vector<BatchSight> FactsReader::batches(const QList<qint64> &ids)
{
    if (ids.isEmpty())
        return {};
    QVariantList wanted;
    QStringList references;
    for (const qint64 id : ids) {
        wanted.append(id);
        references.append(QString::number(id));
    }
    const auto tasks = tasksOf(references);
    const auto readings = readingsOf(references);
    QHash<qint64, BatchSight> found;
    for (BatchFactsRow &row : m_connection.select<BatchFactsRow>(sql::operations::batch_facts, { { "batches", wanted } })) {
        recovery::BatchFacts &facts = row.sight.facts;
        const QString reference = QString::number(facts.id.value());
        facts.partition = partition(facts.partition.key);
        facts.task = taskAt(tasks, taskKey(TaskKind::AdvanceBatch, reference));
        if (const auto reading = readings.constFind(readingKey("batch"_L1, reference)); reading != readings.constEnd())
            row.sight.reading = *reading;
        facts.remote = remoteFacts(row.sight.reading, facts.mergeRequest, facts.since);
        facts.forge = m_forge;
        if (facts.members)
            facts.budget = budgetFor(*m_services.config, facts.members->step, row.age);
        found.insert(facts.id.value(), row.sight);
    }
    std::vector<BatchSight> sights;
    for (const qint64 id : ids) {
        if (const auto sight = found.constFind(id); sight != found.constEnd())
            sights.push_back(*sight);
    }
    return sights;
}

void FactsReader::finish(OperationSight &sight, const QHash<QString, TaskFacts> &tasks,
                         const QHash<QString, protocol::RemoteReading> &readings)
{
    recovery::OperationFacts &facts = sight.facts;
    facts.partition = partition(facts.partition.key);
    facts.forge = m_forge;
    const QString id = facts.id.value();
    const QString batch = facts.batch ? QString::number(facts.batch->id.value()) : QString();
    for (const TaskKind kind : { TaskKind::SendApproval, TaskKind::AdvanceOperation }) {
        if (!facts.task)
            facts.task = taskAt(tasks, taskKey(kind, id));
    }
    if (!facts.task && facts.pair.status == workflow::Status::Merged)
        facts.task = taskAt(tasks, taskKey(TaskKind::MatchDeploy, batch.isEmpty() ? u"operation:"_s + id : batch));
    if (!facts.task && facts.isInActiveBatch())
        facts.task = facts.batch->task;
    if (const auto own = readings.constFind(readingKey("operation"_L1, id)); own != readings.constEnd())
        sight.reading = *own;
    else if (const auto shared = readings.constFind(readingKey("batch"_L1, batch)); shared != readings.constEnd())
        sight.reading = *shared;
    facts.remote = remoteFacts(sight.reading, facts.mergeRequest, facts.since);
    if (facts.pair.step == workflow::Step::HandleMerged)
        facts.deploy.giveUpAt = facts.since + m_services.config->duration(key("reconcile.maxAgeMs"));
}

std::vector<OperationSight> FactsReader::operations(const QStringList &ids)
{
    if (ids.isEmpty())
        return {};
    QHash<QString, OperationSight> found;
    QList<qint64> batchIds;
    QStringList references = ids;
    for (const QString &id : ids)
        references.append(u"operation:"_s + id); // Proofs of requests of their own are filed under that.
    for (OperationFactsRow &row :
         m_connection.select<OperationFactsRow>(sql::operations::operation_facts, { { "operations", ids } })) {
        row.sight.facts.budget = budgetFor(*m_services.config, row.sight.facts.pair.step, row.age);
        if (row.batch && !batchIds.contains(row.batch->value())) {
            batchIds.append(row.batch->value());
            references.append(QString::number(row.batch->value()));
        }
        if (row.batch)
            row.sight.facts.batch = recovery::BatchFacts { .id = *row.batch };
        found.insert(row.sight.facts.id.value(), row.sight);
    }
    QHash<qint64, recovery::BatchFacts> batchFacts;
    for (const BatchSight &batch : batches(batchIds))
        batchFacts.insert(batch.facts.id.value(), batch.facts);
    const auto tasks = tasksOf(references);
    const auto readings = readingsOf(references);
    std::vector<OperationSight> sights;
    for (const QString &id : ids) {
        const auto sight = found.find(id);
        if (sight == found.end())
            continue;
        if (sight->facts.batch)
            sight->facts.batch = batchFacts.contains(sight->facts.batch->id.value())
                ? std::optional(batchFacts.value(sight->facts.batch->id.value()))
                : std::nullopt;
        finish(*sight, tasks, readings);
        sights.push_back(*sight);
    }
    return sights;
}

std::optional<OperationSight> FactsReader::operation(const QString &id)
{
    auto sights = operations({ id });
    if (sights.empty())
        return std::nullopt;
    OperationSight sight = std::move(sights.front());
    if (sight.facts.pair.step == workflow::Step::Queued) {
        if (const auto place = m_connection.selectOne<PlaceRow>(sql::operations::place_in_line, { { "operation", id } }))
            sight.facts.place = place->place;
    }
    return sight;
}

std::optional<BatchSight> FactsReader::batch(qint64 id)
{
    auto sights = batches({ id });
    return sights.empty() ? std::nullopt : std::optional(std::move(sights.front()));
}

} // namespace slipway::operations
