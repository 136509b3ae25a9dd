// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/pagequery.h"
#include "service/operations/batchviews.h"
#include "service/operations/diagnosisview.h"
#include "service/operations/factsreader.h"
#include "service/operations/operationshandlers.h"
#include "service/workflow/text.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

std::optional<workflow::BatchStatus> statusNamed(const QString &name)
{
    for (const auto status : { workflow::BatchStatus::Running, workflow::BatchStatus::Succeeded, workflow::BatchStatus::Failed,
                               workflow::BatchStatus::Blocked }) {
        if (workflow::text(workflow::nameOf(status)) == name)
            return status;
    }
    return std::nullopt;
}

BatchFilter filterOf(const Request &request)
{
    PageQuery query(request, { u"status"_s, u"partition"_s });
    BatchFilter filter { .status = {}, .partition = query.text(u"partition"_s) };
    if (const auto name = query.oneOf(u"status"_s, { u"RUNNING"_s, u"SUCCEEDED"_s, u"FAILED"_s, u"BLOCKED"_s }))
        filter.status = statusNamed(*name);
    if (const auto text = request.query(u"cursor")) {
        const auto before = cursorFrom(*text);
        if (!before)
            query.refuse(u"cursor"_s, u"bad_form"_s);
        filter.before = before.value_or(filter.before);
    }
    filter.limit = query.limit();
    query.finish();
    return filter;
}

} // namespace

Reply listBatches(Services &services, const Request &request)
{
    BatchFilter filter = filterOf(request);
    const auto page = size_t(filter.limit);
    ++filter.limit; // One more than shown tells whether there is a next page.
    auto lines = batches(database::Connection::forThisThread(*services.database), filter);
    const bool goesOn = lines.size() > page;
    if (goesOn)
        lines.resize(page);
    QJsonArray items;
    for (const BatchLine &line : lines)
        items.append(summaryOf(line, services).toJson());
    Reply reply;
    reply.data = QJsonObject { { u"items"_s, items },
                               { u"nextCursor"_s, goesOn ? QJsonValue(cursorAfter(lines.back().batch.id)) : QJsonValue() } };
    return reply;
}

Reply getBatch(Services &services, const Request &request)
{
    PageQuery(request, {}).finish();
    bool isNumber = false;
    const qint64 id = request.arguments().value(0).toLongLong(&isNumber);
    auto &connection = database::Connection::forThisThread(*services.database);
    const auto line = isNumber && id > 0 ? findBatch(connection, BatchId(id)) : std::nullopt;
    if (!line)
        throw Error(Code::NotFound, u"no batch %1"_s.arg(request.arguments().value(0)));
    const workflow::BatchRow &batch = line->batch;
    const auto sight = FactsReader(services, connection).batch(batch.id.value());
    const auto diagnosis = sight ? sight->diagnosis() : std::nullopt;
    const protocol::BatchDetail page { .summary = summaryOf(*line, services),
                                       .branch = batch.branch,
                                       .baseSha = batch.baseSha,
                                       .headSha = batch.headSha,
                                       .validatedTree = batch.validatedTree,
                                       .mergeSha = batch.mergeSha,
                                       .members = membersOf(connection, batch.id),
                                       .phases = phasesOf(connection, batch.id),
                                       .remoteCalls = callsOf(connection, batch.id),
                                       .remote = sight ? sight->reading : std::nullopt,
                                       .diagnosis =
                                           diagnosis ? std::optional(inWords(*diagnosis, request.language)) : std::nullopt };
    Reply reply;
    reply.data = page.toJson();
    return reply;
}

} // namespace slipway::operations
