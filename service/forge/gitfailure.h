// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

namespace slipway::forge {

/// What went wrong in a libgit2 call, taken at once because the library keeps it per thread until its next call.
struct GitFailure {
    enum class Kind : quint8 {
        TokenRefused, ///< 401
        Forbidden, ///< 403; 413, too large
        NotThere, ///< 404
        Throttled, ///< 429
        Unreachable, ///< refused, unresolvable, TLS, cut, timed out, 5xx, and what Git's protocol does not know
        Damaged, ///< our own copy cannot be read
        Invalid, ///< what we asked is impossible: a name, a path, an object that is not there
    };
    Kind kind = Kind::Invalid;
    int httpStatus = 0; ///< 0 when the failure is not an HTTP answer.
    QString text; ///< For log and ledger, at most 1 KiB.
};

/// Of the call that just returned \a rc < 0 on this thread.
GitFailure lastGitFailure(int rc);

/// The same from its parts, without the library. Pure. \a klass is a git_error_t.
GitFailure gitFailureFrom(int rc, int klass, const QString &text, bool timedOut);

/// Server text as it may be kept: control characters and progress lines (overwritten by a carriage return) removed,
/// lines trimmed, empty ones dropped, at most 4 KiB. Pure.
QString keptSideband(const QByteArray &raw);

} // namespace slipway::forge
