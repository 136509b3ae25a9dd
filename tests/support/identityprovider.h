// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QMap>
#include <QString>

namespace slipway::support {

/// The keys of an identity provider, and the tokens it signs: real cryptography, no server. For one thread.
class IdentityProvider {
public:
    /// \a algorithm is "RS256", "PS256" or "ES256"; the key fits nothing else.
    void addKey(const QString &keyId, const QByteArray &algorithm);
    void removeKey(const QString &keyId) { m_keys.remove(keyId); }
    /// The public halves, as a JWK Set.
    QByteArray keySet() const;

    /// A token with these claims, signed with that key. \a header replaces or adds fields of its header.
    QByteArray token(const QString &keyId, const QJsonObject &claims, const QJsonObject &header = {}) const;
    /// "header.claims.signature" of bytes as they are, signed with HMAC by \a secret: what nobody may accept.
    static QByteArray hmacToken(const QByteArray &secret, const QJsonObject &claims, const QJsonObject &header);

private:
    QMap<QString, QByteArray> m_keys; ///< Private JWK by key id.
};

} // namespace slipway::support
