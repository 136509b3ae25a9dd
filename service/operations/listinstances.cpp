// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/page.h"
#include "service/contract/services.h"
#include "service/operations/instances.h"
#include "service/operations/operationshandlers.h"
#include "shared/protocol/fields.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {

Reply listInstances(Services &services, const Request &request)
{
    PageQuery query(request, {});
    const auto after = query.cursorByTime(u"instances"_s);
    query.finish();
    const int limit = query.limit();
    Reply reply = Page(instancesPage(database::Connection::forThisThread(*services.database), after, limit + 1), limit)
                      .answer(
                          u"instances"_s, [](const InstanceRow &row) { return row.view.toJson(); },
                          [](const InstanceRow &row) {
                              return QStringList { toSql(row.view.startedAt), row.view.id.value() };
                          });
    QJsonObject page = reply.data.toObject();
    page.insert(u"instance"_s, services.instance.value());
    page.insert(u"silentAfterMs"_s, protocol::jsonOf(std::chrono::milliseconds(silentAfter)));
    reply.data = page;
    return reply;
}

} // namespace slipway::operations
