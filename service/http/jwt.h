// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/http/keyset.h"
#include "shared/instant.h"

#include <QJsonObject>

namespace slipway::http {

/// What a token must say of itself beside being signed.
struct TokenTerms {
    QString issuer;
    QString audience;
};

/// What became of a token. Only a sound one has claims.
struct TokenVerdict {
    enum class Problem : quint8 {
        None,
        Malformed, ///< No compact JWS of JSON objects, or longer than 8 KiB, or with extensions we do not know.
        Algorithm, ///< None of ours; "none" and HMAC among them.
        UnknownKey, ///< No key of the set can have signed it: worth a look whether the set has changed.
        Signature,
        Issuer,
        Audience,
        Expired, ///< Or without an end.
        NotYet,
    };
    Problem problem = Problem::Malformed;
    QJsonObject claims;

    bool isSound() const { return problem == Problem::None; }
};

/// Checks a JSON Web Token (RFC 7519, RFC 8725): one signature by a pinned algorithm with a key of \a keys, issuer, audience, exp and
/// nbf with half a minute for clocks that differ. Keys or addresses a token carries itself are never used. No I/O. Thread-safe.
TokenVerdict verify(const QByteArray &token, const KeySet &keys, const TokenTerms &terms, Instant now);

} // namespace slipway::http
