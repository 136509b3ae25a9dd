// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/router.h"

#include "service/httpserver/grammar.h"

#include <QStringDecoder>
#include <QVarLengthArray>

#include <algorithm>
#include <stdexcept>

namespace slipway::httpserver {
namespace {

using Segments = QVarLengthArray<QByteArrayView, 16>;

enum class Kind : quint8 { Literal, Placeholder, Rest };

Kind kindOf(QByteArrayView segment)
{
    if (!segment.startsWith('{'))
        return Kind::Literal;
    return segment.endsWith("...}") ? Kind::Rest : Kind::Placeholder;
}

/// "/a/b" is "a", "b"; "/" is one empty segment.
Segments split(QByteArrayView path)
{
    Segments segments;
    path = path.sliced(1);
    for (qsizetype slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/')) {
        segments.append(path.first(slash));
        path = path.sliced(slash + 1);
    }
    segments.append(path);
    return segments;
}

bool fits(const QList<QByteArray> &pattern, const Segments &path)
{
    const qsizetype last = pattern.size() - 1;
    const bool openEnded = kindOf(pattern[last]) == Kind::Rest;
    if (openEnded ? path.size() < pattern.size() : path.size() != pattern.size())
        return false;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        switch (kindOf(pattern[i])) {
        case Kind::Literal:
            if (path[i] != pattern[i])
                return false;
            break;
        case Kind::Placeholder:
            if (path[i].isEmpty())
                return false;
            break;
        case Kind::Rest: return true;
        }
    }
    return true;
}

/// Literal before placeholder before rest, at the first segment where two patterns differ: "/targets/all" never lands
/// in
/// "/targets/{key}", whichever was added first.
bool moreSpecific(const QList<QByteArray> &a, const QList<QByteArray> &b)
{
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                        [](const QByteArray &x, const QByteArray &y) { return kindOf(x) < kindOf(y); });
}

/// Nothing when an escape is malformed, hides a NUL or is no UTF-8.
std::optional<QString> decodedArgument(QByteArrayView encoded)
{
    QByteArray bytes;
    bytes.reserve(encoded.size());
    for (qsizetype i = 0; i < encoded.size(); ++i) {
        char byte = encoded[i];
        if (byte == '%') {
            const int high = i + 2 < encoded.size() ? hexValue(encoded[i + 1]) : -1;
            const int low = high >= 0 ? hexValue(encoded[i + 2]) : -1;
            if (low < 0)
                return std::nullopt;
            byte = char(high * 16 + low);
            i += 2;
        }
        if (byte == '\0')
            return std::nullopt;
        bytes.append(byte);
    }
    QStringDecoder utf8(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = utf8(bytes);
    if (utf8.hasError())
        return std::nullopt;
    return text;
}

[[noreturn]] void refuse(const Route &route, const char *reason)
{
    throw std::logic_error(("route " + nameOf(route.method) + ' ' + route.pattern + ": " + reason).toStdString());
}

void check(const Route &route)
{
    if (route.method == Method::Unset || route.method == Method::Other || route.method == Method::Head)
        refuse(route, "needs a method; HEAD comes with GET");
    if (!route.pattern.startsWith('/'))
        refuse(route, "the pattern starts with '/'");
    if (route.bodyMode == BodyMode::Unset || (route.bodyMode != BodyMode::None && route.bodyLimit <= 0))
        refuse(route, "needs a body mode, and a limit when it takes a body");
    if (!route.handler)
        refuse(route, "needs a handler");
    const Segments segments = split(route.pattern);
    for (qsizetype i = 0; i < segments.size(); ++i) {
        const QByteArrayView segment = segments[i];
        if (!segment.contains('{') && !segment.contains('}'))
            continue;
        const QByteArrayView name = segment.size() > 2 ? segment.sliced(1).chopped(1) : QByteArrayView();
        if (!segment.startsWith('{') || !segment.endsWith('}') || name.isEmpty() || name.contains('{') || name.contains('}'))
            refuse(route, "a placeholder is one whole segment");
        if (kindOf(segment) == Kind::Rest && i + 1 < segments.size())
            refuse(route, "{name...} is the last segment");
    }
}

bool samePlaces(const QList<QByteArray> &a, const QList<QByteArray> &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const QByteArray &x, const QByteArray &y) {
        return kindOf(x) == kindOf(y) && (kindOf(x) != Kind::Literal || x == y);
    });
}

} // namespace

void Router::add(Route route)
{
    check(route);
    auto entry = std::make_unique<Entry>();
    for (QByteArrayView segment : split(route.pattern))
        entry->segments.append(segment.toByteArray());
    entry->route = std::move(route);
    for (const auto &other : m_entries) {
        if (other->route.method == entry->route.method && samePlaces(other->segments, entry->segments))
            refuse(entry->route, "is taken");
    }
    const auto place = std::upper_bound(m_entries.begin(), m_entries.end(), entry,
                                        [](const auto &a, const auto &b) { return moreSpecific(a->segments, b->segments); });
    m_entries.insert(place, std::move(entry));
}

Match Router::match(Method method, QByteArrayView encodedPath) const
{
    Match match;
    if (!encodedPath.startsWith('/'))
        return match;
    const Method wanted = method == Method::Head ? Method::Get : method;
    const Segments path = split(encodedPath);
    const Entry *found = nullptr;
    for (const auto &entry : m_entries) {
        if (!fits(entry->segments, path))
            continue;
        if (entry->route.method == wanted) {
            found = entry.get();
            break;
        }
        if (!match.allowed.contains(entry->route.method))
            match.allowed.append(entry->route.method);
        if (entry->route.method == Method::Get && !match.allowed.contains(Method::Head))
            match.allowed.append(Method::Head);
    }
    if (!found)
        return match;
    match.allowed.clear();
    for (qsizetype i = 0; i < found->segments.size(); ++i) {
        const Kind kind = kindOf(found->segments[i]);
        if (kind == Kind::Literal)
            continue;
        const qsizetype offset = path[i].data() - encodedPath.data();
        const auto argument = decodedArgument(kind == Kind::Rest ? encodedPath.sliced(offset) : path[i]);
        if (!argument) {
            match.malformed = true;
            return match;
        }
        match.arguments.append(*argument);
    }
    match.route = &found->route;
    return match;
}

} // namespace slipway::httpserver
