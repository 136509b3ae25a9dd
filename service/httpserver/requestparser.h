// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/head.h"

#include <QAbstractHttpServer>

#include <memory>

namespace slipway::httpserver {

class Acceptor;
class HeadFeed;

/// QtHttpServer's parser as the second reader of every head. It is fed one guarded head at a time, without the fields
/// that frame a body, so it never buffers a body, holds a transaction open or remembers anything of a connection; what
/// it understood must be what the guard understood.
class RequestParser final : public QAbstractHttpServer {
    Q_OBJECT
public:
    /// \a acceptor must listen; it becomes a child of the parser.
    explicit RequestParser(Acceptor *acceptor);
    ~RequestParser() override;

    /// False when QtHttpServer refuses \a head or reads another method, path or field out of it: answer 400 and end the
    /// connection.
    bool agrees(const Head &head);

protected:
// The one difference between the versions of QtHttpServer that matters here: what a handler is given to answer with.
#if QT_VERSION < QT_VERSION_CHECK(6, 5, 0)
    using Channel = QTcpSocket *;
    using MissingChannel = QTcpSocket *;
#elif QT_VERSION < QT_VERSION_CHECK(6, 8, 0)
    using Channel = QHttpServerResponder &;
    using MissingChannel = QHttpServerResponder &&;
#else
    using Channel = QHttpServerResponder &;
    using MissingChannel = QHttpServerResponder &;
#endif
    bool handleRequest(const QHttpServerRequest &request, Channel channel) override;
    void missingHandler(const QHttpServerRequest &request, MissingChannel channel) override;

private:
    void renewFeed();

    Acceptor *m_acceptor;
    HeadFeed *m_feed = nullptr;
    const Head *m_head = nullptr;
    int m_requestsSeen = 0;
    bool m_same = false;
};

} // namespace slipway::httpserver
