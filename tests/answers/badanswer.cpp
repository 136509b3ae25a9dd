// SPDX-License-Identifier: GPL-3.0-only
#include "tests/answers/badanswer.h"

#include <QJsonDocument>

#include <array>

namespace slipway::support {

using namespace Qt::StringLiterals;

namespace {

// A proxy's 502 comes after the effect: the worst of both. A 500 is GitLab's own, before it.
// clang-format off
constexpr auto answers = std::to_array<BadAnswer>({
    { "lost before the effect", "before",       R"({"kind": "drop"})", 0 },
    { "lost after the effect",  "after_effect", R"({"kind": "drop"})", 0 },
    { "401",                    "before",       R"({"kind": "unauthorized"})", 401 },
    { "404",                    "before",       R"({"kind": "mask404"})", 404 },
    { "405",                    "before",       R"({"kind": "status", "code": 405, "body": {"message": "405 Method Not Allowed"}})", 405 },
    { "409",                    "before",       R"({"kind": "status", "code": 409, "body": {"message": "409 Conflict: Resource lock"}})", 409 },
    { "422",                    "before",       R"({"kind": "status", "code": 422, "body": {"message": "Branch cannot be merged"}})", 422 },
    { "429",                    "before",       R"({"kind": "rate_limit", "retry_after": 1})", 429 },
    { "500",                    "before",       R"({"kind": "status", "code": 500, "body": {"message": "500 Internal Server Error"}})", 500 },
    { "502 in HTML",            "after_effect", R"({"kind": "status", "code": 502, "body": "<html>Bad Gateway</html>", "content_type": "text/html"})", 502 },
    { "cut in the middle",      "response",     R"({"kind": "half", "bytes": 60})", 0 },
    { "silence",                "before",       R"({"kind": "hang"})", 0 },
});
// clang-format on

} // namespace

QJsonObject BadAnswer::rule() const
{
    return { { u"times"_s, 1 },
             { u"phase"_s, QString::fromLatin1(phase) },
             { u"do"_s, QJsonDocument::fromJson(deed).object() } };
}

std::span<const BadAnswer> badAnswers() { return answers; }

} // namespace slipway::support
