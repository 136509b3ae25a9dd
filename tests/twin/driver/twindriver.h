// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QProcess>
#include <QTemporaryDir>

namespace slipway::twin {

/// What came back from the twin.
struct TwinAnswer {
    int status = 0; ///< 0: the connection ended without a complete answer.
    QByteArray body;
    QJsonObject json; ///< Empty when the body is no object.
    QJsonArray list; ///< Empty when the body is no array.
    QList<QPair<QByteArray, QByteArray>> headers;

    QByteArray header(QByteArrayView name) const;
};

/// Starts the real twin for a test, talks to both of its ports, and ends it. Blocks in a nested event loop; main thread
/// only. Every request is sent exactly once: Qt's own silent resending is switched off.
class TwinDriver {
public:
    TwinDriver();
    ~TwinDriver();
    TwinDriver(const TwinDriver &) = delete;
    TwinDriver &operator=(const TwinDriver &) = delete;

    /// Starts \a program in the driver's data folder, which is fresh the first time and afterwards as the last run left
    /// it; empty when it is ready, else why not.
    QString start(const QString &program);
    /// SIGTERM; the exit code, -1 when it had to be killed.
    int stop();
    /// SIGKILL, and waits for the end.
    void kill();
    QString dataFolder() const { return m_directory.filePath(QStringLiteral("twin data")); }

    const QString &apiUrl() const { return m_api; }
    const QString &adminUrl() const { return m_admin; }

    /// \a path below "/api/v4", with its query; \a body is sent as JSON.
    TwinAnswer api(const QByteArray &method, const QString &path, const QString &token, const QJsonObject &body = {});
    /// Below "/__twin/v1".
    TwinAnswer admin(const QByteArray &method, const QString &path, const QJsonObject &body = {});
    /// Any address with any headers.
    TwinAnswer raw(const QByteArray &method, const QUrl &url, const QList<QPair<QByteArray, QByteArray>> &headers,
                   const QByteArray &body);

    /// How often an effect of that kind is in the ledger.
    int effectCount(const QString &kind);

private:
    QTemporaryDir m_directory;
    QProcess m_process;
    QNetworkAccessManager m_network;
    QString m_api;
    QString m_admin;
};

} // namespace slipway::twin
