// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>
#include <variant>

namespace slipway::http {

/// What a token may be signed with; nothing else is ever tried, whatever a token's own header asks for.
enum class Signing : quint8 { Rs256, Ps256, Es256 };
std::optional<Signing> signingNamed(const QString &algorithm);
QString nameOf(Signing signing);

/// The public keys of an identity provider, from its JWK Set (RFC 7517). Only what can check one of our signatures is kept: RSA of at
/// least 2048 bits, EC on P-256; a symmetric key in a public set is a trap and is dropped. A value, immutable after parse().
class KeySet {
public:
    /// The set, or why it is none. Keys of other kinds are passed over; a set without any usable key is none.
    static std::variant<KeySet, QString> parse(const QByteArray &jwks);

    /// The key a token names, bound to \a signing, as JWK; without \a keyId the only key that fits. Nothing when there is none, or
    /// more than one might be meant.
    std::optional<QByteArray> key(const QString &keyId, Signing signing) const;
    bool isEmpty() const { return m_keys.isEmpty(); }

private:
    struct Key {
        QString id;
        QString algorithm; ///< Empty: any of its kind.
        bool isRsa = false;
        QByteArray modulusOrX; ///< base64url, as sent.
        QByteArray exponentOrY;
        bool fits(Signing signing) const;
        QByteArray boundTo(Signing signing) const;
    };
    QList<Key> m_keys;
};

} // namespace slipway::http
