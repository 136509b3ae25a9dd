// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/twin/rest/call.h"

namespace slipway::twin {

/// A commit that a request asks for, whichever of the endpoints it came through.
struct WantedCommit {
    QString branch;
    QString message;
    QJsonArray actions;
};

/// Makes it and moves the branch, all or nothing. Where the branch begins, who the author is and whether it may be
/// overwritten come from the call's parameters (start_branch, start_sha, author_name, author_email, force). Refuses in
/// GitLab's words.
Task<Commit> commitNow(Call &call, ProjectPtr project, WantedCommit wanted);

} // namespace slipway::twin
