// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonObject>
#include <QString>
#include <QVarLengthArray>

#include <initializer_list>
#include <utility>

namespace slipway::configuration {

/// Fields that every log line of this thread carries while the scope lives: trace id, operation id, batch id. Scopes
/// nest; the inner one wins. Every request opens one and few log, so the line's object is made by the line that needs it.
class LogScope {
public:
    using Field = std::pair<QString, QString>;

    LogScope(std::initializer_list<Field> fields);
    ~LogScope();
    LogScope(const LogScope &) = delete;
    LogScope &operator=(const LogScope &) = delete;

    /// The fields in force on this thread.
    static QJsonObject fields();

private:
    QVarLengthArray<Field, 4> m_fields;
    const LogScope *m_outer;
};

} // namespace slipway::configuration
