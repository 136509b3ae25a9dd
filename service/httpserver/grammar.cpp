// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/grammar.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace slipway::httpserver {
namespace {

consteval std::array<bool, 256> tokenBytes()
{
    std::array<bool, 256> table {};
    for (char c : std::string_view("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        table[uchar(c)] = true;
    return table;
}

constexpr std::array<bool, 256> tokens = tokenBytes();

} // namespace

bool isTokenByte(uchar byte) { return tokens[byte]; }

bool isToken(QByteArrayView text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](char c) { return tokens[uchar(c)]; });
}

bool isFieldText(QByteArrayView text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        const auto byte = uchar(c);
        return (byte >= 0x20 && byte != 0x7f) || byte == '\t';
    });
}

int hexValue(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

QByteArrayView withoutOuterBlanks(QByteArrayView text)
{
    const auto blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.isEmpty() && blank(text.front()))
        text = text.sliced(1);
    while (!text.isEmpty() && blank(text.back()))
        text.chop(1);
    return text;
}

bool sameIgnoringCase(QByteArrayView a, QByteArrayView b)
{
    return a.size() == b.size() && a.compare(b, Qt::CaseInsensitive) == 0;
}

bool isField(QByteArrayView line)
{
    const qsizetype colon = line.indexOf(':');
    return colon > 0 && isToken(line.first(colon)) && isFieldText(line.sliced(colon + 1));
}

bool listHas(QByteArrayView list, QByteArrayView element)
{
    for (;;) {
        const qsizetype comma = list.indexOf(',');
        if (sameIgnoringCase(withoutOuterBlanks(comma < 0 ? list : list.first(comma)), element))
            return true;
        if (comma < 0)
            return false;
        list = list.sliced(comma + 1);
    }
}

} // namespace slipway::httpserver
