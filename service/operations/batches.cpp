// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/page.h"
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

BatchFilter batchFilter(const Request &request)
{
    PageQuery query(request, { u"status"_s, u"partition"_s });
    BatchFilter filter { .status = {}, .partition = query.text(u"partition"_s) };
    if (const auto name = query.oneOf(u"status"_s, { u"RUNNING"_s, u"SUCCEEDED"_s, u"FAILED"_s, u"BLOCKED"_s }))
        filter.status = statusNamed(*name);
    filter.before = query.cursorByNumber(u"batches"_s);
    filter.limit = query.limit();
    query.finish();
    return filter;
}

} // namespace

Reply listBatches(Services &services, const Request &request)
{
    BatchFilter filter = batchFilter(request);
    const int shown = filter.limit++;
    return Page(batches(database::Connection::forThisThread(*services.database), filter), shown)
        .answer(
            u"batches"_s, [&](const BatchLine &line) { return summaryOf(line, services).toJson(); },
            [](const BatchLine &line) { return QStringList { QString::number(line.batch.id.value()) }; });
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
