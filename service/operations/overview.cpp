// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/hotconfig.h"
#include "service/contract/freeze.h"
#include "service/operations/batchviews.h"
#include "service/operations/instances.h"
#include "service/operations/operationshandlers.h"
#include "service/workflow/text.h"
#include "shared/catalogue/catalogue.h"
#include "shared/clock.h"
#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

using database::Connection;

/// What is over grows for ever; nobody reads the difference beyond.
constexpr int countedUpTo = 100'000;
/// All there are, unless somebody starts them in a circle; the list of instances has pages.
constexpr int shownInstances = 100;

QJsonObject slotJson(const SlotHolderRow &holder, const Services &services)
{
    return { { u"batchId"_s, holder.batch.value() },
             { u"status"_s, workflow::text(workflow::nameOf(holder.status)) },
             { u"phase"_s, holder.phase },
             { u"ageMs"_s, qint64(holder.age.count()) },
             { u"phaseAgeMs"_s, qint64(holder.phaseAge.count()) },
             { u"memberCount"_s, holder.members },
             { u"mergeRequest"_s,
               protocol::jsonOf(mergeRequestOf(services, holder.partition, holder.project, holder.mergeRequest)) },
             { u"version"_s, holder.version } };
}

/// A partition the catalogue names, or one that still holds something although it does not any more.
QJsonObject emptyPartition(const QString &key)
{
    return { { u"key"_s, key },
             { u"project"_s, QJsonValue() },
             { u"branch"_s, QJsonValue() },
             { u"inCatalogue"_s, false },
             { u"mode"_s, u"OPEN"_s },
             { u"reason"_s, QJsonValue() },
             { u"changedBy"_s, QJsonValue() },
             { u"since"_s, QJsonValue() },
             { u"expectedHead"_s, QJsonValue() },
             { u"version"_s, 0 },
             { u"slot"_s, QJsonValue() },
             { u"waiting"_s, QJsonObject { { u"count"_s, 0 }, { u"oldestAgeMs"_s, QJsonValue() } } } };
}

QJsonArray partitionsJson(Connection &connection, const Services &services)
{
    QMap<QString, QJsonObject> partitions;
    const auto at = [&](const PartitionKey &key) -> QJsonObject & {
        if (!partitions.contains(key.value()))
            partitions.insert(key.value(), emptyPartition(key.value()));
        return partitions[key.value()];
    };
    if (const auto catalogue = services.targets ? services.targets() : nullptr) {
        for (const catalogue::Partition &partition : catalogue->partitions()) {
            QJsonObject &json = at(partition.key);
            json.insert(u"project"_s, partition.project);
            json.insert(u"branch"_s, partition.branch);
            json.insert(u"inCatalogue"_s, true);
        }
    }
    for (const PartitionStateRow &state : partitionStates(connection)) {
        QJsonObject &json = at(state.partition);
        json.insert(u"mode"_s, state.mode);
        json.insert(u"reason"_s, protocol::jsonOf(protocol::unlessEmpty(state.reason)));
        json.insert(u"changedBy"_s, protocol::jsonOf(protocol::unlessEmpty(state.changedBy)));
        json.insert(u"since"_s, toIso(state.since));
        json.insert(u"expectedHead"_s, protocol::jsonOf(protocol::unlessEmpty(state.expectedHead)));
        json.insert(u"version"_s, state.version);
    }
    for (const SlotHolderRow &holder : slotHolders(connection))
        at(holder.partition).insert(u"slot"_s, slotJson(holder, services));
    for (const WaitingRow &waiting : waitingCounts(connection)) {
        at(waiting.partition)
            .insert(u"waiting"_s,
                    QJsonObject { { u"count"_s, waiting.count }, { u"oldestAgeMs"_s, qint64(waiting.oldest.count()) } });
    }
    QJsonArray array;
    for (const QJsonObject &partition : std::as_const(partitions))
        array.append(partition);
    return array;
}

QJsonValue ageOf(const Standings &standings)
{
    return standings.oldest ? QJsonValue(qint64(standings.oldest->count())) : QJsonValue();
}

QJsonArray statusesJson(Connection &connection)
{
    QJsonArray statuses;
    for (size_t i = 0; i < size_t(workflow::Status::Count); ++i) {
        const Standings standings = standingsIn(connection, workflow::Status(i), countedUpTo);
        statuses.append(QJsonObject { { u"bindingStatus"_s, workflow::text(workflow::statusNames[i]) },
                                      { u"count"_s, standings.count },
                                      { u"isAtLeast"_s, standings.count >= countedUpTo },
                                      { u"oldestAgeMs"_s, ageOf(standings) } });
    }
    return statuses;
}

QJsonArray attentionJson(Connection &connection)
{
    QJsonArray steps;
    for (const StepStandings &each : pendingManual(connection)) {
        steps.append(QJsonObject { { u"stepStatus"_s, protocol::StepView::of(each.step).toJson() },
                                   { u"needsMaintainer"_s, workflow::isNeedsMaintainer(each.step) },
                                   { u"count"_s, each.standings.count },
                                   { u"oldestAgeMs"_s, ageOf(each.standings) } });
    }
    return steps;
}

QJsonArray warningsJson(const configuration::HotConfig &config)
{
    QJsonArray warnings;
    for (const configuration::Warning &warning : config.warnings())
        warnings.append(
            QJsonObject { { u"key"_s, protocol::jsonOf(protocol::unlessEmpty(warning.key)) }, { u"text"_s, warning.text } });
    return warnings;
}

QJsonArray instancesJson(Connection &connection)
{
    QJsonArray instances;
    for (const InstanceRow &instance : instancesPage(connection, std::nullopt, shownInstances))
        instances.append(instance.view.toJson());
    return instances;
}

} // namespace

Reply overview(Services &services, const Request &)
{
    auto &connection = Connection::forThisThread(*services.database);
    Reply reply;
    reply.data = QJsonObject {
        { u"at"_s, toIso(services.clock->now()) },
        { u"frozen"_s, isFrozen(*services.config, services.clock->now()) },
        { u"partitions"_s, partitionsJson(connection, services) },
        { u"statuses"_s, statusesJson(connection) },
        { u"pendingManual"_s, attentionJson(connection) },
        { u"loops"_s, services.loopTicks ? toJson(services.loopTicks()) : QJsonArray() },
        { u"forge"_s, services.forgeHealth ? QJsonValue(services.forgeHealth()) : QJsonValue() },
        { u"configWarnings"_s, warningsJson(*services.config) },
        { u"instances"_s, instancesJson(connection) },
        { u"instance"_s, services.instance.value() },
    };
    return reply;
}

} // namespace slipway::operations
