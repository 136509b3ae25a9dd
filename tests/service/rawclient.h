// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QList>

namespace slipway::test {

/// A blocking client that sends exactly the bytes it is told to, as no library would. Every wait ends after twenty
/// seconds at the latest; what has come until then is what the test sees.
class RawClient {
public:
    explicit RawClient(quint16 port, int receiveBuffer = 0);
    ~RawClient();
    RawClient(RawClient &&other) noexcept;
    RawClient(const RawClient &) = delete;
    RawClient &operator=(const RawClient &) = delete;

    /// Returns how many bytes the server's side took before it closed.
    qint64 send(const QByteArray &bytes);
    /// Everything until \a end was received (also counting what came before), or the connection ended.
    QByteArray receiveUntil(const QByteArray &end, int times = 1);
    /// Everything until the connection ended.
    QByteArray receiveAll();
    /// At most \a most bytes, as soon as there are any.
    QByteArray receiveSome(qsizetype most);
    /// True when the server has ended the connection (by FIN or reset) after whatever is still unread.
    bool isEnded();
    void close();
    /// Ends the connection with a reset, as a client that was killed.
    void reset();

private:
    bool wait(short events);

    int m_descriptor = -1;
    QByteArray m_received;
};

/// One reply taken apart.
struct RawReply {
    int status = 0;
    QByteArray head; ///< In lower case, each line ended by CRLF.
    QByteArray body;
};

/// The replies in \a bytes, framed by Content-Length or chunks (taken off), else until the end.
QList<RawReply> repliesIn(QByteArray bytes);

} // namespace slipway::test
