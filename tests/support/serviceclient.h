// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/jsonclient.h"

namespace slipway::support {

/// The service as one person uses it, over HTTP like everybody else. Main thread only.
class ServiceClient {
public:
    /// \a account is one of the development identities; each call goes to the next of \a instances.
    ServiceClient(const QList<QUrl> &instances, const QString &account);

    /// {subjectId, targetKey, …} or {items: […]}.
    JsonReply submit(const QJsonObject &change, const Headers &headers = {});
    /// With \a afterVersion the service waits up to \a wait for a newer one (304: there is none).
    JsonReply get(const QString &operationId, qint64 afterVersion = -1, std::chrono::milliseconds wait = {});
    JsonReply withdraw(const QString &operationId, const QString &reason = {});
    /// One page of one's own; \a query as after the "?", empty for the first page.
    JsonReply list(const QString &query = {});
    /// All pages, newest first. Throws std::runtime_error when a page cannot be had.
    QList<QJsonObject> listAll();

    /// Follows it by long polls until its outward status is one of \a statuses; what was read last when that does not
    /// happen within \a limit.
    QJsonObject follow(const QString &operationId, const QStringList &statuses, std::chrono::milliseconds limit);

    JsonReply get(const QString &path, const Headers &headers) { return m_http.get(path, withIdentity(headers)); }
    JsonReply post(const QString &path, const QJsonValue &body, const Headers &headers = {})
    {
        return m_http.post(path, body, withIdentity(headers));
    }
    void send(const QByteArray &method, const QString &path, const QJsonValue &body,
              std::function<void(const JsonReply &)> done)
    {
        m_http.send(method, path, body, withIdentity({}), std::move(done));
    }
    JsonClient &http() { return m_http; }
    const QString &account() const { return m_account; }

    /// The header by which a development identity is claimed.
    static QByteArray identityHeader();

private:
    Headers withIdentity(Headers headers) const;

    JsonClient m_http;
    QString m_account;
};

} // namespace slipway::support
