// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/paging.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr int largestPage = 100;
constexpr int usualPage = 50;

} // namespace

int pageSizeFrom(const Request &request, QList<FieldProblem> &problems)
{
    const auto text = request.query(u"limit");
    if (!text)
        return usualPage;
    bool isNumber = false;
    const int limit = text->toInt(&isNumber);
    if (!isNumber || limit < 1 || limit > largestPage)
        problems.append({ u"limit"_s, isNumber ? u"out_of_range"_s : u"wrong_type"_s });
    return limit;
}

} // namespace slipway::operations
