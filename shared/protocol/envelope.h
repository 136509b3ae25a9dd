// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonObject>

#include <optional>

namespace slipway::protocol {

/// The one shape of every answer that is not bare, and of every failure.
struct Envelope {
    QString code; ///< A name of the table of codes; one of tomorrow stays readable.
    QString message; ///< One sentence that says what to do next.
    QJsonValue data = QJsonValue::Null;
    QString traceId;

    QJsonObject toJson() const;
    static std::optional<Envelope> fromJson(const QJsonObject &object);
    friend bool operator==(const Envelope &, const Envelope &) = default;
};

} // namespace slipway::protocol
