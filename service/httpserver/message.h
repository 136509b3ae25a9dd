// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QList>
#include <QPair>
#include <QStringList>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

namespace slipway::httpserver {

enum class Method : quint8 { Unset, Get, Head, Post, Put, Patch, Delete, Options, Other };

QByteArray nameOf(Method method);

using Header = QPair<QByteArray, QByteArray>;

/// One request, complete and framed beyond doubt, as a value: nothing in it points into the server, the socket or Qt's
/// parser, so it may be carried to any thread and outlive its connection.
struct Request {
    Method method = Method::Unset;
    /// As sent, still percent-encoded, without the query. Always starts with '/'.
    QByteArray path;
    /// As sent, still percent-encoded, without '?'.
    QByteArray query;
    /// In the order sent; names as sent.
    QList<Header> headers;
    QByteArray body;
    /// What the route's {placeholders} matched, each decoded once ("a%2Fb" is "a/b"). Valid UTF-8, no NUL.
    QStringList arguments;
    QHostAddress peer;
    quint16 peerPort = 0;
    std::chrono::steady_clock::time_point received;
    /// Set when the client left; work that has not started yet may be dropped.
    std::shared_ptr<std::atomic_bool> abandoned;

    /// The first header of that name (any case); empty when absent.
    QByteArray header(QByteArrayView name) const;
    /// All values of that name in order.
    QList<QByteArray> allHeaders(QByteArrayView name) const;
    /// Decoded query items in order. '+' is a space; a malformed escape stays as it is.
    QList<QPair<QString, QString>> queryItems() const;
    /// The first query item of that name; nothing when absent.
    std::optional<QString> queryValue(QStringView name) const;
};

/// What is sent back. Content-Length, Connection, Date and the framing of HEAD, 204 and 304 are the server's business.
struct Reply {
    int status = 200;
    /// Sent exactly as given: "application/json" without a charset, because some clients compare it literally.
    QByteArray contentType = "application/json";
    QByteArray body;
    /// A header whose name or value holds CR, LF or NUL is dropped, never sent.
    QList<Header> headers;
    bool close = false;
};

} // namespace slipway::httpserver
