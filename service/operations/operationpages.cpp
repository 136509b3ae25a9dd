// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/page.h"
#include "service/operations/batchviews.h"
#include "service/operations/diagnosisview.h"
#include "service/operations/operationlines.h"
#include "service/operations/operationshandlers.h"
#include "service/workflow/text.h"
#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr qint64 longestAge = qint64(10) * 365 * 24 * 3600 * 1000;

QStringList statusNames()
{
    QStringList names;
    for (const std::string_view name : workflow::statusNames)
        names.append(workflow::text(name));
    return names;
}

/// All steps that begin with these digits: the numbers are grouped by stage.
void takePrefix(PageQuery &query, const QString &prefix, OperationFilter &filter)
{
    bool isNumber = false;
    qint64 from = prefix.toLongLong(&isNumber);
    if (!isNumber || prefix.size() > 5 || from < 1) {
        query.refuse(u"prefix"_s, u"wrong_type"_s);
        return;
    }
    qint64 width = 1;
    for (qsizetype digits = prefix.size(); digits < 5; ++digits) {
        from *= 10;
        width *= 10;
    }
    filter.fromStep = from;
    filter.toStep = from + width - 1;
}

OperationFilter operationFilter(const Request &request)
{
    PageQuery query(request,
                    { u"bindingStatus"_s, u"step"_s, u"prefix"_s, u"subject"_s, u"target"_s, u"requester"_s, u"mrIid"_s,
                      u"olderThan"_s, u"partition"_s, u"batch"_s });
    OperationFilter filter;
    filter.status = query.oneOf(u"bindingStatus"_s, statusNames());
    if (const auto prefix = query.text(u"prefix"_s))
        takePrefix(query, *prefix, filter);
    if (const auto step = query.number(u"step"_s, 10001, 10599))
        filter.fromStep = filter.toStep = *step;
    filter.subject = query.text(u"subject"_s);
    filter.target = query.text(u"target"_s);
    filter.requester = query.text(u"requester"_s);
    filter.partition = query.text(u"partition"_s);
    filter.batch = query.number(u"batch"_s, 1, std::numeric_limits<qint64>::max());
    filter.mergeRequest = query.number(u"mrIid"_s, 1, std::numeric_limits<qint64>::max());
    filter.olderThanMs = query.number(u"olderThan"_s, 0, longestAge);
    filter.after = query.cursorByTime(u"operations"_s);
    filter.limit = query.limit();
    query.finish();
    return filter;
}

} // namespace

Reply listOperations(Services &services, const Request &request)
{
    const OperationFilter filter = operationFilter(request);
    auto &connection = database::Connection::forThisThread(*services.database);
    auto lines = operationsPage(connection, filter);
    diagnose(services, connection, lines, request.language);
    return Page(std::move(lines), filter.limit)
        .answer(
            u"operations"_s, [](const OperationLine &line) { return line.summary.toJson(); },
            [](const OperationLine &line) {
                return QStringList { toSql(line.summary.change.createdAt), line.summary.change.operation.value() };
            });
}

Reply listPendingManual(Services &services, const Request &request)
{
    PageQuery query(request, { u"partition"_s });
    const auto partition = query.text(u"partition"_s);
    const auto after = query.cursorByTime(u"pending"_s);
    query.finish();
    auto &connection = database::Connection::forThisThread(*services.database);
    auto lines = pendingPage(connection, after, partition, query.limit());
    diagnose(services, connection, lines, request.language);
    return Page(std::move(lines), query.limit())
        .answer(
            u"pending"_s, [](const OperationLine &line) { return line.summary.toJson(); },
            [](const OperationLine &line) {
                return QStringList { toSql(line.summary.change.updatedAt), line.summary.change.operation.value() };
            });
}

Reply getOperation(Services &services, const Request &request)
{
    PageQuery(request, {}).finish();
    const QString id = request.arguments().value(0);
    auto &connection = database::Connection::forThisThread(*services.database);
    auto line = id.size() <= 36 ? operationLine(connection, id) : std::nullopt;
    const auto sight = line ? FactsReader(services, connection).operation(id) : std::nullopt;
    if (!line || !sight)
        throw Error(Code::NotFound, u"no operation %1"_s.arg(id.left(64)));
    if (const auto diagnosis = sight->diagnosis())
        line->summary.diagnosis = inWords(*diagnosis, request.language);
    const protocol::OperationDetail page { .summary = line->summary,
                                           .mergeRequest = mergeRequestOf(services, line->summary.partition, line->project,
                                                                          sight->facts.mergeRequest),
                                           .branch = sight->branch,
                                           .baseSha = sight->baseSha,
                                           .headSha = sight->headSha,
                                           .mergeSha = sight->mergeSha,
                                           .failureDetail = protocol::unlessEmpty(sight->facts.failureDetail),
                                           .remote = sight->reading,
                                           .timeline = timelineOf(connection, id) };
    Reply reply;
    reply.data = page.toJson();
    return reply;
}

} // namespace slipway::operations
