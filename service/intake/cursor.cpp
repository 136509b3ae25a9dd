// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/cursor.h"

#include "service/intake/submission.h"

using namespace Qt::StringLiterals;

namespace slipway::intake {
namespace {

constexpr auto encoding = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;

} // namespace

QString Cursor::toText() const
{
    return QString::fromLatin1((toSql(createdAt) + u'|' + operation.value()).toLatin1().toBase64(encoding));
}

std::optional<Cursor> Cursor::fromText(QStringView text)
{
    if (text.size() > 200)
        return std::nullopt;
    const auto decoded = QByteArray::fromBase64Encoding(text.toLatin1(), encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return std::nullopt;
    const QString plain = QString::fromLatin1(*decoded);
    const qsizetype bar = plain.indexOf(u'|');
    if (bar < 0 || !isOperationId(QStringView(plain).sliced(bar + 1)))
        return std::nullopt;
    const auto at = fromSql(QStringView(plain).first(bar));
    if (!at)
        return std::nullopt;
    const Cursor cursor { *at, OperationId(plain.sliced(bar + 1)) };
    return cursor.toText() == text ? std::optional(cursor) : std::nullopt;
}

} // namespace slipway::intake
