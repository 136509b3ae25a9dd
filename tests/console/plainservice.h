// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpServer>
#include <QTcpSocket>
#include <QUrl>

#include <functional>

/// Something that answers like a service, or does not: for what a real one does too seldom to wait for. Notes everything it is asked.
class PlainService : public QTcpServer {
public:
    struct Asked {
        QByteArray line; ///< "GET /ops/v1/overview"
        QMap<QByteArray, QByteArray> headers; ///< Lower case.
        QJsonObject body;
    };
    /// Status and data of the envelope; a status of 0 cuts the connection instead of answering.
    struct Said {
        int status = 200;
        QJsonValue data = QJsonObject();
        QString code = QStringLiteral("OK");
        QByteArray raw = {}; ///< Sent as it is, and the connection stays.
    };

    explicit PlainService(std::function<Said(const Asked &)> answer)
        : m_answer(std::move(answer))
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *socket = nextPendingConnection()) {
                auto text = std::make_shared<QByteArray>();
                connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
                connect(socket, &QTcpSocket::readyRead, this, [this, socket, text] {
                    *text += socket->readAll();
                    take(*socket, *text);
                });
            }
        });
    }

    QUrl url() const { return QUrl(QStringLiteral("http://127.0.0.1:%1").arg(serverPort())); }
    const QList<Asked> &asked() const { return m_asked; }
    int count(const QByteArray &line) const
    {
        return int(std::ranges::count_if(m_asked, [&](const Asked &each) { return each.line.startsWith(line); }));
    }

private:
    void take(QTcpSocket &socket, QByteArray &text)
    {
        const qsizetype end = text.indexOf("\r\n\r\n");
        if (end < 0)
            return;
        Asked asked;
        const QList<QByteArray> lines = text.left(end).split('\n');
        asked.line = lines.first().trimmed();
        asked.line.chop(int(sizeof(" HTTP/1.1") - 1));
        for (const QByteArray &line : lines.mid(1))
            asked.headers.insert(line.left(line.indexOf(':')).toLower(), line.mid(line.indexOf(':') + 1).trimmed());
        const qsizetype length = asked.headers.value("content-length").toLongLong();
        if (text.size() < end + 4 + length)
            return;
        asked.body = QJsonDocument::fromJson(text.mid(end + 4, length)).object();
        text.remove(0, end + 4 + length);
        m_asked.append(asked);
        const Said said = m_answer(asked);
        if (!said.raw.isEmpty()) {
            socket.write(said.raw);
            return;
        }
        if (said.status == 0) {
            socket.abort();
            return;
        }
        const QByteArray body =
            QJsonDocument(QJsonObject { { QStringLiteral("code"), said.code },
                                        { QStringLiteral("message"), QStringLiteral("as the service says") },
                                        { QStringLiteral("data"), said.data },
                                        { QStringLiteral("traceId"), QStringLiteral("t") } })
                .toJson(QJsonDocument::Compact);
        socket.write("HTTP/1.1 " + QByteArray::number(said.status) + " X\r\nContent-Type: application/json\r\nContent-Length: "
                     + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    }

    std::function<Said(const Asked &)> m_answer;
    QList<Asked> m_asked;
};
