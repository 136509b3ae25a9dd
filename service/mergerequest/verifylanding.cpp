// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/partitions.h"
#include "service/mergerequest/steps.h"
#include "service/workflow/finding.h"
#include "service/workflow/findingsentence.h"
#include "service/workflow/text.h"

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;
Next verifyLanding(StepContext &context)
{
    const workflow::LandingRow &row = context.row();
    forge::Forge &forge = *context.services().forge;
    const forge::Project project = projectOf(context.services(), row.partition);
    forge.fetchTarget(project);
    const forge::Oid landed = forge.treeOf(project, forge::Oid(row.mergeSha));
    if (landed.value() != row.validatedTree) {
        const QString reason = workflow::detailOf(workflow::FindingSentence::TreeMismatch, { landed.value(), row.validatedTree });
        const QString code = workflow::text(rowOf(workflow::StopReason::TreeMismatch).code);
        context.write("finding.tree", [&](database::Transaction &transaction) {
            workflow::raise(transaction, { code, context.landing().reference(), reason });
        });
        // What is merged stays MERGED; nobody else merges here: only a person may say that the difference is fine.
        return context.stop(workflow::StopReason::TreeMismatch, reason, std::chrono::seconds(60));
    }
    return context.advanceThen("landing.verified", { .evidence = u"tree %1"_s.arg(row.validatedTree), .isOver = true },
                               Next::finished());
}

} // namespace slipway::mergerequest
