// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/batchviews.h"
#include "service/operations/operationshandlers.h"
#include "service/operations/paging.h"
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
    QList<FieldProblem> problems;
    BatchFilter filter { .status = {}, .partition = request.query(u"partition") };
    if (const auto name = request.query(u"status")) {
        filter.status = statusNamed(*name);
        if (!filter.status)
            problems.append({ u"status"_s, u"unknown_value"_s });
    }
    if (const auto text = request.query(u"cursor")) {
        const auto before = cursorFrom(*text);
        if (!before)
            problems.append({ u"cursor"_s, u"bad_form"_s });
        filter.before = before.value_or(filter.before);
    }
    filter.limit = pageSizeFrom(request, problems);
    if (!problems.isEmpty())
        throw fieldError(Code::InvalidRequest, problems);
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
    bool isNumber = false;
    const qint64 id = request.arguments().value(0).toLongLong(&isNumber);
    auto &connection = database::Connection::forThisThread(*services.database);
    const auto line = isNumber && id > 0 ? findBatch(connection, BatchId(id)) : std::nullopt;
    if (!line)
        throw Error(Code::NotFound, u"no batch %1"_s.arg(request.arguments().value(0)));
    const workflow::BatchRow &batch = line->batch;
    const protocol::BatchDetail page { .summary = summaryOf(*line, services),
                                       .branch = batch.branch,
                                       .baseSha = batch.baseSha,
                                       .headSha = batch.headSha,
                                       .validatedTree = batch.validatedTree,
                                       .mergeSha = batch.mergeSha,
                                       .members = membersOf(connection, batch.id),
                                       .phases = phasesOf(connection, batch.id),
                                       .remoteCalls = callsOf(connection, batch.id) };
    Reply reply;
    reply.data = page.toJson();
    return reply;
}

} // namespace slipway::operations
