// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/mergerequestreading.h"

#include <algorithm>
#include <array>

namespace slipway::mergerequest {

using namespace Qt::StringLiterals;

Reading readingOf(const forge::MergeRequest &mergeRequest, const forge::Oid &gatedHead)
{
    if (mergeRequest.state == "merged"_L1)
        return Reading::Merged;
    if (mergeRequest.state == "closed"_L1)
        return Reading::Closed;
    if (mergeRequest.state != "opened"_L1)
        return Reading::Locked;
    return mergeRequest.head == gatedHead ? Reading::Open : Reading::ForeignHead;
}

Mergeability mergeabilityOf(const forge::MergeRequest &mergeRequest)
{
    struct Row {
        QLatin1StringView status;
        Mergeability means;
    };
    static const auto table = std::to_array<Row>({
        { "mergeable"_L1, Mergeability::Mergeable },
        { "can_be_merged"_L1, Mergeability::Mergeable },
        { "need_rebase"_L1, Mergeability::NeedsRebase },
        { "conflict"_L1, Mergeability::Conflict },
        { "broken_status"_L1, Mergeability::Conflict },
        { "cannot_be_merged"_L1, Mergeability::Conflict },
        { "not_approved"_L1, Mergeability::NotApproved },
        { "requested_changes"_L1, Mergeability::Refused },
        { "draft_status"_L1, Mergeability::Refused },
        { "discussions_not_resolved"_L1, Mergeability::Refused },
        { "commits_status"_L1, Mergeability::Refused },
        { "merge_request_blocked"_L1, Mergeability::Refused },
        { "blocked_status"_L1, Mergeability::Refused },
        { "jira_association_missing"_L1, Mergeability::Refused },
        { "jira_association"_L1, Mergeability::Refused },
        { "status_checks_must_pass"_L1, Mergeability::Refused },
        { "external_status_checks"_L1, Mergeability::Refused },
        { "security_policy_violations"_L1, Mergeability::Refused },
        { "security_policies_violations"_L1, Mergeability::Refused },
        { "policies_denied"_L1, Mergeability::Refused },
        { "locked_paths"_L1, Mergeability::Refused },
        { "locked_lfs_files"_L1, Mergeability::Refused },
        { "title_regex"_L1, Mergeability::Refused },
        { "title_not_matching"_L1, Mergeability::Refused },
    });
    const auto row = std::ranges::find(table, mergeRequest.detailedStatus, &Row::status);
    if (row == table.end())
        return Mergeability::Wait;
    if (row->means == Mergeability::Conflict && !mergeRequest.hasConflicts)
        return Mergeability::Wait;
    return row->means;
}

} // namespace slipway::mergerequest
