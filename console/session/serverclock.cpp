// SPDX-License-Identifier: GPL-3.0-only
#include "console/session/serverclock.h"

#include <QDateTime>
#include <QLocale>

namespace slipway::console {
namespace {

Instant ours() { return std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now()); }

} // namespace

Instant ServerClock::now() const { return ours() + m_ahead; }

void ServerClock::learn(const QByteArray &date)
{
    // Qt's own form of RFC 2822 wants an offset; HTTP says GMT.
    QDateTime told = QLocale::c().toDateTime(QString::fromLatin1(date), QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"));
    if (!told.isValid())
        return;
    told.setTimeSpec(Qt::UTC);
    const auto ahead = Instant(std::chrono::milliseconds(told.toMSecsSinceEpoch())) - ours();
    // The header counts whole seconds: a smaller difference is its own.
    if (std::chrono::abs(ahead - m_ahead) > std::chrono::seconds(2))
        m_ahead = ahead;
}

} // namespace slipway::console
