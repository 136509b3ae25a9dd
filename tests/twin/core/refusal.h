// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/message.h"

#include <QJsonValue>
#include <QString>

namespace slipway::twin {

/// The twin's "no" in GitLab's own words. GitLab has several error shapes and clients depend on them, so a refusal
/// carries the very body. Thrown by behaviours and routes alike, answered in one place.
class Refusal {
public:
    Refusal(int status, const QJsonObject &body);

    /// {"message": text}
    static Refusal message(int status, const QJsonValue &text);
    /// {"error": text}
    static Refusal error(int status, const QString &text);
    /// 404 for a named thing: "404 Project Not Found".
    static Refusal missing(const QString &what);
    /// 404 of a record that was looked up: "404 Not found", with a small f.
    static Refusal noRecord();
    static Refusal forbidden(const QString &reason = {});
    static Refusal unauthorized();

    int status() const { return m_status; }
    const QByteArray &body() const { return m_body; }
    Refusal &withHeader(const QByteArray &name, const QByteArray &value);
    httpserver::Reply toReply() const;

private:
    int m_status;
    QByteArray m_body;
    QList<httpserver::Header> m_headers;
};

} // namespace slipway::twin
