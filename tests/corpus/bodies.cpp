// SPDX-License-Identifier: GPL-3.0-only
#include "tests/corpus/samples.h"

#include <array>

namespace slipway::corpus {

using namespace Qt::StringLiterals;

namespace {

// clang-format off
constexpr std::array numbers {
    "-0", "1e400", "-1e400", "2147483648", "-2147483649", "9007199254740993", "9223372036854775808", "18446744073709551616", "NaN", "Infinity",
    "-Infinity", "1.0", "01", "+1", "1.", ".5", "1e", "0x10", "1e-400", "1E+2", "00", "--1", "1_000", "\xd9\xa1",
};
constexpr std::array wholes {
    "", " ", "null", "true", "[]", "\"x\"", "1", "{", "}", "{}", "{]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{'a':1}", "{a:1}", "{\"a\":1}{\"a\":1}",
    "{\"a\":1} x", "// c\n{}", "{\"a\":undefined}", "\xef\xbb\xbf{}", "\xff\xfe{", "{\"\\u0000\":1}", "{\"a\":\"\\ud800\"}", "{\"a\":\"\\udc00\\ud800\"}",
    "{\"a\":\"\xc0\xaf\"}", "{\"a\":\"\xed\xa0\x80\"}", "{\"a\":\"\xf5\x80\x80\x80\"}", "{\"a\":\"\xff\"}", "{\"a\":\"\n\"}", "{\"a\":\"\\x41\"}",
    "{\"a\":\"\\u12\"}", "{\"subjectId\":\"a\",\"subjectId\":\"b\"}", "{\"__proto__\":{\"isAdmin\":true}}", "{\"constructor\":{\"prototype\":{}}}",
    "{\"items\":[]}", "{\"items\":[null]}", "{\"items\":[{}]}", "{\"items\":{}}", "{\"items\":[[]]}",
};
// clang-format on

QByteArray change(const QByteArray &fields) { return R"({"subjectId":"s","targetKey":"note","reason":"r",)" + fields + '}'; }

void addNumbers(QList<Sample> &all)
{
    for (const char *number : numbers) {
        const QString shown = QString::fromUtf8(number);
        all.append(
            { u"number %1 as a parameter"_s.arg(shown), change("\"parameters\":{\"note\":" + QByteArray(number) + "}") });
        all.append({ u"number %1 as a time"_s.arg(shown), change("\"expiresAt\":" + QByteArray(number)) });
        all.append({ u"number %1 as a kind"_s.arg(shown), change("\"kind\":" + QByteArray(number)) });
        all.append({ u"number %1 as an id"_s.arg(shown), change("\"operationId\":" + QByteArray(number)) });
        all.append({ u"number %1 as items"_s.arg(shown), "{\"items\":" + QByteArray(number) + "}" });
    }
}

void addDepths(QList<Sample> &all)
{
    for (const int depth : { 32, 33, 100, 10'000 }) {
        all.append({ u"%1 lists"_s.arg(depth),
                     change("\"parameters\":{\"note\":" + QByteArray(depth, '[') + QByteArray(depth, ']') + "}") });
        all.append({ u"%1 objects"_s.arg(depth),
                     change("\"parameters\":" + QByteArray("{\"a\":").repeated(depth) + "1" + QByteArray(depth, '}')) });
        all.append({ u"%1 lists without an end"_s.arg(depth), QByteArray(depth, '[') });
    }
}

void addSizes(QList<Sample> &all)
{
    for (const int count : { 1, 100, 101, 1'000, 1'001 })
        all.append({ u"%1 items"_s.arg(count), "{\"items\":[" + QByteArray("{},").repeated(count - 1) + "{}]}" });
    for (const int size : { 17 * 1024, 70'000, 2 << 20 })
        all.append(
            { u"a parameter of %1 bytes"_s.arg(size), change("\"parameters\":{\"note\":\"" + QByteArray(size, 'a') + "\"}") });
    QByteArray many = "\"parameters\":{";
    for (int i = 0; i < 3'000; ++i)
        many += "\"p" + QByteArray::number(i) + "\":1,";
    all.append({ u"three thousand parameters"_s, change(many + "\"z\":1}") });
}

} // namespace

QList<Sample> bodies()
{
    QList<Sample> all;
    addNumbers(all);
    addDepths(all);
    addSizes(all);
    for (const char *whole : wholes)
        all.append({ u"body %1"_s.arg(QString::fromLatin1(whole)), whole });
    all.append({ u"a body with a NUL"_s, QByteArray("{\"a\":\"\0\"}", 9) });
    all.append({ u"a lone surrogate"_s, change(R"("kind":"bind","parameters":{"note":"\ud83d"})") });
    all.append({ u"__authenticatedOperator"_s, change(R"("__authenticatedOperator":"olga")") });
    all.append({ u"requester"_s, change(R"("requester":"olga")") });
    return all;
}

} // namespace slipway::corpus
