// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/responder.h"

#include <functional>
#include <memory>
#include <vector>

namespace slipway::httpserver {

using RequestPtr = std::shared_ptr<const Request>;

/// Runs in the server's event loop: it must return at once and may keep the responder for later.
using Handler = std::function<void(RequestPtr, Responder)>;

/// What the server does with a request's body before the handler sees it.
enum class BodyMode : quint8 {
    Unset, ///< No route may carry it.
    None, ///< A body is refused with 413.
    Buffered, ///< Content-Length only; chunked is refused with 411.
    Chunked, ///< Content-Length or chunked; de-chunked and buffered up to the limit.
};

struct Route {
    Method method = Method::Unset;
    /// Literal segments and {name} placeholders, one whole segment each; a last segment "{name...}" takes the rest of
    /// the path with its slashes. Matching happens on the encoded path, so "%2F" never splits a segment.
    QByteArray pattern;
    BodyMode bodyMode = BodyMode::Unset;
    qint64 bodyLimit = 0; ///< Bytes; above it 413.
    Handler handler;
    int tag = -1; ///< The caller's own index of the route, handed to hooks.
};

/// The answer to "who serves this path": a route, or which methods would be served (405), or nothing (404).
struct Match {
    const Route *route = nullptr;
    QStringList arguments;
    QList<Method> allowed;
    bool malformed = false; ///< An escape that is no UTF-8 or hides a NUL: 400.
};

/// An immutable table after add() has been called for the last time; then shared by all threads.
class Router {
public:
    /// Throws std::logic_error when a field is missing or method and pattern are taken: a mistake of the program, not
    /// of a user.
    void add(Route route);
    /// HEAD matches the route of GET.
    Match match(Method method, QByteArrayView encodedPath) const;

private:
    struct Entry {
        Route route;
        QList<QByteArray> segments;
    };
    std::vector<std::unique_ptr<Entry>> m_entries;
};

} // namespace slipway::httpserver
