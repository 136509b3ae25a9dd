// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QHostAddress>
#include <QTcpServer>
#include <QTcpSocket>
#include <QUrl>

#include <functional>

/// A server of a few lines that does to each complete request exactly what the test says, below all rules of HTTP.
class RawServer : public QObject {
public:
    struct Request {
        QByteArray head;
        QByteArray body;
    };
    using Script = std::function<void(QTcpSocket &, const Request &)>;

    explicit RawServer(Script script)
        : m_script(std::move(script))
    {
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            ++connections;
            QTcpSocket *socket = m_server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        });
        m_server.listen(QHostAddress::LocalHost, 0);
    }

    QUrl url(const QByteArray &path = "/") const
    {
        return QUrl::fromEncoded("http://127.0.0.1:" + QByteArray::number(m_server.serverPort()) + path, QUrl::StrictMode);
    }

    static QByteArray answer(const QByteArray &status, const QByteArray &body,
                             const QByteArray &headers = "Content-Type: application/json\r\n")
    {
        return "HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n"
            + body;
    }

    QList<Request> requests;
    int connections = 0;

private:
    void read(QTcpSocket *socket)
    {
        QByteArray &bytes = m_bytes[socket];
        bytes += socket->readAll();
        const qsizetype end = bytes.indexOf("\r\n\r\n");
        if (end < 0)
            return;
        const QByteArray head = bytes.left(end + 2);
        qsizetype length = 0;
        for (const QByteArray &line : head.split('\n')) {
            if (line.toLower().startsWith("content-length:"))
                length = line.mid(15).trimmed().toLongLong();
        }
        if (bytes.size() < end + 4 + length)
            return;
        const Request request { head, bytes.mid(end + 4, length) };
        bytes.remove(0, end + 4 + length);
        requests << request;
        m_script(*socket, request);
    }

    Script m_script;
    QTcpServer m_server;
    QHash<QTcpSocket *, QByteArray> m_bytes;
};
