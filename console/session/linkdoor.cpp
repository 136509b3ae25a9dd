// SPDX-License-Identifier: GPL-3.0-only
#include "console/session/linkdoor.h"

#include <QDir>
#include <QLocalSocket>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

constexpr int patienceMs = 1000;
constexpr qint64 longestLink = 500;

/// In the person's own folder where there is one.
QString doorName()
{
    const QString own = QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation);
    QDir().mkpath(own);
    return own + u"/links"_s;
}

} // namespace

LinkDoor::LinkDoor(QObject *parent)
    : QObject(parent)
{
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &LinkDoor::takeIn);
}

bool LinkDoor::hand(const QString &link)
{
    QLocalSocket socket;
    socket.connectToServer(doorName());
    if (!socket.waitForConnected(patienceMs))
        return false;
    socket.write(link.toUtf8().left(longestLink) + '\n');
    // Its word that it is there; a dead window's socket would swallow the link.
    return socket.waitForBytesWritten(patienceMs) && socket.waitForReadyRead(patienceMs) && socket.readAll() == "taken\n";
}

bool LinkDoor::open()
{
    // Asked first: listening would take the door from whoever has it.
    QLocalSocket other;
    other.connectToServer(doorName());
    if (other.waitForConnected(patienceMs))
        return false;
    QLocalServer::removeServer(doorName()); // Left behind by one that was killed.
    return m_server.listen(doorName());
}

void LinkDoor::takeIn()
{
    QLocalSocket *socket = m_server.nextPendingConnection();
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    const auto read = [this, socket] {
        if (!socket->canReadLine()) {
            if (socket->bytesAvailable() > longestLink)
                socket->abort();
            return;
        }
        const QString link = QString::fromUtf8(socket->readLine(longestLink + 1)).trimmed();
        if (!link.startsWith("slipway://"_L1)) {
            socket->abort();
            return;
        }
        socket->write("taken\n");
        socket->flush();
        Q_EMIT linkCame(link);
    };
    connect(socket, &QLocalSocket::readyRead, this, read);
    read();
}

} // namespace slipway::console
