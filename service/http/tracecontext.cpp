// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/tracecontext.h"

#include <QRandomGenerator>
#include <QRegularExpression>

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;

QString freshTraceId()
{
    QByteArray bytes(16, Qt::Uninitialized);
    QRandomGenerator::system()->fillRange(reinterpret_cast<quint32 *>(bytes.data()), 4);
    bytes[0] = char(bytes[0] | 1); // The all-zero id means "none".
    return QString::fromLatin1(bytes.toHex());
}

} // namespace

QString traceIdFrom(const QByteArray &traceparent)
{
    // A higher version may carry more fields after the four known ones; version ff is forbidden.
    static const QRegularExpression form(
        uR"(\A(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?\z)"_s);
    const auto match = form.match(QString::fromLatin1(traceparent.trimmed()));
    const bool hasExtra = !match.capturedView(3).isEmpty();
    if (!match.hasMatch() || (hasExtra && match.capturedView(1) == "00"_L1))
        return freshTraceId();
    return match.captured(2);
}

} // namespace slipway::http
