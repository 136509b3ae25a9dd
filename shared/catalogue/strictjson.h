// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QJsonObject>

#include <variant>

namespace slipway {

/// Why some bytes are not JSON we accept.
struct JsonProblem {
    /// "malformed_json", "duplicate_key", "too_deep", "bad_text" (no UTF-8, a lone surrogate, NUL), "bad_number"
    /// (beyond a double) or "not_an_object".
    QString reason;
    QString path; ///< Where, "items[3].reason"; empty at the top.
    int line = 1;
};

/// Reads one JSON object, strictly. QJsonDocument keeps the last of two equal keys, takes lone surrogates and lets NUL
/// through, so that two readers of the same bytes may see different things; this one refuses all of it. Stack use is
/// bounded by \a maxDepth.
std::variant<QJsonObject, JsonProblem> readStrictJson(const QByteArray &bytes, int maxDepth = 32);

} // namespace slipway
