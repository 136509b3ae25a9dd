// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/refusallog.h"

#include "service/configuration/logscope.h"

#include <QLoggingCategory>
#include <QTimer>

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;
using configuration::LogScope;

Q_LOGGING_CATEGORY(logRefusals, "slipway.http")

QString textOf(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }

} // namespace

RefusalLog::RefusalLog(const Clock &clock)
    : m_clock(clock)
{
}

RefusalLog::~RefusalLog() { tell(m_counts); }

void RefusalLog::note(const Exchange &exchange, const Error &error)
{
    tell(takeIfOver());
    if (!isToldAlone({ exchange.route->path, exchange.place, error.code(), error.detail() }))
        return;
    const LogScope scope { { u"place"_s, textOf(exchange.place) }, { u"error"_s, textOf(rowOf(error.code()).name) } };
    qCWarning(logRefusals).noquote() << "refused:" << error.detail();
}

bool RefusalLog::isToldAlone(Kind kind)
{
    const std::lock_guard guard(m_lock);
    if (m_counts.size() >= mostKinds && !m_counts.contains(kind))
        kind.detail.clear();
    if (++m_counts[kind] <= linesOfAKind)
        return true;
    // Precise, because a coarse timer may come before the second is over, and nobody would come again.
    if (!std::exchange(m_isWaiting, true))
        QMetaObject::invokeMethod(
            this, [this] { QTimer::singleShot(window, Qt::PreciseTimer, this, &RefusalLog::tellRest); }, Qt::QueuedConnection);
    return false;
}

RefusalLog::Counts RefusalLog::takeIfOver()
{
    const std::lock_guard guard(m_lock);
    const auto now = m_clock.steady();
    if (now < m_until)
        return {};
    m_until = now + window;
    return std::exchange(m_counts, {});
}

void RefusalLog::tellRest()
{
    {
        const std::lock_guard guard(m_lock);
        m_isWaiting = false;
    }
    tell(takeIfOver());
}

void RefusalLog::tell(const Counts &counts) const
{
    for (auto it = counts.begin(); it != counts.end(); ++it) {
        const int more = it.value() - linesOfAKind;
        if (more <= 0)
            continue;
        const Kind &kind = it.key();
        const LogScope scope { { u"route"_s, QString::fromLatin1(kind.route) },
                               { u"place"_s, textOf(kind.place) },
                               { u"error"_s, textOf(rowOf(kind.code).name) } };
        qCWarning(logRefusals).noquote().nospace() << "refused: " << (kind.detail.isEmpty() ? u"others"_s : kind.detail)
                                                   << " … and " << more << " more within a second";
    }
}

} // namespace slipway::http
