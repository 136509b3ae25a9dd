// SPDX-License-Identifier: GPL-3.0-only
#include "service/workflow/finding.h"

#include "sql/workflow.h"

namespace slipway::workflow {

bool raise(database::Transaction &transaction, const Finding &finding)
{
    const database::Bindings row { { "code", finding.code }, { "subject", finding.subject }, { "detail", finding.detail } };
    if (transaction.tryInsert("uk_open_finding", sql::workflow::insert_finding, row))
        return true;
    transaction.affect(sql::workflow::see_finding_again, row);
    return false;
}

} // namespace slipway::workflow
