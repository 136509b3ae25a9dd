// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/signature.h"

#include <QCryptographicHash>
#include <QMessageAuthenticationCode>

#include <openssl/crypto.h>

namespace slipway::http {
namespace {

bool sameBytes(const QByteArray &a, const QByteArray &b)
{
    return a.size() == b.size() && CRYPTO_memcmp(a.constData(), b.constData(), size_t(a.size())) == 0;
}

} // namespace

QByteArray signatureOf(const QByteArray &secret, const QByteArray &timestamp, const QByteArray &body)
{
    QMessageAuthenticationCode code(QCryptographicHash::Sha256, secret);
    code.addData(timestamp);
    code.addData(".");
    code.addData(body);
    return "v1=" + code.result().toHex();
}

bool isSigned(const QList<QByteArray> &secrets, const QByteArray &timestamp, const QByteArray &signature,
              const QByteArray &body, qint64 nowSeconds)
{
    bool isNumber = false;
    const qint64 at = timestamp.toLongLong(&isNumber);
    // Compared without subtracting: a timestamp of 2^63 must not overflow into the window.
    const qint64 window = signatureWindow.count();
    if (!isNumber || at < nowSeconds - window || at > nowSeconds + window)
        return false;
    // All secrets are tried, so that the time does not tell which one is in force.
    bool found = false;
    for (const QByteArray &secret : secrets)
        found |= sameBytes(signatureOf(secret, timestamp, body), signature.trimmed());
    return found;
}

bool isToken(const QList<QByteArray> &secrets, const QByteArray &token)
{
    // Digests have one length, so not even the token's length shows in the time.
    const QByteArray digest = QCryptographicHash::hash(token, QCryptographicHash::Sha256);
    bool found = false;
    for (const QByteArray &secret : secrets)
        found |= sameBytes(QCryptographicHash::hash(secret, QCryptographicHash::Sha256), digest);
    return found && !token.isEmpty();
}

} // namespace slipway::http
