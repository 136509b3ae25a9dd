// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionstore.h"

#include "service/operations/auditlog.h"
#include "shared/protocol/fields.h"
#include "sql/operations.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

struct StandingRow {
    PartitionStanding standing;
    static StandingRow read(const database::Row &row)
    {
        return { { .mode = row.text("mode"),
                   .version = row.number("version"),
                   .slotHolder = row.maybeId<BatchId>("slot_holder"),
                   .waiting = row.number("waiting") } };
    }
};

std::vector<protocol::ActionResult> storedResults(const QByteArray &json)
{
    const QJsonObject stored { { u"results"_s, QJsonDocument::fromJson(json).array() } };
    protocol::Fields fields(stored);
    auto results = fields.whole(fields.parts<protocol::ActionResult>("results"_L1));
    if (!results)
        throw Error(Code::InternalError, u"the stored results of an action cannot be read"_s);
    return *results;
}

QString compact(const QJsonDocument &document) { return QString::fromUtf8(document.toJson(QJsonDocument::Compact)); }

} // namespace

PartitionStanding standingOf(database::Connection &connection, const PartitionKey &partition)
{
    return connection.selectOne<StandingRow>(sql::operations::partition_standing, { { "partition", partition.value() } })
        ->standing;
}

ActionRow ActionRow::read(const database::Row &row)
{
    return { .id = row.text("action_id"),
             .action = row.text("action"),
             .planHash = row.text("plan_hash"),
             .state = row.text("state"),
             .results = row.isNull("results") ? std::vector<protocol::ActionResult>() : storedResults(row.bytes("results")),
             .requestedBy = row.text("requested_by") };
}

std::optional<ActionRow> actionByKey(database::Connection &connection, const QString &requestKey)
{
    return connection.selectOne<ActionRow>(sql::operations::action_by_key, { { "request_key", requestKey } });
}

bool insertAction(database::Transaction &transaction, const QString &id, const ActionRequest &request, const QJsonArray &items,
                  const QString &requestedBy, const QString &traceId)
{
    const auto nullIfEmpty = [](const QString &text) { return text.isEmpty() ? QString() : text; };
    return transaction
        .tryInsert("uk_action_request", sql::operations::insert_action,
                   { { "action_id", id },
                     { "request_key", nullIfEmpty(request.requestKey) },
                     { "bulk_id", nullIfEmpty(request.bulkId) },
                     { "action", request.action },
                     { "plan_hash", request.planHash },
                     { "items", compact(QJsonDocument(items)) },
                     { "parameters", compact(QJsonDocument(maskedParameters(request.parameters))) },
                     { "reason", request.reason },
                     { "requested_by", requestedBy },
                     { "trace", nullIfEmpty(traceId) } })
        .has_value();
}

void finishAction(database::Transaction &transaction, const QString &id, const QString &state, const QJsonArray &results)
{
    transaction.affect(sql::operations::finish_action,
                       { { "action_id", id }, { "state", state }, { "results", compact(QJsonDocument(results)) } });
}

} // namespace slipway::operations
