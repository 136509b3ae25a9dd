// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/services.h"
#include "service/operations/instances.h"
#include "service/operations/operationshandlers.h"
#include "service/operations/paging.h"
#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {

Reply listInstances(Services &services, const Request &request)
{
    QList<FieldProblem> problems;
    const int limit = pageSizeFrom(request, problems);
    std::optional<InstanceKey> after;
    if (const auto cursor = request.query(u"cursor")) {
        after = instanceKeyFrom(*cursor);
        if (!after)
            problems.append({ u"cursor"_s, u"bad_form"_s });
    }
    if (!problems.isEmpty())
        throw fieldError(Code::InvalidRequest, problems);

    // One more than shown tells whether there is a next page.
    auto rows = instancesAfter(database::Connection::forThisThread(*services.database), after, limit + 1);
    const bool goesOn = int(rows.size()) > limit;
    if (goesOn)
        rows.resize(size_t(limit));
    QJsonArray items;
    for (const InstanceRow &row : rows)
        items.append(row.view.toJson());
    QJsonValue next;
    if (goesOn)
        next = cursorAfter(InstanceKey { rows.back().view.startedAt, rows.back().view.id });
    Reply reply;
    reply.data = QJsonObject { { u"items"_s, items },
                               { u"nextCursor"_s, next },
                               { u"instance"_s, services.instance.value() },
                               { u"silentAfterMs"_s, protocol::jsonOf(std::chrono::milliseconds(silentAfter)) } };
    return reply;
}

} // namespace slipway::operations
