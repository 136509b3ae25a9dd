// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/replywriter.h"

#include "service/httpserver/grammar.h"

#include <array>
#include <ctime>

namespace slipway::httpserver {
namespace {

struct Phrase {
    int status;
    QByteArrayView text;
};

constexpr std::array phrases {
    Phrase { 200, "OK" },
    Phrase { 201, "Created" },
    Phrase { 202, "Accepted" },
    Phrase { 204, "No Content" },
    Phrase { 206, "Partial Content" },
    Phrase { 301, "Moved Permanently" },
    Phrase { 302, "Found" },
    Phrase { 303, "See Other" },
    Phrase { 304, "Not Modified" },
    Phrase { 307, "Temporary Redirect" },
    Phrase { 308, "Permanent Redirect" },
    Phrase { 400, "Bad Request" },
    Phrase { 401, "Unauthorized" },
    Phrase { 403, "Forbidden" },
    Phrase { 404, "Not Found" },
    Phrase { 405, "Method Not Allowed" },
    Phrase { 406, "Not Acceptable" },
    Phrase { 408, "Request Timeout" },
    Phrase { 409, "Conflict" },
    Phrase { 410, "Gone" },
    Phrase { 411, "Length Required" },
    Phrase { 412, "Precondition Failed" },
    Phrase { 413, "Content Too Large" },
    Phrase { 415, "Unsupported Media Type" },
    Phrase { 422, "Unprocessable Content" },
    Phrase { 429, "Too Many Requests" },
    Phrase { 431, "Request Header Fields Too Large" },
    Phrase { 500, "Internal Server Error" },
    Phrase { 502, "Bad Gateway" },
    Phrase { 503, "Service Unavailable" },
    Phrase { 504, "Gateway Timeout" },
};

QByteArrayView phraseOf(int status)
{
    for (const Phrase &phrase : phrases) {
        if (phrase.status == status)
            return phrase.text;
    }
    return "Status"; // The phrase may say anything, but some clients stumble over none.
}

bool breaksHead(QByteArrayView value) { return value.contains('\r') || value.contains('\n') || value.contains('\0'); }

bool belongsToServer(QByteArrayView name)
{
    constexpr std::array<QByteArrayView, 7> own { "content-length", "connection", "date",   "transfer-encoding",
                                                  "keep-alive",     "trailer",    "upgrade" };
    for (QByteArrayView reserved : own) {
        if (sameIgnoringCase(name, reserved))
            return true;
    }
    return false;
}

void appendField(QByteArray &head, QByteArrayView name, QByteArrayView value)
{
    head.append(name).append(": ").append(value).append("\r\n");
}

} // namespace

bool mayHaveBody(int status) { return status >= 200 && status != 204 && status != 304; }

QByteArray composeHead(const Reply &reply, Framing framing, bool close, QByteArrayView date)
{
    QByteArray head;
    head.reserve(256 + 64 * reply.headers.size());
    head.append("HTTP/1.1 ").append(QByteArray::number(reply.status)).append(' ').append(phraseOf(reply.status)).append("\r\n");
    appendField(head, "Date", date);
    const bool typed = mayHaveBody(reply.status) && !reply.contentType.isEmpty() && !breaksHead(reply.contentType);
    if (typed)
        appendField(head, "Content-Type", reply.contentType);
    for (const auto &[name, value] : reply.headers) {
        const bool secondType = typed && sameIgnoringCase(name, "content-type");
        if (isToken(name) && !breaksHead(value) && !belongsToServer(name) && !secondType)
            appendField(head, name, value);
    }
    if (mayHaveBody(reply.status)) {
        if (framing == Framing::Length)
            appendField(head, "Content-Length", QByteArray::number(reply.body.size()));
        else if (framing == Framing::Chunks)
            appendField(head, "Transfer-Encoding", "chunked");
    }
    if (close)
        appendField(head, "Connection", "close");
    return head.append("\r\n");
}

QByteArray chunkHeader(qsizetype size) { return QByteArray::number(size, 16).append("\r\n"); }

QByteArrayView DateLine::now()
{
    const std::time_t second = std::time(nullptr);
    if (second != m_second) {
        // strftime would follow the locale; the field is English by definition.
        constexpr std::array days { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
        constexpr std::array months { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
        std::tm utc {};
        ::gmtime_r(&second, &utc);
        m_second = second;
        m_text = QString::asprintf("%s, %02d %s %04d %02d:%02d:%02d GMT", days[size_t(utc.tm_wday)], utc.tm_mday,
                                   months[size_t(utc.tm_mon)], utc.tm_year + 1900, utc.tm_hour, utc.tm_min, utc.tm_sec)
                     .toLatin1();
    }
    return m_text;
}

} // namespace slipway::httpserver
