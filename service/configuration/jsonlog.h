// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QLoggingCategory>
#include <QString>

namespace slipway::configuration {

/// Sends everything the process logs to standard error as one JSON object a line, with the fields of LogScope; under
/// systemd with its priority prefix. Text is escaped by the JSON writer, so that nothing a user sends can start a line
/// of its own. Call once at start.
void logAsJson();

/// The line logAsJson() writes for a message, without its line feed; at most 16 KiB.
QByteArray jsonLogLine(QtMsgType type, const QMessageLogContext &context, const QString &message);

/// From now on this value appears in no line, wherever it comes from: the last line of defence, not the first. Values
/// under eight bytes are refused, since hiding them would garble everything else. Thread-safe.
void hideInLogs(const QByteArray &secret);

/// An account or address as a log may show it: enough to compare, not to read.
QString masked(const QString &subject);

} // namespace slipway::configuration
