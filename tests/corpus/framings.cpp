// SPDX-License-Identifier: GPL-3.0-only
#include "tests/corpus/samples.h"

#include <array>

namespace slipway::corpus {

using namespace Qt::StringLiterals;

namespace {

// clang-format off
constexpr std::array lengths {
    "-1", "+2", "0x2", "2 2", "2,2", "2, 3", "2;a", "2.0", "2e0", "", " ", "\t", "two", "99999999999999999999", "18446744073709551616",
    "9223372036854775808", "00000000000000000000002x", "²",
};
constexpr std::array codings {
    "chunked", "Chunked", "xchunked", "chunked, chunked", "gzip, chunked", "chunked, gzip", "identity", "chunked;q=1", "\"chunked\"", "chunked ",
    "\tchunked", "", "chunked,", ",chunked", "\x0b" "chunked", "chunk", "cow",
};
constexpr std::array chunkings {
    "2;ext=1\r\n{}\r\n0\r\n\r\n", "2 \r\n{}\r\n0\r\n\r\n", "0x2\r\n{}\r\n0\r\n\r\n", "-2\r\n{}\r\n0\r\n\r\n", "2\n{}\n0\n\n", "2\r\n{}0\r\n\r\n",
    "2\r\n{}xx0\r\n\r\n", "fffffffffffffffff\r\n{}\r\n0\r\n\r\n", "8000000000000000\r\n{}\r\n0\r\n\r\n", "\r\n2\r\n{}\r\n0\r\n\r\n",
    "g\r\n{}\r\n0\r\n\r\n", "2\r\n{}\r\n0\r\nTrailer: x\r\n\r\n", "2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n", "2\r\n{}\r\n00000000000000000000\r\n\r\n",
};
constexpr std::array lines {
    "GET /api/v1/session HTTP/0.9", "GET /api/v1/session", "GET /api/v1/session HTTP/2.0", "GET /api/v1/session HTTP/1.2",
    "GET /api/v1/session HTTP/1.1 x", "GET  /api/v1/session HTTP/1.1", "GET\t/api/v1/session\tHTTP/1.1", " GET /api/v1/session HTTP/1.1",
    "get /api/v1/session HTTP/1.1", "G\xc3\x89T / HTTP/1.1", "GET /a b HTTP/1.1", "GET /\xff HTTP/1.1", "GET http://h/api/v1/session HTTP/1.1",
    "GET http://evil/api/v1/session HTTP/1.1", "GET //evil/ HTTP/1.1", "GET /../../etc/passwd HTTP/1.1", "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1",
    "GET /api/v1/%00 HTTP/1.1", "GET /api/v1/%zz HTTP/1.1", "GET /api/v1/%c0%af HTTP/1.1", "GET /api/v1/changes?a=%00&b=%ff HTTP/1.1",
    "GET * HTTP/1.1", "OPTIONS * HTTP/1.1", "CONNECT h:80 HTTP/1.1", "TRACE / HTTP/1.1", "PRI * HTTP/2.0", "DELETE /api/v1/changes HTTP/1.1",
    "PATCH /api/v1/changes HTTP/1.1", "GET ?x HTTP/1.1", "GET #x HTTP/1.1", "GET /api/v1/session#x HTTP/1.1", "GET \\api\\v1 HTTP/1.1",
};
/// A field's name and value.
struct Field { const char *name; const char *value; };
constexpr std::array fields {
    Field { "", "x" }, Field { "X Y", "z" }, Field { "X\xc3\xa9", "z" }, Field { "X", "\xc3\xa9\xff" }, Field { "X", "a\rb" }, Field { "X", "a\nb" },
    Field { "X", "a\r\n b" }, Field { "Host", "other" }, Field { "X-Slipway-Dev-User", "olga" }, Field { "X-Forwarded-User", "olga" },
    Field { "X-Forwarded-For", "unknown" }, Field { "X-Forwarded-For", "::1" }, Field { "X-Forwarded-For", "[::1]:80" },
    Field { "X-Forwarded-For", "1.2.3.4:99999" }, Field { "X-Forwarded-For", "999.1.1.1" }, Field { "X-Forwarded-For", "127.0.0.1, 127.0.0.1" },
    Field { "X-Forwarded-For", ",,," }, Field { "X-Forwarded-For", "' OR 1=1" }, Field { "X-Forwarded-For", "%0d%0aX: y" },
    Field { "Range", "bytes=0-" }, Field { "Range", "bytes=-1" }, Field { "Range", "bytes=0-0,1-1,2-2" }, Field { "Range", "bytes=9-1" },
    Field { "Range", "lines=1" }, Field { "Range", "bytes=0-18446744073709551616" }, Field { "Expect", "100-continue" }, Field { "Expect", "200-ok" },
    Field { "Expect", "100-continue, 100-continue" }, Field { "Expect", "" }, Field { "traceparent", "garbage" },
    Field { "traceparent", "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
    Field { "traceparent", "00-00000000000000000000000000000000-0000000000000000-00" },
    Field { "traceparent", "00-0AF7651916CD43DD8448EB211C80319C-B7AD6B7169203331-01" }, Field { "Upgrade", "h2c" }, Field { "Upgrade", "websocket" },
    Field { "HTTP2-Settings", "AAMAAABkAAQAAP__" }, Field { "If-None-Match", "*" }, Field { "Accept-Language", ";q=, zh;q=9, *;q=-1" },
    Field { "Cookie", "a=b; a=c; =; ;;" }, Field { "Authorization", "Bearer x, Basic y" }, Field { "Content-Length", "-0" },
};
constexpr std::array hosts { "", "h h", "h/evil", "h@evil", "h,evil", "[::1", "h:999999", "h\\evil" };
constexpr std::array contentTypes {
    "application/json; charset=utf-16", "application/json; charset=nonsense", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
    "application/json, text/html", "", "application/jsonx", "*/*",
};
constexpr std::array contentCodings { "gzip", "deflate", "br", "identity", "gzip, gzip", "nonsense" };
// clang-format on

const QByteArray authentic = "X-Slipway-Dev-User: alice\r\n";
const QByteArray ending = "Connection: close\r\n";
const QByteArray smuggled = "GET /smuggled HTTP/1.1\r\nHost: h\r\n" + ending + "\r\n";

QString shown(const char *text) { return QString::fromLatin1(text).replace(u'\r', u'.').replace(u'\n', u'.'); }

/// A submit whose framing is given by \a given, with \a body behind the head.
QByteArray submit(const QByteArray &given, const QByteArray &body = {})
{
    return "POST /api/v1/changes HTTP/1.1\r\nHost: h\r\n" + authentic + "Content-Type: application/json\r\n" + given + "\r\n"
        + body;
}

QByteArray session(const QByteArray &given, const QByteArray &line = "GET /api/v1/session HTTP/1.1")
{
    return line + "\r\nHost: h\r\n" + authentic + given + ending + "\r\n";
}

void addLengths(QList<Sample> &all)
{
    const QByteArray body = "{}" + smuggled;
    for (const char *value : lengths)
        all.append({ u"length %1"_s.arg(shown(value)), submit("Content-Length: " + QByteArray(value) + "\r\n", body) });
    all.append({ u"two lengths that agree"_s, submit("Content-Length: 2\r\nContent-Length: 2\r\n", body) });
    all.append({ u"two lengths that differ"_s, submit("Content-Length: 2\r\nContent-Length: 40\r\n", body) });
    all.append({ u"a length with a blank before its colon"_s, submit("Content-Length : 2\r\n", body) });
    all.append({ u"a length folded over two lines"_s, submit("Content-Length:\r\n 2\r\n", body) });
    all.append({ u"a length behind a NUL"_s, submit(QByteArray("Content-Length\0: 2\r\n", 20), body) });
}

void addCodings(QList<Sample> &all)
{
    const QByteArray chunks = "0\r\n\r\n" + smuggled;
    for (const char *value : codings) {
        const QByteArray field = "Transfer-Encoding: " + QByteArray(value) + "\r\n";
        all.append({ u"coding '%1'"_s.arg(shown(value)), submit(field, chunks) });
        all.append({ u"coding '%1' and a length"_s.arg(shown(value)), submit(field + "Content-Length: 5\r\n", chunks) });
        all.append({ u"a length and coding '%1'"_s.arg(shown(value)), submit("Content-Length: 5\r\n" + field, chunks) });
    }
    all.append({ u"two codings"_s, submit("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", chunks) });
    all.append({ u"a coding with a blank before its colon"_s, submit("Transfer-Encoding : chunked\r\n", chunks) });
    all.append({ u"a coding folded"_s, submit("Transfer-Encoding:\r\n chunked\r\n", chunks) });
    for (const char *chunking : chunkings)
        all.append({ u"chunks %1"_s.arg(shown(chunking)), submit("Transfer-Encoding: chunked\r\n", chunking + smuggled) });
}

void addLines(QList<Sample> &all)
{
    for (const char *line : lines)
        all.append({ u"line %1"_s.arg(shown(line)), session({}, line) });
    all.append({ u"a line of 20 KiB"_s, session({}, "GET /" + QByteArray(20'000, 'a') + " HTTP/1.1") });
    all.append({ u"a query of 20 KiB"_s, session({}, "GET /api/v1/changes?x=" + QByteArray(20'000, 'a') + " HTTP/1.1") });
    all.append({ u"bare LF"_s, "GET /api/v1/session HTTP/1.1\nHost: h\nX-Slipway-Dev-User: alice\nConnection: close\n\n" });
    all.append({ u"bare CR"_s, "GET /api/v1/session HTTP/1.1\rHost: h\r\r\n\r\n" });
    all.append({ u"only blank lines"_s, QByteArray("\r\n").repeated(200) + session({}) });
    all.append({ u"a TLS hello"_s,
                 QByteArray("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) + QByteArray(40, 'x') + "\r\n\r\n" });
    all.append({ u"noise"_s, QByteArray("\x00\x01\x02\xff\xfe\r\n\r\n", 9) });
}

void addFields(QList<Sample> &all)
{
    for (const Field &field : fields)
        all.append({ u"field %1: %2"_s.arg(shown(field.name), shown(field.value)),
                     session(QByteArray(field.name) + ": " + field.value + "\r\n") });
    for (const int size : { 8'000, 64'000, 1 << 20 })
        all.append({ u"%1 bytes in one field"_s.arg(size), session("X: " + QByteArray(size, 'a') + "\r\n") });
    all.append({ u"ten thousand fields"_s, session(QByteArray("X: y\r\n").repeated(10'000)) });
    all.append(
        { u"a thousand hops"_s, session("X-Forwarded-For: " + QByteArray("1.2.3.4, ").repeated(1'000) + "5.6.7.8\r\n") });
    all.append({ u"no colon"_s, session("nonsense\r\n") });
    all.append({ u"a value with a NUL"_s, session(QByteArray("X: a\0b\r\n", 8)) });
    all.append({ u"no host"_s, "GET /api/v1/session HTTP/1.1\r\n" + authentic + ending + "\r\n" });
    for (const char *host : hosts)
        all.append({ u"host '%1'"_s.arg(shown(host)),
                     "GET /api/v1/session HTTP/1.1\r\nHost: " + QByteArray(host) + "\r\n" + authentic + ending + "\r\n" });
    for (const char *type : contentTypes)
        all.append({ u"type '%1'"_s.arg(shown(type)),
                     "POST /api/v1/changes HTTP/1.1\r\nHost: h\r\n" + authentic + ending
                         + "Content-Length: 2\r\nContent-Type: " + QByteArray(type) + "\r\n\r\n{}" });
    for (const char *coding : contentCodings)
        all.append({ u"content coding %1"_s.arg(shown(coding)),
                     submit("Content-Length: 2\r\n" + ending + "Content-Encoding: " + QByteArray(coding) + "\r\n", "{}") });
}

} // namespace

QList<Sample> framings()
{
    QList<Sample> all;
    addLengths(all);
    addCodings(all);
    addLines(all);
    addFields(all);
    return all;
}

} // namespace slipway::corpus
