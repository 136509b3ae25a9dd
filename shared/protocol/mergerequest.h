// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/ids.h"

#include <QJsonObject>

#include <optional>

namespace slipway::protocol {

/// Where a person finds the merge request.
struct MergeRequest {
    QString project; ///< Its path; empty where nobody knows it any more.
    MergeRequestIid iid;
    std::optional<QString> url;

    /// With the address a browser opens, where both forge and project are known.
    static MergeRequest at(const QString &forge, const QString &project, MergeRequestIid iid);

    QJsonObject toJson() const;
    static std::optional<MergeRequest> fromJson(const QJsonObject &object);
    friend bool operator==(const MergeRequest &, const MergeRequest &) = default;
};

} // namespace slipway::protocol
