// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/pipelinedecision.h"

#include <QStringList>

#include <algorithm>

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;

namespace {

PipelineVerdict verdictOf(const QString &status, const PipelineRule &rule)
{
    if (status == "success"_L1)
        return PipelineVerdict::Passed;
    if (status == "skipped"_L1)
        return rule.skippedIsSuccess ? PipelineVerdict::Passed : PipelineVerdict::Failed;
    if (status == "failed"_L1 || status == "canceled"_L1)
        return PipelineVerdict::Failed;
    if (status == "manual"_L1 || status == "scheduled"_L1)
        return PipelineVerdict::Parked;
    // Created, pending, running, canceling and whatever a newer GitLab may invent: wait within the budget, never "go".
    return PipelineVerdict::Running;
}

} // namespace

bool isActive(const QString &status)
{
    static const QStringList over { u"success"_s, u"failed"_s, u"canceled"_s, u"skipped"_s, u"canceling"_s };
    return !over.contains(status);
}

PipelineDecision decide(const std::vector<forge::Pipeline> &pipelines, const forge::Oid &head, const QStringList &mergedResults,
                        const PipelineRule &rule)
{
    // Newest first: of one source, only the newest pipeline of the head speaks (a retried one replaces the failed one).
    PipelineDecision decision;
    QStringList seenSources;
    for (const forge::Pipeline &pipeline : pipelines) {
        const bool ofHead =
            pipeline.sha == head || (pipeline.ref.endsWith("/merge"_L1) && mergedResults.contains(pipeline.sha.value()));
        const bool counts = rule.source == "any"_L1 || pipeline.source.isEmpty() || pipeline.source == rule.source;
        if (!ofHead || !counts || seenSources.contains(pipeline.source))
            continue;
        seenSources.append(pipeline.source);
        const PipelineVerdict verdict = verdictOf(pipeline.status, rule);
        const QString evidence = u"pipeline %1: %2"_s.arg(pipeline.id).arg(pipeline.status);
        if (verdict == PipelineVerdict::Failed)
            return { verdict, evidence };
        // Passed only when all that count have passed.
        if (decision.verdict == PipelineVerdict::NoneYet || decision.verdict == PipelineVerdict::Passed)
            decision = { verdict, evidence };
    }
    return decision;
}

} // namespace slipway::mergerequest
