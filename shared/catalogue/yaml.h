// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QJsonObject>

#include <optional>

namespace slipway::catalogue {

/// The small, unambiguous part of YAML that Slipway writes: block maps and lists, every key and text in double quotes,
/// integers and switches bare, two spaces a level, LF. No anchors, tags, flow style or plain texts, so nothing can be
/// read as anything else
/// ("no", "1.10", "2026-01-01", "!!python"). Valid for every YAML 1.1 and 1.2 reader.
QByteArray toYaml(const QJsonObject &object);

/// Reads back exactly that part; nothing for any other YAML, however valid.
std::optional<QJsonObject> fromYaml(const QByteArray &text);

/// A text as JSON and YAML both read it, in quotes. What some reader would take for a line end or refuse is escaped.
QByteArray quotedText(const QString &text);

/// A number, switch, null or text on one line.
QByteArray scalarText(const QJsonValue &value);

} // namespace slipway::catalogue
