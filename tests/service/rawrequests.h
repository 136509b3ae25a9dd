// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/service/rawclient.h"

namespace slipway::test {

inline const QByteArray closing = "Connection: close\r\n";

inline QByteArray get(const QByteArray &path, const QByteArray &fields = {})
{
    return "GET " + path + " HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n";
}

inline QByteArray post(const QByteArray &path, const QByteArray &body, const QByteArray &fields = {})
{
    return "POST " + path + " HTTP/1.1\r\nHost: h\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n" + fields
        + "\r\n" + body;
}

/// The reply to \a request on a connection of its own, which the server has to end; status 0 when there is not exactly
/// one.
inline RawReply only(quint16 port, const QByteArray &request)
{
    RawClient client(port);
    client.send(request);
    const QList<RawReply> replies = repliesIn(client.receiveAll());
    return replies.size() == 1 ? replies.first() : RawReply();
}

} // namespace slipway::test
