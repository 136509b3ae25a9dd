// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/model/project.h"

#include "tests/twin/core/strictobject.h"
#include "tests/twin/model/checklist.h"

#include <QRegularExpression>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

// clang-format off
// What refuses a merge without being a matter of this project's branches, approvals or pipelines.
const QStringList knobObstacles {
    QString(), u"requested_changes"_s, u"merge_request_blocked"_s, u"jira_association_missing"_s,
    u"security_policy_violations"_s, u"security_policy_pipeline_check"_s, u"status_checks_must_pass"_s, u"locked_paths"_s,
    u"merge_time"_s, u"commits_status"_s, u"locked_lfs_files"_s, u"title_regex"_s,
};
// clang-format on

void checkForcedStatus(const QJsonObject &json)
{
    if (json.isEmpty())
        return;
    StrictObject given(json, u"force_status"_s);
    given.number(u"iid"_s, 0, 1);
    // Anything is accepted, because newer servers have values nobody knows yet; but it must be there.
    given.needText(u"detailed_merge_status"_s);
    given.number(u"for_reads"_s, 1, 1);
    given.nothingElse();
    if (!given.has(u"iid"_s))
        given.refuse(u"iid"_s, u"the iid of a merge request"_s);
}

QJsonObject defaults()
{
    return {
        { u"edition"_s, u"ee"_s },
        { u"required_approvals"_s, 0 },
        { u"author_approval"_s, false },
        { u"committers_approval"_s, true },
        { u"reset_on_push"_s, true },
        { u"reset_delay_ms"_s, 10000 },
        { u"approval_password"_s, QString() },
        { u"checklist"_s, QJsonObject() },
        { u"pipelines_must_succeed"_s, false },
        { u"allow_skipped"_s, false },
        { u"discussions_must_resolve"_s, false },
        { u"merge_method"_s, u"merge"_s },
        { u"squash_option"_s, u"default_off"_s },
        { u"remove_source_branch"_s, true },
        { u"delete_branch_delay_ms"_s, 20 },
        { u"prepare_delay_ms"_s, 10 },
        { u"check_delay_ms"_s, 10 },
        { u"check_on_get"_s, true },
        { u"checks_stuck"_s, false },
        { u"lease_busy_next"_s, 0 },
        { u"stale_conflict_reads"_s, 0 },
        { u"force_status"_s, QJsonObject() },
        { u"obstacle"_s, QString() },
        { u"list_cache"_s, true },
        { u"mr_sha_lag_ms"_s, 0 },
        { u"locked_ms"_s, 0 },
        { u"merge_fail"_s, QString() },
        { u"rebase_delay_ms"_s, 0 },
        { u"rebase_result"_s, u"auto"_s },
        { u"rebase_enqueue"_s, QString() },
        { u"rebase_noop_same_sha"_s, true },
        { u"keep_old_merge_error"_s, false },
        { u"notes_per_minute"_s, 300 },
        { u"approve_noperm"_s, u"403"_s },
        { u"legacy_406"_s, false },
        { u"close_merged"_s, u"200"_s },
        { u"branch_not_found_on_create"_s, u"400"_s },
        { u"pipelines"_s, true },
        { u"merged_results"_s, false },
        { u"keep_old_head_pipeline_ms"_s, 0 },
        { u"pipeline_create_delay_ms"_s, 10 },
        { u"pipeline_step_ms"_s, 50 },
        { u"pipeline_result"_s, u"success"_s },
    };
}

QMap<QString, QStringList> choices()
{
    return {
        { u"edition"_s, { u"ee"_s, u"ce"_s } },
        { u"merge_method"_s, { u"merge"_s, u"rebase_merge"_s, u"ff"_s } },
        { u"squash_option"_s, { u"never"_s, u"always"_s, u"default_on"_s, u"default_off"_s } },
        { u"merge_fail"_s, { QString(), u"hook"_s, u"gitaly"_s, u"ref_moved"_s } },
        { u"rebase_enqueue"_s, { QString(), u"lock_timeout"_s, u"resource_lock"_s } },
        { u"obstacle"_s, knobObstacles },
        { u"rebase_result"_s, { u"auto"_s, u"conflict"_s, u"hook_reject"_s, u"stuck"_s } },
        { u"approve_noperm"_s, { u"403"_s, u"401"_s } },
        { u"close_merged"_s, { u"200"_s, u"405"_s } },
        { u"branch_not_found_on_create"_s, { u"400"_s, u"201"_s } },
        { u"pipeline_result"_s, { u"success"_s, u"failed"_s, u"canceled"_s, u"skipped"_s, u"manual"_s, u"running"_s } },
    };
}

} // namespace

Settings Project::initialPolicy()
{
    return Settings(defaults(), choices(),
                    { { u"checklist"_s, &Checklist::check }, { u"force_status"_s, &checkForcedStatus } });
}

int Project::levelOf(const UserPtr &user) const
{
    if (!user)
        return NoAccess;
    return user->admin ? int(Owner) : members.value(user->id, NoAccess);
}

bool Project::canRead(const UserPtr &user) const
{
    return visibility == "public"_L1 || (user && visibility == "internal"_L1) || levelOf(user) > NoAccess;
}

const ProtectedBranch *Project::protectionOf(const QString &branch) const
{
    for (const ProtectedBranch &rule : protectedBranches) {
        if (rule.name == branch)
            return &rule;
        if (rule.name.contains(u'*')) {
            QString pattern = QRegularExpression::escape(rule.name);
            pattern.replace(u"\\*"_s, u".*"_s);
            if (QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(branch).hasMatch())
                return &rule;
        }
    }
    return nullptr;
}

bool Project::canPush(const UserPtr &user, const QString &branch) const
{
    if (archived)
        return false;
    const ProtectedBranch *rule = protectionOf(branch);
    // "Nobody" is a real answer for a protected branch and holds for administrators too.
    if (rule)
        return rule->pushLevel != NoAccess && levelOf(user) >= rule->pushLevel;
    return levelOf(user) >= Developer;
}

bool Project::canMergeInto(const UserPtr &user, const QString &branch) const
{
    const ProtectedBranch *rule = archived ? nullptr : protectionOf(branch);
    if (rule && rule->mergeLevel != NoAccess && levelOf(user) >= rule->mergeLevel)
        return true;
    return canPush(user, branch);
}

MergeRequestPtr Project::mergeRequest(qint64 iid) const
{
    return iid >= 1 && iid <= mergeRequests.size() ? mergeRequests[iid - 1] : nullptr;
}

PipelinePtr Project::pipeline(qint64 pipelineId) const
{
    for (const PipelinePtr &candidate : pipelines) {
        if (candidate->id == pipelineId)
            return candidate;
    }
    return nullptr;
}

MergeRequestPtr Project::openMergeRequest(const QString &source, const QString &target) const
{
    for (const MergeRequestPtr &candidate : mergeRequests) {
        if (candidate->isOpen() && candidate->sourceBranch == source && candidate->targetBranch == target)
            return candidate;
    }
    return nullptr;
}

} // namespace slipway::twin
