// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/keyset.h"

#include "shared/catalogue/strictjson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;

constexpr std::array signingNames { "RS256"_L1, "PS256"_L1, "ES256"_L1 };
constexpr qsizetype shortestModulus = 2048 / 8;
constexpr qsizetype coordinate = 32;

qsizetype sizeOf(const QByteArray &base64)
{
    const auto decoded = QByteArray::fromBase64Encoding(
        base64, QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals | QByteArray::AbortOnBase64DecodingErrors);
    return decoded ? (*decoded).size() : 0;
}

} // namespace

std::optional<Signing> signingNamed(const QString &algorithm)
{
    for (size_t i = 0; i < signingNames.size(); ++i) {
        if (algorithm == signingNames[i])
            return Signing(i);
    }
    return std::nullopt;
}

QString nameOf(Signing signing) { return signingNames[size_t(signing)]; }

bool KeySet::Key::fits(Signing signing) const
{
    return isRsa == (signing != Signing::Es256) && (algorithm.isEmpty() || algorithm == nameOf(signing));
}

QByteArray KeySet::Key::boundTo(Signing signing) const
{
    QJsonObject key { { u"alg"_s, nameOf(signing) }, { u"kty"_s, isRsa ? u"RSA"_s : u"EC"_s } };
    if (!isRsa)
        key.insert(u"crv"_s, u"P-256"_s);
    key.insert(isRsa ? u"n"_s : u"x"_s, QString::fromLatin1(modulusOrX));
    key.insert(isRsa ? u"e"_s : u"y"_s, QString::fromLatin1(exponentOrY));
    return QJsonDocument(key).toJson(QJsonDocument::Compact);
}

std::variant<KeySet, QString> KeySet::parse(const QByteArray &jwks)
{
    const auto read = readStrictJson(jwks);
    if (const auto *problem = std::get_if<JsonProblem>(&read))
        return u"it is no JWK Set: %1"_s.arg(problem->reason);
    KeySet set;
    const QJsonArray keys = std::get<QJsonObject>(read).value("keys"_L1).toArray();
    for (const QJsonValue &value : keys) {
        const QJsonObject object = value.toObject();
        const QString kind = object.value("kty"_L1).toString();
        const auto text = [&](QLatin1StringView name) { return object.value(name).toString().toLatin1(); };
        if (const QString use = object.value("use"_L1).toString(u"sig"_s); use != "sig"_L1)
            continue;
        Key key { object.value("kid"_L1).toString(), object.value("alg"_L1).toString(), kind == "RSA"_L1, {}, {} };
        key.modulusOrX = text(key.isRsa ? "n"_L1 : "x"_L1);
        key.exponentOrY = text(key.isRsa ? "e"_L1 : "y"_L1);
        const bool isCurve = kind == "EC"_L1 && object.value("crv"_L1).toString() == "P-256"_L1
            && sizeOf(key.modulusOrX) == coordinate && sizeOf(key.exponentOrY) == coordinate;
        if (isCurve || (key.isRsa && sizeOf(key.modulusOrX) >= shortestModulus && sizeOf(key.exponentOrY) > 0))
            set.m_keys.append(key);
    }
    if (set.isEmpty())
        return u"it holds no key that can check RS256, PS256 or ES256"_s;
    return set;
}

std::optional<QByteArray> KeySet::key(const QString &keyId, Signing signing) const
{
    std::optional<QByteArray> found;
    for (const Key &key : m_keys) {
        if (!key.fits(signing) || (!keyId.isEmpty() && key.id != keyId))
            continue;
        if (found)
            return std::nullopt;
        found = key.boundTo(signing);
    }
    return found;
}

} // namespace slipway::http
