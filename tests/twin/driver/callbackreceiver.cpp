// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/driver/callbackreceiver.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QMessageAuthenticationCode>
#include <QTcpSocket>

namespace slipway::twin {

using namespace Qt::StringLiterals;

QByteArray CallbackReceiver::Callback::header(QByteArrayView name) const
{
    for (const auto &[key, value] : headers) {
        if (key.compare(name, Qt::CaseInsensitive) == 0)
            return value;
    }
    return {};
}

bool CallbackReceiver::Callback::isSignedWith(const QByteArray &secret) const
{
    const QByteArray stamp = header("X-Slipway-Timestamp");
    const QByteArray right = QMessageAuthenticationCode::hash(stamp + '.' + body, secret, QCryptographicHash::Sha256).toHex();
    return header("X-Slipway-Signature") == "v1=" + right
        && qAbs(stamp.toLongLong() - QDateTime::currentSecsSinceEpoch()) < 300;
}

CallbackReceiver::CallbackReceiver()
{
    m_server.listen(QHostAddress::LocalHost);
    connect(&m_server, &QTcpServer::newConnection, this, &CallbackReceiver::accept);
}

QString CallbackReceiver::url() const { return u"http://127.0.0.1:%1"_s.arg(m_server.serverPort()); }

void CallbackReceiver::accept()
{
    while (QTcpSocket *socket = m_server.nextPendingConnection()) {
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { take(socket); });
        connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    }
}

void CallbackReceiver::take(QTcpSocket *socket)
{
    const QByteArray all = socket->peek(socket->bytesAvailable());
    const qsizetype end = all.indexOf("\r\n\r\n");
    if (end < 0)
        return;
    Callback callback;
    const QList<QByteArray> lines = all.left(end).split('\n');
    callback.path = lines.first().split(' ').value(1);
    for (const QByteArray &line : lines.sliced(1))
        callback.headers.append({ line.left(line.indexOf(':')).trimmed(), line.mid(line.indexOf(':') + 1).trimmed() });
    callback.body = all.mid(end + 4);
    if (callback.body.size() < callback.header("Content-Length").toInt())
        return;
    socket->readAll();
    callback.json = QJsonDocument::fromJson(callback.body).object();
    m_received.append(callback);
    const int status = m_statuses.isEmpty() ? 200 : m_statuses.takeFirst();
    if (status == 0)
        return;
    socket->write("HTTP/1.1 " + QByteArray::number(status) + " X\r\nContent-Length: " + QByteArray::number(m_body.size())
                  + "\r\nConnection: close\r\n\r\n" + m_body);
    socket->disconnectFromHost();
}

} // namespace slipway::twin
