// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/rawvalue.h"

#include <QByteArray>

#include <variant>

namespace slipway::configuration {

/// Why a file could not be read as TOML, in words for the person who wrote it.
struct TomlProblem {
    int line = 0;
    QString reason;
};

/// Reads a whole TOML document into flat names: [a] b=1 is "a.b". Values are texts, numbers, switches and lists of
/// them; a date or a table inside a list is a problem, because no key takes one. Either the whole document or a
/// problem, never a part of it.
std::variant<RawValues, TomlProblem> readToml(const QByteArray &text);

} // namespace slipway::configuration
