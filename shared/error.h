// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/errorcode.h"

#include <QJsonObject>
#include <QString>

#include <chrono>
#include <exception>
#include <optional>

namespace slipway {

/// The one failure type of the service. Thrown anywhere, caught in exactly two places: the HTTP pipeline and the engine.
/// It keeps two readers apart: `message` and `data` may reach a client, `detail` (SQL, forge text, paths) only the log.
/// Outcomes a caller is expected to handle (duplicate, slot occupied, preempted, already fine) are values, never an Error.
class Error : public std::exception {
public:
    /// \a detail is for the log only. The client reads the code's own message.
    explicit Error(Code code, QString detail = {});
    /// \a data is the envelope's `data`, seen by the client.
    Error(Code code, QString detail, QJsonObject data);

    Code code() const { return m_code; }
    Fault fault() const { return rowOf(m_code).fault; }
    const QString &detail() const { return m_detail; }
    const QJsonObject &data() const { return m_data; }

    /// How long the other side asked us, or we ask the client, to stay away; sent as Retry-After.
    std::optional<std::chrono::milliseconds> retryAfter() const { return m_retryAfter; }
    Error &withRetryAfter(std::chrono::milliseconds wait)
    {
        m_retryAfter = wait;
        return *this;
    }

    /// "CODE: detail", for logs.
    const char *what() const noexcept override { return m_what.constData(); }

private:
    Code m_code;
    QString m_detail;
    QJsonObject m_data;
    std::optional<std::chrono::milliseconds> m_retryAfter;
    QByteArray m_what;
};

/// One refused field of a request: 400 INVALID_REQUEST or 422 VALIDATION_FAILED with `data.fields`.
struct FieldProblem {
    QString field; ///< The JSON path as the client wrote it, for example "parameters.role".
    QString reason; ///< Stable word for machines, for example "unknown_target", "too_long".
};
Error fieldError(Code code, const QList<FieldProblem> &problems);

} // namespace slipway
