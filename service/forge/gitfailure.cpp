// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/gitfailure.h"

#include "service/forge/gitlabanswer.h"
#include "service/forge/guardedstream.h"

#include <git2.h>

#include <QRegularExpression>

namespace slipway::forge {

using namespace Qt::StringLiterals;
using Kind = GitFailure::Kind;

namespace {

constexpr qsizetype mostText = 1024;
constexpr qsizetype mostSidebandShown = 4096;

// The library keeps the status only in its text ("unexpected http status code: 404"); there is nothing else to ask.
int httpStatusIn(const QString &text)
{
    static const QRegularExpression digits(u"status code: ?(\\d{3})\\b"_s);
    return digits.match(text).captured(1).toInt();
}

Kind kindOfHttpStatus(int status)
{
    switch (status) {
    case 401: return Kind::TokenRefused;
    case 404:
    case 410: return Kind::NotThere;
    case 429: return Kind::Throttled;
    case 403:
    case 413:
        return Kind::Forbidden; // Too large stays too large.
    // Whatever else answers here does not speak Git's protocol: it says nothing about what we asked for.
    default: return Kind::Unreachable;
    }
}

Kind kindOfClass(int rc, int klass)
{
    switch (klass) {
    case GIT_ERROR_NET:
    case GIT_ERROR_HTTP:
    case GIT_ERROR_SSL:
    case GIT_ERROR_CALLBACK: return Kind::Unreachable;
    case GIT_ERROR_ZLIB:
    case GIT_ERROR_INDEXER: return Kind::Damaged;
    case GIT_ERROR_ODB:
    case GIT_ERROR_OBJECT: return rc == GIT_ENOTFOUND ? Kind::Invalid : Kind::Damaged;
    case GIT_ERROR_OS:
        // Refused connections and full disks share a class; both are a matter of coming back later.
        return Kind::Unreachable;
    default: return Kind::Invalid;
    }
}

} // namespace

GitFailure gitFailureFrom(int rc, int klass, const QString &text, bool timedOut)
{
    GitFailure failure;
    failure.text = gitlab::oneLine(text, mostText);
    failure.httpStatus = klass == GIT_ERROR_HTTP ? httpStatusIn(text) : 0;
    if (timedOut)
        failure.kind = Kind::Unreachable;
    else if (rc == GIT_EAUTH)
        failure.kind = Kind::TokenRefused;
    else if (failure.httpStatus > 0)
        failure.kind = kindOfHttpStatus(failure.httpStatus);
    else
        failure.kind = kindOfClass(rc, klass);
    return failure;
}

GitFailure lastGitFailure(int rc)
{
    const git_error *error = git_error_last();
    const NetworkGuard *guard = NetworkGuard::current();
    const bool stopped = guard && !guard->stopped().isEmpty();
    // TLS hides the stream's own text, so the guard is asked first.
    const QString text =
        stopped ? guard->stopped() : QString::fromUtf8(error && error->message ? error->message : "no reason given");
    return gitFailureFrom(rc, error ? error->klass : 0, u"%1 (%2)"_s.arg(text).arg(rc), stopped);
}

QString keptSideband(const QByteArray &raw)
{
    QStringList lines;
    for (const QByteArray &line : raw.split('\n')) {
        // Of a line that was overwritten, the last state is what stood on the screen; unfinished progress ends in CR
        // alone.
        const QByteArray shown = line.trimmed().split('\r').constLast();
        const QString clean = gitlab::oneLine(QString::fromUtf8(shown), mostSidebandShown);
        if (!clean.isEmpty())
            lines << clean;
    }
    QByteArray kept = lines.join(u'\n').toUtf8();
    if (kept.size() > mostSidebandShown) {
        qsizetype end = mostSidebandShown;
        while (end > 0 && (uchar(kept[end]) & 0xC0) == 0x80)
            --end;
        kept.truncate(end);
    }
    return QString::fromUtf8(kept);
}

} // namespace slipway::forge
