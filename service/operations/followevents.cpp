// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/pagequery.h"
#include "service/operations/operationshandlers.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {

Reply followEvents(Services &, const Request &request)
{
    PageQuery query(request, { u"lastEventId"_s });
    // A browser sends the header when it comes back by itself; a page that was reloaded can only say it in the address.
    const auto fromQuery = query.text(u"lastEventId"_s, 40);
    query.finish();
    const QByteArray header = request.http->header("Last-Event-ID");
    Reply reply;
    reply.events = Reply::EventStream { header.isEmpty() ? fromQuery.value_or(QString()) : QString::fromLatin1(header) };
    return reply;
}

} // namespace slipway::operations
