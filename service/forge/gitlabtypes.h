// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/forge.h"

#include <QJsonArray>

namespace slipway::forge::gitlab {

/// GitLab's JSON as our values. Pure and tolerant: missing, null, mistyped and unknown fields are no failure, fields of
/// older and newer servers are understood, and nothing missing is ever read as good news.

MergeRequest mergeRequestFrom(const QJsonObject &json);
/// detailed_merge_status with older spellings mapped to today's; without it the best that merge_status can tell. Words
/// nobody knows are kept, nothing at all is "unchecked".
QString detailedStatusFrom(const QJsonObject &json);
/// Whether source and target are the same project: a fork may carry a branch of the same name. True when the server is
/// silent.
bool isFromOwnProject(const QJsonObject &mergeRequest);
Pipeline pipelineFrom(const QJsonObject &json);
std::vector<Pipeline> pipelinesFrom(const QJsonArray &json);
Approvals approvalsFrom(const QJsonObject &json);
Account accountFrom(const QJsonObject &json);
/// expires_at of a token, a day or a point in time; nothing for one without an end.
std::optional<Instant> tokenEndFrom(const QJsonObject &json);
/// commit.id of a branch.
std::optional<Oid> branchHeadFrom(const QJsonObject &json);
std::vector<Oid> parentsFrom(const QJsonObject &json);
/// An object name of 40 hex digits; nothing for anything else.
std::optional<Oid> oidFrom(const QJsonValue &json);

} // namespace slipway::forge::gitlab
