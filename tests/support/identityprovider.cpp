// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/identityprovider.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QMessageAuthenticationCode>

// The library has no guard for C++.
extern "C" {
#include <jose/jose.h>
}

#include <memory>
#include <stdexcept>

using namespace Qt::StringLiterals;

namespace slipway::support {
namespace {

struct Released {
    void operator()(json_t *json) const { json_decref(json); }
};
using Json = std::unique_ptr<json_t, Released>;

QByteArray bytesOf(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }

Json read(const QByteArray &bytes) { return Json(json_loadb(bytes.constData(), size_t(bytes.size()), 0, nullptr)); }

QByteArray written(const json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT);
    const QByteArray bytes(text);
    free(text);
    return bytes;
}

QByteArray base64(const QByteArray &bytes)
{
    return bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
}

} // namespace

void IdentityProvider::addKey(const QString &keyId, const QByteArray &algorithm)
{
    const Json key =
        read(bytesOf({ { u"alg"_s, QString::fromLatin1(algorithm) }, { u"kid"_s, keyId }, { u"use"_s, u"sig"_s } }));
    if (!jose_jwk_gen(nullptr, key.get()))
        throw std::runtime_error("no key could be made");
    m_keys.insert(keyId, written(key.get()));
}

QByteArray IdentityProvider::keySet() const
{
    QJsonArray keys;
    for (const QByteArray &each : m_keys) {
        const Json key = read(each);
        jose_jwk_pub(nullptr, key.get());
        keys.append(QJsonDocument::fromJson(written(key.get())).object());
    }
    return bytesOf({ { u"keys"_s, keys } });
}

QByteArray IdentityProvider::token(const QString &keyId, const QJsonObject &claims, const QJsonObject &header) const
{
    const QByteArray key = m_keys.value(keyId);
    QJsonObject head { { u"alg"_s, QJsonDocument::fromJson(key).object()[u"alg"_s] }, { u"kid"_s, keyId } };
    for (auto field = header.begin(); field != header.end(); ++field)
        head.insert(field.key(), field.value());
    const Json jws = read(bytesOf({ { u"payload"_s, QString::fromLatin1(base64(bytesOf(claims))) } }));
    const Json signature = read(bytesOf({ { u"protected"_s, QString::fromLatin1(base64(bytesOf(head))) } }));
    if (!jose_jws_sig(nullptr, jws.get(), json_incref(signature.get()), read(key).get()))
        throw std::runtime_error("the token could not be signed");
    const QJsonObject made = QJsonDocument::fromJson(written(jws.get())).object();
    return (made[u"protected"_s].toString() + u'.' + made[u"payload"_s].toString() + u'.' + made[u"signature"_s].toString())
        .toLatin1();
}

QByteArray IdentityProvider::hmacToken(const QByteArray &secret, const QJsonObject &claims, const QJsonObject &header)
{
    const QByteArray content = base64(bytesOf(header)) + '.' + base64(bytesOf(claims));
    return content + '.' + base64(QMessageAuthenticationCode::hash(content, secret, QCryptographicHash::Sha256));
}

} // namespace slipway::support
