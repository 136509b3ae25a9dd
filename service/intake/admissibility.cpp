// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/admissibility.h"

#include "service/intake/canonical.h"
#include "shared/catalogue/parameters.h"

using namespace Qt::StringLiterals;

namespace slipway::intake {

using workflow::RequestKind;

Allowed checkAgainst(const catalogue::Catalogue &catalogue, const Submission &submission, Instant now)
{
    const catalogue::Target *target = catalogue.find(submission.target);
    if (!target)
        throw fieldError(Code::ValidationFailed, { { u"targetKey"_s, u"unknown_target"_s } });

    QList<FieldProblem> problems;
    if (target->approval.provider != catalogue::Provider::External)
        problems.append({ u"targetKey"_s, u"approval_provider_not_available"_s });
    Allowed allowed { target->partition, QString::fromUtf8(canonicalJson(submission.parameters)), submission.expiresAt };
    if (submission.kind == RequestKind::Bind) {
        problems.append(catalogue::validateParameters(*target, submission.parameters));
        if (submission.expiresAt && *submission.expiresAt <= now)
            problems.append({ u"expiresAt"_s, u"in_the_past"_s });
        if (target->maxDuration) {
            const Instant latest = now + *target->maxDuration;
            if (!submission.expiresAt)
                allowed.expiresAt = latest;
            else if (*submission.expiresAt > latest)
                problems.append({ u"expiresAt"_s, u"over_longest_duration"_s });
        }
    }
    if (!problems.isEmpty())
        throw fieldError(Code::ValidationFailed, problems);
    return allowed;
}

} // namespace slipway::intake
