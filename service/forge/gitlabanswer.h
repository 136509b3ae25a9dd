// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/forge.h"
#include "service/outbound/httpclient.h"
#include "shared/error.h"

namespace slipway::forge {

/// What GitLab's HTTP answers mean. Pure: answers in, values out; asks for status and shape, never for English words.
namespace gitlab {

enum class ReadVerdict : quint8 {
    Found, ///< A success with JSON.
    Absent, ///< 404, told by GitLab itself. May hide a missing right: ask for the project.
    TokenRefused, ///< 401 that names the token as the reason.
    TokenDoubtful, ///< 401 without a reason; GET /user settles it.
    Misasked, ///< Our request is wrong (400, 405, 422, …).
    Unavailable, ///< No answer, 408, 429, 5xx, 403, a proxy's page, a redirect we do not follow.
};
ReadVerdict verdictOf(const outbound::Answer &answer);

/// How a mutation ended. Never Done for a status we do not know.
Outcome outcomeOf(const outbound::Answer &answer);

/// GitLab's own words from `error`, `message` or `error_description`, be they text, list or object, on one line and at
/// most 1 KiB; from a page that is not JSON its text without markup; "status N" when there are none.
QString wordsOf(const outbound::Answer &answer);

/// 401 with an `error` key: the token is unknown, expired or revoked, whatever was asked.
bool namesRefusedToken(const outbound::Answer &answer);

/// The Error for a read whose verdict is neither Found nor Absent; \a operation goes into its detail.
Error readError(const outbound::Answer &answer, const char *operation);

/// \a text on one line without control characters, cut to \a most bytes of UTF-8 on a character.
QString oneLine(const QString &text, qsizetype most);

} // namespace gitlab
} // namespace slipway::forge
