// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/gitlabtypes.h"

#include <QHash>

namespace slipway::forge::gitlab {

using namespace Qt::StringLiterals;

namespace {

std::optional<bool> flag(const QJsonValue &value) { return value.isBool() ? std::optional(value.toBool()) : std::nullopt; }

qint64 number(const QJsonValue &value) { return value.isString() ? value.toString().toLongLong() : value.toInteger(); }

QString username(const QJsonValue &user) { return user.toObject()["username"_L1].toString(); }

QString presentStatus(const QString &word)
{
    static const QHash<QString, QString> older {
        { u"blocked_status"_s, u"merge_request_blocked"_s },
        { u"external_status_checks"_s, u"status_checks_must_pass"_s },
        { u"jira_association"_s, u"jira_association_missing"_s },
        { u"security_policies_violations"_s, u"security_policy_violations"_s },
        { u"policies_denied"_s, u"security_policy_violations"_s },
        { u"title_not_matching"_s, u"title_regex"_s },
        { u"broken_status"_s, u"conflict"_s },
        { u"can_be_merged"_s, u"mergeable"_s },
    };
    return older.value(word, word);
}

QString statusFromOldField(const QJsonObject &json)
{
    const QString old = json["merge_status"_L1].toString();
    if (json["draft"_L1].toBool() || json["work_in_progress"_L1].toBool())
        return u"draft_status"_s;
    if (old == "can_be_merged"_L1)
        return flag(json["blocking_discussions_resolved"_L1]) == false ? u"discussions_not_resolved"_s : u"mergeable"_s;
    if (old == "cannot_be_merged"_L1)
        return u"conflict"_s;
    if (old == "cannot_be_merged_recheck"_L1 || old == "cannot_be_merged_rechecking"_L1)
        return u"checking"_s;
    return old.isEmpty() ? u"unchecked"_s : old;
}

std::optional<Oid> mergedAs(const QJsonObject &json)
{
    for (const auto key : { "merge_commit_sha"_L1, "squash_commit_sha"_L1 }) {
        if (const auto oid = oidFrom(json[key]))
            return oid;
    }
    // A fast-forward merge makes no commit of its own.
    return json["state"_L1].toString() == "merged"_L1 ? oidFrom(json["sha"_L1]) : std::nullopt;
}

} // namespace

std::optional<Oid> oidFrom(const QJsonValue &json)
{
    const QString text = json.toString();
    const bool hex = std::all_of(text.begin(), text.end(), [](QChar c) {
        return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f') || (c >= u'A' && c <= u'F');
    });
    return text.size() == 40 && hex ? std::optional(Oid(text.toLower())) : std::nullopt;
}

QString detailedStatusFrom(const QJsonObject &json)
{
    const QString detailed = json["detailed_merge_status"_L1].toString();
    return detailed.isEmpty() ? statusFromOldField(json) : presentStatus(detailed);
}

bool isFromOwnProject(const QJsonObject &mergeRequest)
{
    const QJsonValue source = mergeRequest["source_project_id"_L1];
    const QJsonValue target = mergeRequest["target_project_id"_L1];
    // The source of a deleted fork is null; ours is never deleted while we work in it.
    if (source.isUndefined() || !target.isDouble())
        return true;
    return source.isDouble() && source.toInteger() == target.toInteger();
}

MergeRequest mergeRequestFrom(const QJsonObject &json)
{
    MergeRequest request;
    request.iid = MergeRequestIid(number(json["iid"_L1]));
    request.state = json["state"_L1].toString();
    request.detailedStatus = detailedStatusFrom(json);
    request.hasConflicts = json["has_conflicts"_L1].toBool();
    request.sourceBranch = json["source_branch"_L1].toString();
    request.targetBranch = json["target_branch"_L1].toString();
    request.title = json["title"_L1].toString();
    request.description = json["description"_L1].toString();
    request.author = username(json["author"_L1]);
    request.head = oidFrom(json["sha"_L1]).value_or(Oid());
    request.mergeCommit = mergedAs(json);
    request.mergeError = json["merge_error"_L1].toString();
    request.rebaseInProgress = flag(json["rebase_in_progress"_L1]);
    request.mergedBy = username(json["merge_user"_L1]);
    if (request.mergedBy.isEmpty())
        request.mergedBy = username(json["merged_by"_L1]);
    request.closedBy = username(json["closed_by"_L1]);
    request.webUrl = json["web_url"_L1].toString();
    request.updatedAt = json["updated_at"_L1].toString();
    return request;
}

Pipeline pipelineFrom(const QJsonObject &json)
{
    Pipeline pipeline;
    pipeline.id = number(json["id"_L1]);
    pipeline.sha = oidFrom(json["sha"_L1]).value_or(Oid());
    pipeline.ref = json["ref"_L1].toString();
    pipeline.status = json["status"_L1].toString();
    pipeline.source = json["source"_L1].toString();
    pipeline.webUrl = json["web_url"_L1].toString();
    return pipeline;
}

std::vector<Pipeline> pipelinesFrom(const QJsonArray &json)
{
    std::vector<Pipeline> pipelines;
    for (const QJsonValue &item : json) {
        if (item.isObject())
            pipelines.push_back(pipelineFrom(item.toObject()));
    }
    return pipelines;
}

Approvals approvalsFrom(const QJsonObject &json)
{
    Approvals approvals;
    for (const QJsonValue &entry : json["approved_by"_L1].toArray()) {
        // Some versions list the users themselves instead of {user: …}.
        const QJsonObject object = entry.toObject();
        const QString name = object.contains("user"_L1) ? username(object["user"_L1]) : username(object);
        if (!name.isEmpty())
            approvals.approvedBy << name;
    }
    if (const QJsonValue left = json["approvals_left"_L1]; left.isDouble())
        approvals.left = int(left.toInteger());
    approvals.userHasApproved = flag(json["user_has_approved"_L1]);
    approvals.userCanApprove = flag(json["user_can_approve"_L1]);
    return approvals;
}

Account accountFrom(const QJsonObject &json) { return { number(json["id"_L1]), json["username"_L1].toString() }; }

std::optional<Instant> tokenEndFrom(const QJsonObject &json)
{
    const QString text = json["expires_at"_L1].toString();
    // GitLab names a day, at whose beginning in UTC the token ends.
    const auto at = fromIso(text);
    return at ? at : fromSql(text + u" 00:00:00"_s);
}

std::optional<Oid> branchHeadFrom(const QJsonObject &json) { return oidFrom(json["commit"_L1].toObject()["id"_L1]); }

std::vector<Oid> parentsFrom(const QJsonObject &json)
{
    std::vector<Oid> parents;
    for (const QJsonValue &parent : json["parent_ids"_L1].toArray()) {
        if (const auto oid = oidFrom(parent))
            parents.push_back(*oid);
    }
    return parents;
}

} // namespace slipway::forge::gitlab
