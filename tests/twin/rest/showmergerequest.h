// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/behaviour/mergeability.h"
#include "tests/twin/rest/call.h"

namespace slipway::twin {

/// A merge request as a list shows it.
QJsonObject listed(const Call &call, const ProjectPtr &project, const MergeRequest &mergeRequest);
/// As a single answer shows it.
QJsonObject detailed(const Call &call, const ProjectPtr &project, const MergeRequest &mergeRequest);
QJsonObject detailed(const Call &call, const ProjectPtr &project, const MergeRequest &mergeRequest, const ShownStatus &status);
/// What was submitted with an approval.
QJsonObject checklistOf(const Approval &approval);
QJsonObject approvalsOf(const Call &call, const ProjectPtr &project, const MergeRequest &mergeRequest);

} // namespace slipway::twin
