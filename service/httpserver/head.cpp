// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/head.h"

#include "service/httpserver/grammar.h"

#include <algorithm>

namespace slipway::httpserver {
namespace {

constexpr int Accepted = 0;
constexpr int Malformed = 400;
constexpr int TooLarge = 431;

/// What is seen at most once, counted over all fields.
struct Seen {
    int host = 0;
    int contentLength = 0;
    int transferEncoding = 0;
    int expect = 0;
};

Method methodNamed(QByteArrayView name)
{
    for (Method method :
         { Method::Get, Method::Post, Method::Put, Method::Head, Method::Patch, Method::Delete, Method::Options }) {
        if (name == nameOf(method))
            return method;
    }
    return Method::Other;
}

int readVersion(QByteArrayView version, Head &head)
{
    if (version == "HTTP/1.1")
        return Accepted;
    if (version == "HTTP/1.0") {
        head.http10 = true;
        head.close = true;
        return Accepted;
    }
    return Malformed;
}

bool escapesAreWhole(QByteArrayView path)
{
    for (qsizetype i = path.indexOf('%'); i >= 0; i = path.indexOf('%', i + 1)) {
        if (i + 2 >= path.size() || hexValue(path[i + 1]) < 0 || hexValue(path[i + 2]) < 0)
            return false;
    }
    return true;
}

int readTarget(QByteArrayView target, const HeadLimits &limits, Head &head)
{
    if (target.size() > limits.targetBytes)
        return TooLarge;
    // Origin form only. "//host" would be an authority to whoever takes the target for a URL reference, '#' a fragment.
    if (!target.startsWith('/') || target.startsWith("//"))
        return Malformed;
    const auto fine = [](char c) { return uchar(c) > 0x20 && uchar(c) < 0x7f && c != '#'; };
    if (!std::all_of(target.begin(), target.end(), fine))
        return Malformed;
    const qsizetype mark = target.indexOf('?');
    head.path = mark < 0 ? target : target.first(mark);
    head.query = mark < 0 ? QByteArrayView() : target.sliced(mark + 1);
    return escapesAreWhole(head.path) ? Accepted : Malformed;
}

int readRequestLine(QByteArrayView line, const HeadLimits &limits, Head &head)
{
    const qsizetype first = line.indexOf(' ');
    const qsizetype second = first < 0 ? -1 : line.indexOf(' ', first + 1);
    if (first <= 0 || second < 0 || !isToken(line.first(first)))
        return Malformed;
    // The version first: the preface of HTTP/2 has a target we would call malformed.
    if (const int refusal = readVersion(line.sliced(second + 1), head))
        return refusal;
    head.requestLine = line;
    head.method = methodNamed(line.first(first));
    return readTarget(line.sliced(first + 1, second - first - 1), limits, head);
}

bool isHost(QByteArrayView value)
{
    const auto fine = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_'
            || c == ':' || c == '[' || c == ']';
    };
    return !value.isEmpty() && std::all_of(value.begin(), value.end(), fine);
}

bool readContentLength(QByteArrayView value, Head &head)
{
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    // 15 digits cannot overflow, and no list ("5, 5"), sign or hexadecimal form passes.
    if (value.isEmpty() || value.size() > 15 || !std::all_of(value.begin(), value.end(), digit))
        return false;
    qint64 length = 0;
    for (char c : value)
        length = length * 10 + (c - '0');
    head.contentLength = length;
    return true;
}

/// The fields that decide where the request ends or who it is for.
bool readDecisiveField(Head::Field &field, Seen &seen, Head &head)
{
    const QByteArrayView name = field.name, value = field.value;
    switch (name.size()) {
    case 4:
        if (sameIgnoringCase(name, "host"))
            return ++seen.host == 1 && isHost(value);
        break;
    case 6:
        if (sameIgnoringCase(name, "expect")) {
            field.framing = head.expectsContinue = true;
            return ++seen.expect == 1 && sameIgnoringCase(value, "100-continue");
        }
        break;
    case 7:
        if (sameIgnoringCase(name, "upgrade")) {
            field.framing = true;
            head.websocket = head.websocket || listHas(value, "websocket");
        }
        break;
    case 10:
        if (sameIgnoringCase(name, "connection"))
            head.close = head.close || listHas(value, "close");
        break;
    case 14:
        if (sameIgnoringCase(name, "content-length")) {
            field.framing = true;
            return ++seen.contentLength == 1 && readContentLength(value, head);
        }
        break;
    case 17:
        if (sameIgnoringCase(name, "transfer-encoding")) {
            field.framing = head.chunked = true;
            return ++seen.transferEncoding == 1 && sameIgnoringCase(value, "chunked");
        }
        break;
    }
    return true;
}

int readFields(QByteArrayView lines, const HeadLimits &limits, Head &head)
{
    Seen seen;
    while (!lines.isEmpty()) {
        const qsizetype end = lines.indexOf('\n');
        if (end < 1 || lines[end - 1] != '\r')
            return Malformed;
        const QByteArrayView line = lines.first(end - 1);
        lines = lines.sliced(end + 1);
        if (head.fields.size() >= limits.fields)
            return TooLarge;
        const qsizetype colon = line.indexOf(':');
        if (colon <= 0 || !isToken(line.first(colon)) || !isFieldText(line.sliced(colon + 1)))
            return Malformed;
        Head::Field field { line.first(colon), withoutOuterBlanks(line.sliced(colon + 1)) };
        if (!readDecisiveField(field, seen, head))
            return Malformed;
        head.fields.append(field);
    }
    if (seen.host == 0 && !head.http10)
        return Malformed;
    const bool twoLengths = head.chunked && (head.contentLength >= 0 || head.http10);
    return twoLengths ? Malformed : Accepted;
}

} // namespace

int readHead(QByteArray text, const HeadLimits &limits, Head &head)
{
    head = Head();
    head.text = std::move(text);
    const QByteArrayView whole(head.text);
    const qsizetype end = whole.indexOf('\n');
    if (end < 1 || whole[end - 1] != '\r')
        return Malformed;
    if (const int refusal = readRequestLine(whole.first(end - 1), limits, head))
        return refusal;
    return readFields(whole.sliced(end + 1), limits, head);
}

} // namespace slipway::httpserver
