// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/items.h"

#include "service/intake/submission.h"
#include "shared/error.h"

using namespace Qt::StringLiterals;

namespace slipway::intake {

QJsonArray itemsOf(const Request &request)
{
    QList<FieldProblem> problems;
    for (const QString &field : request.body.keys()) {
        if (field != "items"_L1)
            problems.append({ field, u"unknown_field"_s });
    }
    // One key cannot stand for several requests; each item carries its own operationId.
    if (!request.http->header("Idempotency-Key").isEmpty())
        problems.append({ u"Idempotency-Key"_s, u"not_with_items"_s });
    const QJsonValue value = request.body.value("items"_L1);
    const QJsonArray items = value.toArray();
    if (!value.isArray())
        problems.append({ u"items"_s, u"wrong_type"_s });
    else if (items.isEmpty())
        problems.append({ u"items"_s, u"required"_s });
    else if (items.size() > maxItems)
        problems.append({ u"items"_s, u"too_many"_s });
    if (!problems.isEmpty())
        throw fieldError(Code::InvalidRequest, problems);
    return items;
}

} // namespace slipway::intake
