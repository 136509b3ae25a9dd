// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/jsonbody.h"

#include "shared/catalogue/strictjson.h"
#include "shared/error.h"

#include <algorithm>

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;

/// application/json, with UTF-8 as its only charset. Twice is none: proxies and we might believe different ones.
bool saysJson(const httpserver::Request &request)
{
    const QList<QByteArray> types = request.allHeaders("Content-Type");
    if (types.size() != 1)
        return false;
    const QList<QByteArray> parts = types[0].toLower().split(';');
    if (parts[0].trimmed() != "application/json")
        return false;
    for (const QByteArray &part : parts.mid(1)) {
        const QByteArray parameter = part.trimmed();
        if (parameter.startsWith("charset=") && parameter.mid(8).replace('"', "") != "utf-8")
            return false;
    }
    return true;
}

/// Nothing here unpacks: who sends a packed body is told so, and not that their JSON is broken.
bool isPacked(const httpserver::Request &request)
{
    const QList<QByteArray> codings = request.allHeaders("Content-Encoding").join(',').split(',');
    return std::any_of(codings.begin(), codings.end(), [](const QByteArray &coding) {
        const QByteArray name = coding.trimmed().toLower();
        return !name.isEmpty() && name != "identity";
    });
}

} // namespace

QJsonObject bodyOf(const httpserver::Request &request, Body rule)
{
    if (rule == Body::None)
        return {};
    if (!saysJson(request))
        throw Error(Code::UnsupportedMediaType,
                    u"content type '%1'"_s.arg(QString::fromLatin1(request.header("Content-Type").left(100))));
    if (isPacked(request))
        throw Error(Code::UnsupportedMediaType,
                    u"content encoding '%1'"_s.arg(QString::fromLatin1(request.header("Content-Encoding").left(100))));
    if (rule == Body::OptionalObject && request.body.isEmpty())
        return {};
    const auto read = readStrictJson(request.body);
    if (const auto *problem = std::get_if<JsonProblem>(&read))
        throw fieldError(Code::InvalidRequest, { { problem->path, problem->reason } });
    return std::get<QJsonObject>(read);
}

} // namespace slipway::http
