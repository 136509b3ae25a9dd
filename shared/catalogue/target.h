// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"

#include <QJsonObject>
#include <QMap>
#include <QStringList>

#include <chrono>
#include <optional>

namespace slipway::catalogue {

/// Where targets live: one branch of one project. One active batch at a time works on it.
struct Partition {
    PartitionKey key;
    QString project; ///< The forge's path, "group/project".
    QString branch;
    QString pathPrefix; ///< Put before every path, with its slash; may be empty.
    QString pipelineSource; ///< "merge_request_event", "push", "any", or empty for the configuration's word.
};

enum class Format : quint8 { Yaml, Json };
enum class ParameterType : quint8 { Text, Integer, Boolean, List };

/// One value a request may carry for a target.
struct Parameter {
    QString name;
    ParameterType type = ParameterType::Text;
    bool required = false;
    QStringList choices; ///< Text and each item of a list: one of these, if any are given.
    QString pattern; ///< Text and each item of a list: the whole value must match.
    int maxLength = 200; ///< Characters of a text or of each item.
    int maxItems = 100; ///< Items of a list.
};

enum class Provider : quint8 { BuiltIn, External };
enum class Rule : quint8 { Any, All };

/// Who decides about requests for a target.
struct Approval {
    Provider provider = Provider::BuiltIn;
    QStringList approvers; ///< Canonical accounts.
    Rule rule = Rule::Any;
    bool selfApproval = false;
    std::optional<std::chrono::seconds> expiresAfter;
    std::optional<std::chrono::seconds> remindAfter;
};

/// One entry of the catalogue: what somebody may be given.
struct Target {
    TargetKey key;
    QMap<QString, QString> title; ///< By language tag, "en", "zh-CN".
    QMap<QString, QString> description;
    PartitionKey partition;
    QString path; ///< Template below the partition's prefix.
    Format format = Format::Yaml;
    QJsonObject entry; ///< Template of the file's content.
    QList<Parameter> parameters;
    std::optional<std::chrono::seconds> maxDuration;
    int priority = 100; ///< 0 goes first.
    Approval approval;
};

/// \a texts in that language, else in English, else in whatever there is.
QString textIn(const QMap<QString, QString> &texts, const QString &language);

} // namespace slipway::catalogue
