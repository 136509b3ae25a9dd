// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/forge.h"

#include <QUrl>

#include <functional>

namespace slipway::forge {

/// What a GitLabForge must be told. The deadlines are asked for at each call, so that they may change while the service
/// runs.
struct ForgeSettings {
    QUrl url; ///< Of the GitLab instance, also below a path: "https://git.example.org/gitlab".
    QString authorToken;
    QString reviewerOneToken;
    QString reviewerTwoToken;
    /// The bot's token as it is kept at this moment, asked for while the forge refuses the one in use: a rotated token is taken up
    /// without a restart. Absent: tokens never change. For any thread.
    std::function<QString(Bot)> tokenKept;
    QString mirrorDirectory; ///< Created when missing. Ours alone: whatever stands in it may be removed and fetched again.
    QString committerName;
    QString committerEmail;
    /// Of one API call. A merge gets four times as long: the server merges before it answers.
    std::function<std::chrono::milliseconds()> callDeadline;
    /// Of one fetch or push, from connecting to the last byte; also the longest wait for a mirror somebody else is
    /// using.
    std::function<std::chrono::milliseconds()> gitDeadline;

    const QString &tokenOf(Bot bot) const
    {
        switch (bot) {
        case Bot::ReviewerOne: return reviewerOneToken;
        case Bot::ReviewerTwo: return reviewerTwoToken;
        case Bot::Author: break;
        }
        return authorToken;
    }
};

} // namespace slipway::forge
