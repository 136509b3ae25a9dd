// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/multipartform.h"

#include <QRegularExpression>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

QByteArray boundaryOf(const QByteArray &contentType)
{
    static const QRegularExpression form(uR"re(;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})))re"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = form.match(QString::fromLatin1(contentType));
    return (match.captured(1) + match.captured(2)).toLatin1();
}

std::optional<QString> nameIn(const QByteArray &headers)
{
    static const QRegularExpression form(uR"re(^content-disposition:\s*form-data\b.*?;\s*name="([^"]*)")re"_s,
                                         QRegularExpression::CaseInsensitiveOption | QRegularExpression::MultilineOption);
    const QRegularExpressionMatch match = form.match(QString::fromUtf8(headers));
    return match.hasMatch() ? std::optional(match.captured(1)) : std::nullopt;
}

} // namespace

std::optional<QList<QPair<QString, QString>>> multipartFields(const QByteArray &contentType, const QByteArray &body)
{
    const QByteArray boundary = boundaryOf(contentType);
    if (boundary.isEmpty())
        return std::nullopt;
    // Each delimiter begins with the line break of what stands before it; the very first one may stand alone.
    const QByteArray delimiter = "\r\n--" + boundary, text = "\r\n" + body;
    QList<QPair<QString, QString>> fields;
    qsizetype at = text.indexOf(delimiter);
    while (at >= 0) {
        at += delimiter.size();
        if (text.mid(at, 2) == "--")
            return fields;
        const qsizetype next = text.indexOf(delimiter, at), headersEnd = text.indexOf("\r\n\r\n", at);
        if (next < 0 || headersEnd < 0 || headersEnd > next)
            return std::nullopt;
        const auto name = nameIn(text.mid(at, headersEnd - at));
        if (!name)
            return std::nullopt;
        fields.append({ *name, QString::fromUtf8(text.mid(headersEnd + 4, next - headersEnd - 4)) });
        at = next;
    }
    return std::nullopt;
}

} // namespace slipway::twin
