// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/actionstore.h"

#include "service/operations/auditlog.h"
#include "service/workflow/text.h"
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

std::vector<protocol::ActionItem> storedPlan(const QByteArray &json)
{
    const QJsonObject stored { { u"items"_s, QJsonDocument::fromJson(json).array() } };
    protocol::Fields fields(stored);
    auto plan = fields.whole(fields.parts<protocol::ActionItem>("items"_L1));
    if (!plan)
        throw Error(Code::InternalError, u"the stored plan of an action cannot be read"_s);
    return *plan;
}

QString compact(const QJsonDocument &document) { return QString::fromUtf8(document.toJson(QJsonDocument::Compact)); }
QString nullIfEmpty(const QString &text) { return text.isEmpty() ? QString() : text; }

} // namespace

PartitionStanding standingOf(database::Connection &connection, const PartitionKey &partition)
{
    return connection.selectOne<StandingRow>(sql::operations::partition_standing, { { "partition", partition.value() } })
        ->standing;
}

ActionRow ActionRow::read(const database::Row &row)
{
    return { .id = row.text("action_id"),
             .requestKey = row.textOrEmpty("request_key"),
             .bulkId = row.textOrEmpty("bulk_id"),
             .action = row.text("action"),
             .planHash = row.text("plan_hash"),
             .plan = storedPlan(row.bytes("items")),
             .parameters = row.json("parameters"),
             .reason = row.textOrEmpty("reason"),
             .state = row.text("state"),
             .results = row.isNull("results") ? QJsonArray() : QJsonDocument::fromJson(row.bytes("results")).array(),
             .requestedBy = row.text("requested_by"),
             .confirmedBy = row.textOrEmpty("confirmed_by"),
             .traceId = row.textOrEmpty("trace_id"),
             .version = row.number("version"),
             .expiresAt = row.maybeInstant("expires_at"),
             .isExpired = row.flag("is_expired"),
             .createdAt = row.instant("created_at"),
             .updatedAt = row.instant("updated_at") };
}

std::optional<ActionRow> actionByKey(database::Connection &connection, const QString &requestKey)
{
    return connection.selectOne<ActionRow>(sql::operations::action_by_key, { { "request_key", requestKey } });
}

std::optional<ActionRow> actionById(database::Connection &connection, const QString &id)
{
    return connection.selectOne<ActionRow>(sql::operations::action_by_id, { { "action_id", id } });
}

std::vector<ActionRow> actionsPage(database::Connection &connection, const ActionFilter &filter)
{
    return connection.select<ActionRow>(sql::operations::actions_page,
                                        { { "state", filter.state.value_or(QString()) },
                                          { "bulk_id", filter.bulkId.value_or(QString()) },
                                          { "before", filter.before ? toSql(*filter.before) : u"9999-12-31 23:59:59.999999"_s },
                                          { "before_id", filter.before ? filter.beforeId : u"~"_s },
                                          { "limit", filter.limit } });
}

bool insertAction(database::Transaction &transaction, const NewAction &action)
{
    const ActionRequest &request = action.request;
    return transaction
        .tryInsert("uk_action_request", sql::operations::insert_action,
                   { { "action_id", action.id },
                     { "request_key", nullIfEmpty(request.requestKey) },
                     { "bulk_id", nullIfEmpty(request.bulkId) },
                     { "action", request.action },
                     { "plan_hash", request.planHash },
                     { "items", compact(QJsonDocument(protocol::jsonOf(action.plan))) },
                     { "parameters", compact(QJsonDocument(maskedParameters(request.parameters))) },
                     { "reason", request.reason },
                     { "state", action.state },
                     { "results", compact(QJsonDocument(action.results)) },
                     { "requested_by", action.requestedBy },
                     { "trace", nullIfEmpty(action.traceId) },
                     { "wait_us", workflow::microseconds(action.wait) } })
        .has_value();
}

void saveResults(database::Connection &connection, const QString &id, const QJsonArray &results)
{
    connection.write(sql::operations::save_results, { { "action_id", id }, { "results", compact(QJsonDocument(results)) } });
}

bool finishAction(database::Transaction &transaction, const QString &id, const QString &state, const QJsonArray &results)
{
    return transaction.affect(sql::operations::finish_action,
                              { { "action_id", id }, { "state", state }, { "results", compact(QJsonDocument(results)) } })
        == 1;
}

bool answerSecond(database::Transaction &transaction, const ActionRow &action, const QString &state, const QString &by,
                  const QJsonArray &results)
{
    return transaction.affect(sql::operations::confirm_action,
                              { { "state", state },
                                { "by", by.isEmpty() ? QVariant(QMetaType::fromType<QString>()) : QVariant(by) },
                                { "results", compact(QJsonDocument(results)) },
                                { "action_id", action.id },
                                { "version", action.version } })
        == 1;
}

} // namespace slipway::operations
