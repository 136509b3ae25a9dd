// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/model/project.h"

#include <QRegularExpression>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

Settings defaultPolicy()
{
    return Settings(
        {
            { u"required_approvals"_s, 0 },
            { u"author_approval"_s, false },
            { u"committers_approval"_s, true },
            { u"reset_on_push"_s, true },
            { u"reset_delay_ms"_s, 10000 },
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
            { u"mr_sha_lag_ms"_s, 0 },
            { u"locked_ms"_s, 0 },
            { u"merge_fail"_s, QString() },
            { u"rebase_delay_ms"_s, 0 },
            { u"rebase_result"_s, u"auto"_s },
            { u"approve_noperm"_s, u"403"_s },
            { u"legacy_406"_s, false },
            { u"close_merged"_s, u"200"_s },
            { u"branch_not_found_on_create"_s, u"400"_s },
            { u"pipelines"_s, true },
            { u"pipeline_create_delay_ms"_s, 10 },
            { u"pipeline_step_ms"_s, 50 },
            { u"pipeline_result"_s, u"success"_s },
        },
        {
            { u"merge_method"_s, { u"merge"_s, u"rebase_merge"_s, u"ff"_s } },
            { u"squash_option"_s, { u"never"_s, u"always"_s, u"default_on"_s, u"default_off"_s } },
            { u"merge_fail"_s, { QString(), u"hook"_s, u"gitaly"_s, u"ref_moved"_s } },
            { u"rebase_result"_s, { u"auto"_s, u"conflict"_s, u"hook_reject"_s, u"stuck"_s } },
            { u"approve_noperm"_s, { u"403"_s, u"401"_s } },
            { u"close_merged"_s, { u"200"_s, u"405"_s } },
            { u"branch_not_found_on_create"_s, { u"400"_s, u"201"_s } },
            { u"pipeline_result"_s, { u"success"_s, u"failed"_s, u"canceled"_s, u"skipped"_s, u"manual"_s, u"running"_s } },
        });
}

} // namespace

Settings Project::initialPolicy() { return defaultPolicy(); }

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
    const ProtectedBranch *rule = protectionOf(branch);
    // "Nobody" is a real answer for a protected branch and holds for administrators too.
    if (rule)
        return rule->pushLevel != NoAccess && levelOf(user) >= rule->pushLevel;
    return levelOf(user) >= Developer;
}

bool Project::canMergeInto(const UserPtr &user, const QString &branch) const
{
    const ProtectedBranch *rule = protectionOf(branch);
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
