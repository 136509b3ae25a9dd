// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QTcpServer>

#include <functional>

namespace slipway::httpserver {

/// Listens and hands out descriptors. When the process has run out of them it looks away for a moment: the connection
/// that cannot be accepted keeps the listening socket readable, and the loop would spin on it.
class Acceptor final : public QTcpServer {
    Q_OBJECT
public:
    /// \a admit becomes the owner of each descriptor.
    explicit Acceptor(std::function<void(int descriptor)> admit);

    /// Makes \a socket known to the QAbstractHttpServer this acceptor is bound to.
    void offerToParser(QTcpSocket *socket);
    /// Accepts what has completed its handshake already, then stops listening: those clients would see a reset.
    void finish();

protected:
    void incomingConnection(qintptr descriptor) override;

private:
    std::function<void(int)> m_admit;
};

} // namespace slipway::httpserver
