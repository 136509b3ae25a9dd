// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/router.h"
#include "tests/twin/core/refusal.h"
#include "tests/twin/core/task.h"
#include "tests/twin/model/project.h"
#include "tests/twin/rest/parameters.h"

#include <QJsonArray>

namespace slipway::twin {

struct Twin;

/// One request on its way through the twin: who sent it, what was sent, and where the answer goes.
struct Call {
    Twin &twin;
    httpserver::RequestPtr request;
    httpserver::Responder responder;
    Parameters parameters;
    UserPtr user; ///< Nobody when no token was sent.
    AccessToken token;
    qint64 journal = 0;
    bool answered = false; ///< The route has streamed its answer itself.
    bool mustReturn = false; ///< The answer will be spoiled, so the route must not stream it.
    bool stale = false; ///< Reads show what was before the last write …
    std::chrono::milliseconds staleWithin {}; ///< … if that is less long ago; 0: however long ago it is.

    Actor actor() const { return { user, journal }; }
    QString argument(int index) const { return request->arguments.value(index); }
    /// As the client reached us, so that links lead back the same way: "http://127.0.0.1:41001".
    QString baseUrl() const;

    /// The project of the first placeholder; 404 also when the caller may not see it.
    ProjectPtr project() const;
    /// 401 without a user.
    void requireUser() const;
    /// 403 for members of a private project who may not see its files.
    void requireCode(const ProjectPtr &project) const;
    /// 403 below that level.
    void requireLevel(const ProjectPtr &project, int level) const;
    /// 403 below Developer and in an archived project.
    void requirePush(const ProjectPtr &project) const;
    /// 400 "\a name is invalid" when the placeholder is no number.
    qint64 numberArgument(int index, QLatin1StringView name) const;
    /// The merge request of the second placeholder, as this call sees it.
    MergeRequestPtr mergeRequest(const ProjectPtr &project) const;
    /// Whether a read shows what was before that moment.
    bool seesThePast(const Instant &writtenAt) const;
    /// Itself, or a copy of what it was; nothing when it was not there yet.
    MergeRequestPtr asSeen(const MergeRequestPtr &mergeRequest) const;
    PipelinePtr pipeline(const ProjectPtr &project) const;
};

/// What the token must allow.
enum class Need : quint8 {
    Nothing, ///< The route looks after itself (Git, approvals).
    User, ///< read_user is enough.
    Read,
    Write,
};

/// One entry of the interface. `run` is a coroutine.
struct Operation {
    httpserver::Method method;
    QByteArray pattern;
    QString name;
    Need need;
    Task<httpserver::Reply> (*run)(Call &call);
};

httpserver::Reply jsonReply(int status, const QJsonValue &value);
/// 204
httpserver::Reply emptyReply();

/// How a project that is elsewhere now answers: 301 to its number for what only reads, else 405.
Refusal movedTo(const httpserver::Request &request, const QString &base, qint64 projectId);

} // namespace slipway::twin
