// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonObject>
#include <QString>

#include <initializer_list>
#include <utility>

namespace slipway::configuration {

/// Fields that every log line of this thread carries while the scope lives: trace id, operation id, batch id. Scopes
/// nest; the inner one wins. Costs nothing to those who do not log.
class LogScope {
public:
    LogScope(std::initializer_list<std::pair<QString, QString>> fields);
    ~LogScope();
    LogScope(const LogScope &) = delete;
    LogScope &operator=(const LogScope &) = delete;

    /// The fields in force on this thread.
    static QJsonObject fields();

private:
    QJsonObject m_before;
};

} // namespace slipway::configuration
