// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/unreadable.h"

#include "service/workflow/finding.h"
#include "service/workflow/findingsentence.h"

using namespace Qt::StringLiterals;

namespace slipway::operations {

void noteUnreadable(database::Connection &connection, const QString &route, const QString &problem, const QString &traceId)
{
    const workflow::Finding finding {
        .code = u"UNREADABLE_CALLBACK"_s,
        .subject = u"route:"_s + route,
        .detail = workflow::detailOf(workflow::FindingSentence::UnreadableCallback, { problem, traceId })
    };
    database::inTransaction(connection, "note-unreadable",
                            [&](database::Transaction &transaction) { workflow::raise(transaction, finding); });
}

} // namespace slipway::operations
