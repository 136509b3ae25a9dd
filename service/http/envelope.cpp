// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/envelope.h"

#include "shared/protocol/envelope.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <map>

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;

QString nameOf(Code code)
{
    const std::string_view name = rowOf(code).name;
    return QString::fromUtf8(name.data(), qsizetype(name.size()));
}

/// A bare value; QJsonDocument itself writes objects and arrays only.
QByteArray valueText(const QJsonValue &value)
{
    if (value.isObject())
        return QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact);
    if (value.isArray())
        return QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact);
    const QByteArray inList = QJsonDocument(QJsonArray { value }).toJson(QJsonDocument::Compact);
    return inList.mid(1, inList.size() - 2);
}

bool has(const httpserver::Reply &reply, QByteArrayView name)
{
    return std::any_of(reply.headers.begin(), reply.headers.end(),
                       [&](const httpserver::Header &header) { return header.first.compare(name, Qt::CaseInsensitive) == 0; });
}

QString errorMessage(Code code, Language language, const char *ownMessage)
{
    return ownMessage ? translated(language, "Error", ownMessage) : messageOf(code, language);
}

/// Without data two such bodies differ in their last field only, and a flood of refusals is nothing but such bodies. Kept per thread, one
/// for each code, language and literal of the route table.
QByteArray errorBody(Code code, Language language, const QString &traceId, const char *ownMessage)
{
    thread_local std::map<std::tuple<Code, Language, const char *>, QByteArray> beginnings;
    QByteArray &beginning = beginnings[{ code, language, ownMessage }];
    constexpr qsizetype end = 2; // "}
    if (beginning.isEmpty())
        beginning = envelope(code, errorMessage(code, language, ownMessage), QJsonValue::Null, u""_s).chopped(end);
    return beginning + traceId.toLatin1() + "\"}";
}

} // namespace

QByteArray envelope(Code code, const QString &message, const QJsonValue &data, const QString &traceId)
{
    const protocol::Envelope whole { .code = nameOf(code), .message = message, .data = data, .traceId = traceId };
    return QJsonDocument(whole.toJson()).toJson(QJsonDocument::Compact);
}

QString messageOf(Code code, Language language)
{
    const std::string_view text = rowOf(code).message;
    // The table's texts are literals, so they end with the zero that the translator wants.
    return code == Code::AccessDenied ? QString::fromUtf8(text.data(), qsizetype(text.size()))
                                      : translated(language, "Error", text.data());
}

httpserver::Reply framed(const Reply &reply, Shape shape, Language language, const QString &traceId)
{
    httpserver::Reply out;
    out.status = reply.httpStatus.value_or(rowOf(reply.code).httpStatus);
    out.headers = reply.headers;
    const bool isSuccess = out.status < 300;
    if (out.status == 304)
        out.contentType.clear();
    else if (shape == Shape::Bare && isSuccess)
        out.body = valueText(reply.data);
    else
        out.body = envelope(reply.code, messageOf(reply.code, language), reply.data, traceId);
    addStandingHeaders(out, traceId);
    return out;
}

httpserver::Reply framed(const Error &error, Language language, const QString &traceId, const char *ownMessage)
{
    httpserver::Reply out;
    out.status = rowOf(error.code()).httpStatus;
    if (error.data().isEmpty())
        out.body = errorBody(error.code(), language, traceId, ownMessage);
    else
        out.body = envelope(error.code(), errorMessage(error.code(), language, ownMessage), error.data(), traceId);
    const bool invitesBack = out.status == 503 || out.status == 429;
    if (error.retryAfter() || invitesBack) {
        const auto wait = std::chrono::ceil<std::chrono::seconds>(error.retryAfter().value_or(std::chrono::seconds(2)));
        out.headers.append({ "Retry-After", QByteArray::number(qint64(std::max<qint64>(1, wait.count()))) });
    }
    addStandingHeaders(out, traceId);
    return out;
}

Code codeOfStatus(int status)
{
    switch (status) {
    case 400: return Code::InvalidRequest;
    case 404: return Code::NotFound;
    case 405: return Code::MethodNotAllowed;
    case 408: return Code::RequestTimeout;
    case 411: return Code::LengthRequired;
    case 413: return Code::PayloadTooLarge;
    case 415: return Code::UnsupportedMediaType;
    case 431: return Code::HeadersTooLarge;
    case 503: return Code::Unavailable;
    default: return Code::InternalError;
    }
}

void addStandingHeaders(httpserver::Reply &reply, const QString &traceId)
{
    const auto add = [&](const char *name, const QByteArray &value) {
        if (!has(reply, name))
            reply.headers.append({ name, value });
    };
    add("Cache-Control", "no-store");
    add("X-Content-Type-Options", "nosniff");
    add("Referrer-Policy", "same-origin");
    add("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    add("Trace-Id", traceId.toLatin1());
}

} // namespace slipway::http
