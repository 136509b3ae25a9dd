// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/intakehandlers.h"
#include "service/intake/intakestore.h"
#include "service/intake/numbers.h"
#include "service/intake/readers.h"
#include "service/intake/views.h"
#include "service/workflow/text.h"
#include "shared/catalogue/textrules.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace slipway::intake {
namespace {

constexpr int largestPage = 100;
constexpr int usualPage = 50;

ChangeFilter filterOf(const Request &request, const Reader &reader)
{
    QList<FieldProblem> problems;
    ChangeFilter filter {
        .person = reader.account, .status = request.query(u"bindingStatus"), .target = request.query(u"targetKey"), .after = {}
    };
    if (filter.status && !workflow::statusNamed(workflow::view(filter.status->toLatin1())))
        problems.append({ u"bindingStatus"_s, u"unknown_value"_s });
    if (filter.target) {
        if (const auto problem = catalogue::nameProblem(*filter.target))
            problems.append({ u"targetKey"_s, *problem });
    }
    if (const auto cursor = request.query(u"cursor")) {
        filter.after = Cursor::fromText(*cursor);
        if (!filter.after)
            problems.append({ u"cursor"_s, u"bad_form"_s });
    }
    filter.limit = int(numberIn(request, u"limit", 1, largestPage, problems).value_or(usualPage));
    if (!problems.isEmpty())
        throw fieldError(Code::InvalidRequest, problems);
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
