// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/jwt.h"

#include "shared/catalogue/strictjson.h"

#include <QJsonArray>

// The library has no guard for C++.
extern "C" {
#include <jose/jose.h>
}

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;
using Problem = TokenVerdict::Problem;

constexpr qsizetype longestToken = 8 * 1024;
constexpr std::chrono::seconds leeway { 30 };

struct Released {
    void operator()(json_t *json) const { json_decref(json); }
};
using Json = std::unique_ptr<json_t, Released>;

std::optional<QJsonObject> objectIn(const QByteArray &base64)
{
    const auto decoded = QByteArray::fromBase64Encoding(
        base64, QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return std::nullopt;
    auto read = readStrictJson(*decoded);
    auto *object = std::get_if<QJsonObject>(&read);
    return object ? std::optional(std::move(*object)) : std::nullopt;
}

/// Each call reads the key anew, so that no reference count is shared between threads.
bool isSignedBy(const QByteArray &key, const QList<QByteArray> &parts)
{
    const Json jwk(json_loadb(key.constData(), size_t(key.size()), 0, nullptr));
    const Json jws(json_pack("{s:s,s:s,s:s}", "protected", parts[0].constData(), "payload", parts[1].constData(), "signature",
                             parts[2].constData()));
    return jwk && jws && jose_jws_ver(nullptr, jws.get(), nullptr, jwk.get(), false);
}

bool isFor(const QJsonValue &audience, const QString &ours)
{
    if (audience.isString())
        return audience.toString() == ours;
    const QJsonArray all = audience.toArray();
    return std::any_of(all.begin(), all.end(), [&](const QJsonValue &one) { return one.toString() == ours; });
}

Problem judge(const QJsonObject &claims, const TokenTerms &terms, Instant now)
{
    // An unset expectation would be met by an unset claim.
    if (terms.issuer.isEmpty() || claims.value("iss"_L1).toString() != terms.issuer)
        return Problem::Issuer;
    if (terms.audience.isEmpty() || !isFor(claims.value("aud"_L1), terms.audience))
        return Problem::Audience;
    const double seconds = double(now.time_since_epoch().count()) / 1e6;
    const QJsonValue end = claims.value("exp"_L1);
    if (!end.isDouble() || seconds >= end.toDouble() + double(leeway.count()))
        return Problem::Expired;
    const QJsonValue begin = claims.value("nbf"_L1);
    const bool mayBegin = begin.isUndefined() || (begin.isDouble() && seconds >= begin.toDouble() - double(leeway.count()));
    return mayBegin ? Problem::None : Problem::NotYet;
}

} // namespace

TokenVerdict verify(const QByteArray &token, const KeySet &keys, const TokenTerms &terms, Instant now)
{
    const QList<QByteArray> parts = token.split('.');
    if (token.size() > longestToken || parts.size() != 3 || parts[2].isEmpty())
        return {};
    const auto header = objectIn(parts[0]);
    // "crit" names extensions that must be understood; we understand none.
    if (!header || header->contains("crit"_L1) || !header->value("alg"_L1).isString())
        return {};
    const QString type = header->value("typ"_L1).toString(u"JWT"_s);
    if (type.compare("JWT"_L1, Qt::CaseInsensitive) != 0 && type.compare("at+jwt"_L1, Qt::CaseInsensitive) != 0)
        return {};
    const auto signing = signingNamed(header->value("alg"_L1).toString());
    if (!signing)
        return { Problem::Algorithm, {} };
    const auto key = keys.key(header->value("kid"_L1).toString(), *signing);
    if (!key)
        return { Problem::UnknownKey, {} };
    if (!isSignedBy(*key, parts))
        return { Problem::Signature, {} };
    const auto claims = objectIn(parts[1]);
    if (!claims)
        return {};
    const Problem problem = judge(*claims, terms, now);
    return { problem, problem == Problem::None ? *claims : QJsonObject() };
}

} // namespace slipway::http
