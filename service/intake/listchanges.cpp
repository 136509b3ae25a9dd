// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/page.h"
#include "service/intake/intakehandlers.h"
#include "service/intake/intakestore.h"
#include "service/intake/readers.h"
#include "service/intake/views.h"
#include "service/workflow/text.h"
#include "shared/catalogue/textrules.h"

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
    filter.after = query.cursorByTime(u"changes"_s);
    query.finish();
    return filter;
}

} // namespace

Reply listChanges(Services &services, const Request &request)
{
    ChangeFilter filter = filterOf(request, Reader::of(request));
    const int shown = filter.limit++;
    return Page(changesOf(database::Connection::forThisThread(*services.database), filter), shown)
        .answer(
            u"changes"_s, [](const ChangeRow &change) { return summaryOf(change).toJson(); },
            [](const ChangeRow &change) {
                return QStringList { toSql(change.createdAt), change.operation.value() };
            });
}

} // namespace slipway::intake
