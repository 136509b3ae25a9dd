// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/pagequery.h"
#include "service/intake/intakehandlers.h"
#include "service/intake/intakestore.h"
#include "service/intake/readers.h"
#include "service/intake/views.h"
#include "service/workflow/text.h"
#include "shared/catalogue/textrules.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace slipway::intake {
namespace {

ChangeFilter filterOf(const Request &request, const Reader &reader)
{
    PageQuery query(request, { u"bindingStatus"_s, u"targetKey"_s });
    QStringList statuses;
    for (const std::string_view name : workflow::statusNames)
        statuses.append(workflow::text(name));
    ChangeFilter filter { .person = reader.account,
                          .status = query.oneOf(u"bindingStatus"_s, statuses),
                          .target = query.text(u"targetKey"_s),
                          .after = {},
                          .limit = query.limit() };
    if (filter.target) {
        if (const auto problem = catalogue::nameProblem(*filter.target))
            query.refuse(u"targetKey"_s, *problem);
    }
    if (const auto cursor = request.query(u"cursor")) {
        filter.after = Cursor::fromText(*cursor);
        if (!filter.after)
            query.refuse(u"cursor"_s, u"bad_form"_s);
    }
    query.finish();
    return filter;
}

} // namespace

Reply listChanges(Services &services, const Request &request)
{
    ChangeFilter filter = filterOf(request, Reader::of(request));
    const auto page = size_t(filter.limit);
    ++filter.limit; // One more than shown tells whether there is a next page.
    auto changes = changesOf(database::Connection::forThisThread(*services.database), filter);
    const bool goesOn = changes.size() > page;
    if (goesOn)
        changes.resize(page);
    QJsonArray items;
    for (const ChangeRow &change : changes)
        items.append(summaryOf(change).toJson());
    QJsonValue next;
    if (goesOn)
        next = Cursor { changes.back().createdAt, changes.back().operation }.toText();
    Reply reply;
    reply.data = QJsonObject { { u"items"_s, items }, { u"nextCursor"_s, next } };
    return reply;
}

} // namespace slipway::intake
