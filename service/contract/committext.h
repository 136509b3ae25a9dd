// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/workflow/landing.h"

#include <QString>

namespace slipway {

/// Text from people inside a commit message or merge request: one line, no control characters, and nothing that Git, GitLab or a CI
/// system takes for a directive ("[skip ci]", a trailer, a quick action, a mention).
QString harmlessText(const QString &text);

/// "- bind alice to team/reviewers (asked by bob, 4711-abcd)": one line of the list of requests.
QString memberLine(const QString &kind, const QString &subject, const QString &target, const QString &requester,
                   const QString &operation);

/// "Apply 20 change requests (batch 812)".
QString batchTitle(int members, BatchId batch);

/// The trailer that says whose a commit or a merge request is. The branch in it carries a hash of the batch's own content, so that a
/// database that started anew never adopts its predecessor's work.
QString batchMarker(BatchId batch, const QString &branch);

/// The same for one request with a merge request of its own: "Bind alice to team/reviewers (request 4711-abcd)", at most 255 characters.
QString singleTitle(const QString &kind, const QString &subject, const QString &target, const QString &operation);

/// Whose a commit or a merge request is, for either kind of landing.
QString markerOf(const workflow::LandingRow &row);

/// What a deploy.match task of this landing refers to: a batch's number, or "operation:" and the request.
QString deployReference(const workflow::LandingRow &row);

} // namespace slipway
