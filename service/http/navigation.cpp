// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/navigation.h"

#include "service/http/envelope.h"

#include <algorithm>
#include <array>

namespace slipway::http {
namespace {

bool answersNoHtml(const QByteArray &path)
{
    static constexpr auto prefixes =
        std::to_array<QByteArrayView>({ "/api", "/ops", "/callbacks", "/assets", "/metrics", "/livez", "/readyz", "/version" });
    return std::any_of(prefixes.begin(), prefixes.end(), [&](QByteArrayView prefix) {
        return path.startsWith(prefix) && (path.size() == prefix.size() || path[prefix.size()] == '/');
    });
}

} // namespace

bool isNavigation(const httpserver::Request &request)
{
    if (request.method != httpserver::Method::Get && request.method != httpserver::Method::Head)
        return false;
    if (request.path == "/")
        return true;
    if (answersNoHtml(request.path) || request.path.mid(request.path.lastIndexOf('/')).contains('.'))
        return false;
    return request.header("Accept").toLower().contains("text/html");
}

httpserver::Reply fallbackPage(Language language, const QString &traceId)
{
    const QString title = translated(language, "Page", QT_TRANSLATE_NOOP("Page", "Slipway"));
    const QString text = translated(language, "Page",
                                    QT_TRANSLATE_NOOP("Page",
                                                      "The service is running, but there is no page to show here. Use "
                                                      "the desktop console, or the HTTP interface that "
                                                      "/api/openapi.json describes."));
    const QString again = translated(language, "Page", QT_TRANSLATE_NOOP("Page", "Try again"));
    httpserver::Reply reply;
    reply.contentType = "text/html; charset=utf-8";
    reply.body = "<!doctype html>\n<html lang=\"" + QByteArray(language == Language::English ? "en" : "zh-CN")
        + "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>"
        + title.toHtmlEscaped().toUtf8() + "</title></head>\n<body><h1>" + title.toHtmlEscaped().toUtf8() + "</h1><p>"
        + text.toHtmlEscaped().toUtf8() + "</p><p><a href=\"/\">" + again.toHtmlEscaped().toUtf8() + "</a></p></body></html>\n";
    addStandingHeaders(reply, traceId);
    return reply;
}

} // namespace slipway::http
