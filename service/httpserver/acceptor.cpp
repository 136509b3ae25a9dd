// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/acceptor.h"

#include <QTcpSocket>
#include <QTimer>

#include <sys/socket.h>

#include <chrono>

namespace slipway::httpserver {
namespace {

constexpr int backlog = 1024;
constexpr std::chrono::milliseconds pauseWithoutDescriptors { 100 };

} // namespace

Acceptor::Acceptor(std::function<void(int)> admit)
    : m_admit(std::move(admit))
{
    setListenBacklogSize(backlog);
    connect(this, &QTcpServer::acceptError, this, [this] {
        pauseAccepting();
        QTimer::singleShot(pauseWithoutDescriptors, this, [this] {
            if (isListening()) // It may have been closed meanwhile, and then has nothing to resume.
                resumeAccepting();
        });
    });
}

void Acceptor::offerToParser(QTcpSocket *socket) { addPendingConnection(socket); }

void Acceptor::finish()
{
    for (;;) {
        const int descriptor = ::accept4(int(socketDescriptor()), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (descriptor < 0)
            break;
        m_admit(descriptor);
    }
    close();
}

void Acceptor::incomingConnection(qintptr descriptor) { m_admit(int(descriptor)); }

} // namespace slipway::httpserver
