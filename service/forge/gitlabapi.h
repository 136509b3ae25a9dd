// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/bottokens.h"
#include "service/forge/callobserver.h"
#include "service/outbound/dependency.h"
#include "shared/error.h"

#include <QJsonArray>
#include <QUrlQuery>

namespace slipway::forge {

/// One GitLab over its REST interface: who calls, whether calling makes sense now, and what is told to whom. Knows the
/// rules of an answer (gitlabanswer.h) but no endpoint's fields. Thread-safe; blocks the calling worker thread.
class GitLabApi {
public:
    struct Request {
        const char *operation;
        Project project {};
        QString subject {}; ///< For the ledger.
        Bot bot = Bot::Author;
        QString path {}; ///< Below /api/v4, encoded.
        QUrlQuery query {};
    };

    GitLabApi(const ForgeSettings &settings, BotTokens &tokens, outbound::Dependency &dependency, CallObserver &observer);

    /// A success's answer, or nothing for a 404 of GitLab's own. Throws Error(Unavailable), or Error(InternalError) if
    /// our request was malformed.
    std::optional<outbound::Answer> read(const Request &request);
    /// Nothing also means: not there, and the project is (a 404 may hide a project that became invisible to the bot;
    /// that throws instead, because "gone" would be a wrong and final conclusion).
    std::optional<outbound::Answer> readInProject(const Request &request);
    /// All pages of a list; nothing as with readInProject().
    std::optional<QJsonArray> readAllPages(Request request);
    /// Sent at most once.
    Outcome send(const Request &request, outbound::Verb verb, const QJsonObject &body, int deadlineFactor = 1);

    /// Asks GET /user. Only a clear no is a no.
    bool isTokenAlive(Bot bot);

    /// "/projects/group%2Fconfig"
    static QString projectPath(const Project &project);
    static QString mergeRequestPath(const Project &project, MergeRequestIid iid);
    static QString encoded(const QString &text);

private:
    outbound::Call callFor(const Request &request) const;
    outbound::Answer performRead(const Request &request);
    [[noreturn]] void fail(const Request &request, int status, Error error);
    static CallRecord recordOf(const Request &request, const QString &summary);

    const ForgeSettings &m_settings;
    BotTokens &m_tokens;
    outbound::Dependency &m_dependency;
    CallObserver &m_observer;
};

} // namespace slipway::forge
