// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/error.h"
#include "shared/instant.h"

#include <QJsonObject>

#include <optional>

namespace slipway {

/// Reads a callback's JSON field by field and collects every problem, so that the sender sees all at once. Unknown fields are let
/// through: other systems add some. Types are strict: a number is no text.
class CallbackBody {
public:
    explicit CallbackBody(QJsonObject json);

    QString text(const char *field, int maxLength);
    QString optionalText(const char *field, int maxLength);
    std::optional<qint64> optionalNumber(const char *field);
    QStringList optionalTexts(const char *field, int maxItems, int maxLength);
    QJsonObject optionalObject(const char *field);
    std::optional<Instant> optionalTime(const char *field);

    void refuse(const char *field, const char *reason);
    /// Throws Error(InvalidRequest) that names every refused field.
    void finish() const;

private:
    QJsonValue value(const char *field) const;
    QString checkedText(const char *field, const QJsonValue &value, int maxLength);

    QJsonObject m_json;
    QList<FieldProblem> m_problems;
};

} // namespace slipway
