// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/partitions.h"
#include "service/mergerequest/landing.h"
#include "service/mergerequest/steps.h"
#include "sql/mergerequest.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;
using workflow::BatchStatus;

Next verifyLanding(StepContext &context)
{
    const workflow::BatchRow &batch = context.batch();
    forge::Forge &forge = *context.services().forge;
    const forge::Project project = projectOf(context.services(), batch.partition);
    forge.fetchTarget(project);
    const forge::Oid landed = forge.treeOf(project, forge::Oid(batch.mergeSha));
    if (landed.value() != batch.validatedTree) {
        const QString reason = u"what landed (%1) is not what was validated (%2)"_s.arg(landed.value(), batch.validatedTree);
        context.write("finding.tree", [&](database::Transaction &transaction) {
            const database::Bindings finding { { "code", u"TREE_MISMATCH"_s },
                                               { "subject", u"batch:%1"_s.arg(batch.id.value()) },
                                               { "detail", reason } };
            if (!transaction.tryInsert("uk_open_finding", sql::mergerequest::insert_finding, finding))
                transaction.affect(sql::mergerequest::see_finding_again,
                                   { { "code", u"TREE_MISMATCH"_s }, { "subject", u"batch:%1"_s.arg(batch.id.value()) } });
        });
        // Members stay MERGED, the slot stays taken: only a person may say that the difference is fine.
        return block(context, u"TREE_MISMATCH"_s, reason, std::chrono::seconds(60));
    }
    return context.advanceThen("batch.succeeded",
                               { .to = { .status = BatchStatus::Succeeded, .failureCode = QString(), .message = QString() },
                                 .event = std::nullopt,
                                 .because = { workflow::Cause::Engine, {}, u"tree %1"_s.arg(batch.validatedTree) } },
                               Next::finished());
}

} // namespace slipway::mergerequest
