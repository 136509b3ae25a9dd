// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/forge.h"

#include <QString>

#include <vector>

namespace slipway::mergerequest {

/// Which pipeline counts, and what a skipped one means.
struct PipelineRule {
    QString source = QStringLiteral("merge_request_event"); ///< "any": every pipeline of the head must pass.
    bool skippedIsSuccess = false;
};

enum class PipelineVerdict : quint8 {
    NoneYet, ///< No pipeline of this exact head: it may not have been created yet.
    Running,
    Parked, ///< Waits for a person or a time: manual, scheduled.
    Passed,
    Failed, ///< Also cancelled, and skipped where that is not success. Deterministic: the same merge request fails again.
};

struct PipelineDecision {
    PipelineVerdict verdict = PipelineVerdict::NoneYet;
    QString evidence; ///< "pipeline 812: failed", for people.
};

/// Whether it still runs or waits to: what nobody needs any more is worth cancelling.
bool isActive(const QString &status);

/// Pure: what the pipelines of a merge request say about one head. Pipelines of other heads do not count, however green they are; a
/// merged-results pipeline counts when its commit's second parent is the head (\a mergedResults names those commits).
PipelineDecision decide(const std::vector<forge::Pipeline> &pipelines, const forge::Oid &head, const QStringList &mergedResults,
                        const PipelineRule &rule);

} // namespace slipway::mergerequest
