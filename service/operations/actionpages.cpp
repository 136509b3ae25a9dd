// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/page.h"
#include "service/operations/actionplan.h"
#include "service/operations/actionstore.h"
#include "service/operations/operationshandlers.h"
#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

protocol::ActionSummary summaryOf(const ActionRow &row)
{
    return { .actionId = row.id,
             .action = row.action,
             .state = row.state,
             .bulkId = protocol::unlessEmpty(row.bulkId),
             .reason = row.reason,
             .requestedBy = row.requestedBy,
             .confirmedBy = protocol::unlessEmpty(row.confirmedBy),
             .expiresAt = row.expiresAt,
             .version = row.version,
             .createdAt = row.createdAt,
             .updatedAt = row.updatedAt };
}

} // namespace

Reply listActions(Services &services, const Request &request)
{
    PageQuery query(request, { u"state"_s, u"bulkId"_s });
    ActionFilter filter;
    filter.state =
        query.oneOf(u"state"_s, { u"AWAITING_SECOND"_s, u"RUNNING"_s, u"DONE"_s, u"FAILED"_s, u"REJECTED"_s, u"EXPIRED"_s });
    filter.bulkId = query.text(u"bulkId"_s, 64);
    if (const auto after = query.cursorByTime(u"actions"_s)) {
        filter.before = fromSql(after->at(0));
        filter.beforeId = after->at(1);
    }
    filter.limit = query.limit() + 1;
    query.finish();
    auto &connection = database::Connection::forThisThread(*services.database);
    return Page(actionsPage(connection, filter), query.limit())
        .answer(
            u"actions"_s, [](const ActionRow &row) { return summaryOf(row).toJson(); },
            [](const ActionRow &row) {
                return QStringList { toSql(row.createdAt), row.id };
            });
}

Reply getAction(Services &services, const Request &request)
{
    PageQuery(request, {}).finish();
    const QString id = request.arguments().value(0);
    auto &connection = database::Connection::forThisThread(*services.database);
    const auto row = id.size() <= 36 ? actionById(connection, id) : std::nullopt;
    if (!row)
        throw Error(Code::NotFound, u"no action %1"_s.arg(id.left(64)));
    const protocol::ActionDetail page { .summary = summaryOf(*row),
                                        .planHash = row->planHash,
                                        .parameters = row->parameters,
                                        .plan = row->plan,
                                        .results = resultsFrom(row->results, request.language) };
    Reply reply;
    reply.data = page.toJson();
    return reply;
}

} // namespace slipway::operations
