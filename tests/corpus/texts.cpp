// SPDX-License-Identifier: GPL-3.0-only
#include "tests/corpus/samples.h"

#include <array>

namespace slipway::corpus {

using namespace Qt::StringLiterals;

namespace {

// clang-format off
constexpr std::array identifiers {
    "0", "1", "-1", "a", "12345678", "123456789012345678901234567890123456", "1234567890123456789012345678901234567", "00000000-0000-0000-0000-000000000000",
    "{3F2504E0-4F89-11D3-9A0C-0305E82C3301}", "3f2504e04f8911d39a0c0305e82c3301", "../../etc/passwd", "..", ".", "/", "//", "%2e%2e", "con", "NUL", "com1.txt",
    ".git/config", ".GIT", ".gitlab-ci.yml", "a/../b", "-x", "--upload-pack=x", "@{-1}", "HEAD", "refs/heads/main", "x.lock", "a~1", "a^", "a:b", "a?b", "a*b",
    "a[b", "a\\b", "a b",
};
constexpr std::array lookAlikes {
    "Alice", "ALICE", "alice ", " alice", "alice.", "al\u0131ce", "\u0430lice", "alic\u00e9", "alice\u0301", "\uff41lice", "al\u200bice", "al\u00adice",
    "\u202eecila", "alice\u2066", "\u0130", "\u1e9e", "\u00df", "\ufb03", "\u2126", "alice@example.org", "alice+tag@example.org", "alice@evil@example.org",
    "staff:1", "system:expiry", "system:adopt", "ops", "\U0001F642", "\U0001F468\u200d\U0001F469\u200d\U0001F467", "\u738b\u5c0f\u660e", "\ufeffalice", "\ufffe",
    "", "\u0085", "\u2028", "\x7f", "\x1b[31mred", "\x08",
};
constexpr std::array injections {
    "' OR '1'='1", "'; DROP TABLE operation; --", "\" OR 1=1 #", "\\'; SELECT SLEEP(9) -- ", "%", "_%", "\\%", "?", ":operation", "1; SELECT 1", "/*!50000 SELECT*/",
    "0x41", "!!python/object:x", "&a [*a,*a]", "*a", "- x: &a", "no", "yes", "null", "~", "1.10", "2026-01-01", "{x}", "[x]", "#x", "key: value", "a\nb: c", "|\n x", ">",
    "---", "...", "%YAML 1.1", "@x", "`x`", "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "javascript:alert(1)", "${7*7}", "{{7*7}}", "#{7*7}",
    "<%= 7*7 %>", "$(id)", "`id`", "| id", "; id", "&& id", "=cmd|' /C calc'!A0", "+1+1", "@SUM(1)", "\t=1", "a\r\nSet-Cookie: x=y", "a\r\n\r\nHTTP/1.1 200 OK",
    "a\nSlipway-Batch: 1 x", "[skip ci]", "***NO_CI***", "/close", "Co-authored-by: x <y@z>", "@everyone", "Closes #1", "{subject}", "{target}", "{note}",
    "http://169.254.169.254/latest", "http://[::]:80/", "http://0/", "http://2130706433/", "file:///etc/passwd", "gopher://x", "{\"$ne\":1}", "{\"level\":\"fatal\"}",
    "\"},{\"x\":\"",
};
constexpr std::array times {
    "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "10000-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "2030-06-30T23:59:60Z", "2030-02-30T00:00:00Z", "2030-13-01T00:00:00Z",
    "2030-01-01T24:00:00Z", "2030-01-01T25:00:00Z", "2030-03-31T02:30:00+02:00", "2030-01-01T00:00:00", "2030-01-01", "2030-01-01T00:00:00+99:99",
    "2030-01-01T00:00:00.1234567890Z", "2030-01-01t00:00:00z", "1893456000", "now", "tomorrow", "2030-W01-1", "2030-001", "  2030-01-01T00:00:00Z", "2030-01-01T00:00:00Z\n",
    "2030-01-01T00:00:00 Z", "1970-01-01T00:00:00Z", "2038-01-19T03:14:08Z", "2030-01-01T00:00:00-00:00",
};
constexpr std::array sizes { 35, 36, 37, 64, 65, 127, 128, 129, 199, 200, 201, 2'000, 2'001, 20'000 };
// clang-format on

} // namespace

QList<Sample> texts()
{
    QList<Sample> all;
    for (const char *each : identifiers)
        all.append({ u"identifier"_s, each });
    for (const char *each : lookAlikes)
        all.append({ u"look-alike"_s, each });
    for (const char *each : injections)
        all.append({ u"injection"_s, each });
    for (const char *each : times)
        all.append({ u"time"_s, each });
    for (const int size : sizes)
        all.append({ u"length"_s, QByteArray(size, 'a') });
    for (const int size : { 128, 129 })
        all.append({ u"length"_s, QString(u"\U0001F642"_s).repeated(size).toUtf8() });
    return all;
}

} // namespace slipway::corpus
