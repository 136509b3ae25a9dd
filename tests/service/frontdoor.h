// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/bootsettings.h"
#include "service/configuration/hotconfig.h"
#include "service/http/frontend.h"
#include "shared/clock.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QSemaphore>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <mutex>

namespace slipway::http {

struct Answer {
    int status = 0;
    QMap<QByteArray, QByteArray> headers;
    QByteArray body;
    QJsonObject json() const { return QJsonDocument::fromJson(body).object(); }
    QString code() const { return json().value(QLatin1StringView("code")).toString(); }
};

/// One connection, one request at a time, blocking: the server has its own thread.
class Client {
public:
    explicit Client(quint16 port) { m_socket.connectToHost(QHostAddress::LocalHost, port); }

    void send(const QByteArray &head, const QByteArray &body = {})
    {
        QByteArray bytes = head;
        bytes += "\r\nHost: slipway.test\r\n";
        if (!body.isNull())
            bytes += "Content-Length: " + QByteArray::number(body.size()) + "\r\n";
        QVERIFY(m_socket.waitForConnected(5000));
        m_socket.write(bytes + "\r\n" + body);
        QVERIFY(m_socket.flush() || m_socket.waitForBytesWritten(5000));
    }

    Answer receive(bool isHead = false)
    {
        m_buffer += m_socket.readAll(); // What came in while it was only asked whether anything had.
        while (!m_buffer.contains("\r\n\r\n") && m_socket.waitForReadyRead(15'000))
            m_buffer += m_socket.readAll();
        Answer answer;
        const qsizetype end = m_buffer.indexOf("\r\n\r\n");
        if (end < 0)
            return answer;
        const QList<QByteArray> lines = m_buffer.left(end).split('\n');
        answer.status = lines[0].split(' ').value(1).toInt();
        for (const QByteArray &line : lines.mid(1)) {
            const qsizetype colon = line.indexOf(':');
            answer.headers.insert(line.left(colon).toLower(), line.mid(colon + 1).trimmed());
        }
        const qsizetype length = isHead || answer.status == 304 ? 0 : answer.headers.value("content-length").toLongLong();
        m_buffer.remove(0, end + 4);
        while (m_buffer.size() < length && m_socket.waitForReadyRead(15'000))
            m_buffer += m_socket.readAll();
        answer.body = m_buffer.left(length);
        m_buffer.remove(0, length);
        return answer;
    }

    bool hasAnswer(int waitMs)
    {
        return !m_buffer.isEmpty() || m_socket.bytesAvailable() > 0 || m_socket.waitForReadyRead(waitMs);
    }
    void leave() { m_socket.abort(); }

private:
    QTcpSocket m_socket;
    QByteArray m_buffer;
};

inline const QByteArray alice = "\r\nX-Slipway-Dev-User: alice";
inline const QByteArray bob = "\r\nX-Slipway-Dev-User: bob";
inline const QByteArray asJson = "\r\nContent-Type: application/json";

/// What the handlers behind the door did, and what they wait for.
inline std::atomic_int handled { 0 };
inline std::atomic<qint64> storedVersion { 1 };
inline QSemaphore slowMayGo;
inline std::atomic_int slowRunning { 0 };

/// A whole front door over a real socket, with handlers of its own: one of each kind of route. Base of the tests that
/// knock on it.
class FrontDoor : public QObject {
protected:
    /// \a change may set the boot settings otherwise before the door opens.
    void open(const std::function<void(configuration::BootSettings &)> &change = {});
    void close();
    void write(const QString &name, const QByteArray &content);
    void configure(const QMap<QString, QString> &values);
    /// One request over a connection of its own; status 0 when nothing came within \a patienceMs.
    Answer ask(const QByteArray &head, const QByteArray &body = {}, int patienceMs = 15'000);
    /// The most operations the long poll asked for at once.
    qsizetype mostAsked();

    std::unique_ptr<QTemporaryDir> m_folder;
    configuration::BootSettings m_boot;
    std::atomic_bool m_draining { false };
    std::mutex m_noting;
    QList<Denial> m_denials; ///< Under m_noting: what was to be recorded.
    QList<UnreadableCallback> m_unreadable; ///< Under m_noting, too.
    std::unique_ptr<Frontend> m_frontend;
    quint16 m_port = 0;

private:
    QHash<QString, qint64> versions(const QStringList &operations);

    configuration::HotConfig m_config;
    SystemClock m_clock;
    Services m_services;
    std::mutex m_asked;
    qsizetype m_mostAsked = 0;
};

} // namespace slipway::http
