// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"

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

} // namespace slipway
