// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/httpmetrics.h"

#include "shared/failpoint.h"

#include <QLoggingCategory>

#include <algorithm>

namespace slipway::http {

Q_LOGGING_CATEGORY(logMetrics, "slipway.http.metrics")

HttpMetrics::HttpMetrics(std::span<const Route> routes)
    : m_counters(routes.size() + 1)
{
    for (const Route &route : routes)
        m_names.push_back(httpserver::nameOf(route.method) + ' ' + route.path);
    m_names.push_back("unmatched");
}

HttpMetrics::Counters &HttpMetrics::of(int route) noexcept
{
    const size_t last = m_counters.size() - 1;
    return m_counters[route < 0 ? last : std::min(size_t(route), last)];
}

void HttpMetrics::answered(int route, int status) noexcept
{
    of(route).answered[size_t(std::clamp(status, 0, statusCount - 1))].fetch_add(1, std::memory_order_relaxed);
}

void HttpMetrics::observed(int route, std::chrono::microseconds took) noexcept
{
    const double seconds = double(took.count()) / 1e6;
    const auto edge = std::lower_bound(edges.begin(), edges.end(), seconds);
    Counters &counters = of(route);
    counters.took[size_t(edge - edges.begin())].fetch_add(1, std::memory_order_relaxed);
    counters.tookMicroseconds.fetch_add(quint64(std::max<qint64>(0, took.count())), std::memory_order_relaxed);
}

void HttpMetrics::refused(int route, std::string_view place) noexcept
{
    const auto known = std::find(places.begin(), places.end(), place);
    const size_t at = known == places.end() ? places.size() - 1 : size_t(known - places.begin());
    of(route).refused[at].fetch_add(1, std::memory_order_relaxed);
}

void HttpMetrics::activity(int route) noexcept { of(route).activity.fetch_add(1, std::memory_order_relaxed); }

void HttpMetrics::noteNameless()
{
    const qint64 count = ++m_nameless;
    qint64 told = 1;
    while (told < count)
        told *= 10;
    if (count == told) // Each tenfold: a fleet of employee numbers must not fill the log.
        qCInfo(logMetrics, "the activity of people without an account of their own is not counted: %lld so far", count);
}

void HttpMetrics::activityOf(const QString &account) noexcept
{
    constexpr qsizetype mostPeople = 1000;
    constexpr qsizetype longestLabel = 128;
    try {
        failpoint::reached([] { return QStringLiteral("metrics.activity"); });
        if (account.isEmpty() || account.size() > longestLabel || account.startsWith(QLatin1StringView("staff:"))) {
            noteNameless();
            return;
        }
        const std::lock_guard guard(m_lock);
        if (m_people.contains(account) || m_people.size() < mostPeople)
            ++m_people[account];
    } catch (...) {
        qCWarning(logMetrics, "a person's activity was not counted");
    }
}

void HttpMetrics::writePeople(QByteArray &out) const
{
    const std::lock_guard guard(m_lock);
    if (m_people.isEmpty())
        return;
    out += "# HELP slipway_http_user_activity_total Things one person got done (2xx); of a thousand people at most.\n"
           "# TYPE slipway_http_user_activity_total counter\n";
    for (auto it = m_people.cbegin(); it != m_people.cend(); ++it) {
        QByteArray label = it.key().toUtf8();
        label.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        out += "slipway_http_user_activity_total{user=\"" + label + "\"} " + QByteArray::number(it.value()) + '\n';
    }
}

void HttpMetrics::received(int route) noexcept { of(route).received.fetch_add(1, std::memory_order_relaxed); }

QByteArray HttpMetrics::text() const
{
    QByteArray out;
    const auto family = [&](const char *name, const char *help, auto &&each) {
        out += QByteArray("# HELP ") + name + ' ' + help + "\n# TYPE " + name + " counter\n";
        for (size_t i = 0; i < m_counters.size(); ++i)
            each(m_counters[i], QByteArray(name) + "{route=\"" + m_names[i] + '"');
    };
    const auto line = [&](const QByteArray &head, const Counter &counter) {
        if (const quint64 value = counter.load(std::memory_order_relaxed); value > 0)
            out += head + "} " + QByteArray::number(value) + '\n';
    };
    family("slipway_http_requests_total", "Answers by route and status.",
           [&](const Counters &counters, const QByteArray &head) {
               for (int status = 0; status < statusCount; ++status)
                   line(head + ",status=\"" + QByteArray::number(status) + '"', counters.answered[size_t(status)]);
           });
    family("slipway_http_refused_total", "Requests turned away, by the place that did.",
           [&](const Counters &counters, const QByteArray &head) {
               for (size_t i = 0; i < places.size(); ++i)
                   line(head + ",reason=\"" + QByteArray(places[i].data(), qsizetype(places[i].size())).replace(' ', '_') + '"',
                        counters.refused[i]);
           });
    family("slipway_http_activity_received_total", "Requests of users that were let in.",
           [&](const Counters &counters, const QByteArray &head) { line(head, counters.received); });
    family("slipway_http_activity_total", "Things users got done (2xx).",
           [&](const Counters &counters, const QByteArray &head) { line(head, counters.activity); });
    writePeople(out);
    writeLatency(out);
    return out;
}

void HttpMetrics::writeLatency(QByteArray &out) const
{
    const QByteArray name = "slipway_http_request_duration_seconds";
    out +=
        "# HELP " + name + " From the complete request to its answer, admitted requests only.\n# TYPE " + name + " histogram\n";
    for (size_t i = 0; i < m_counters.size(); ++i) {
        const Counters &counters = m_counters[i];
        const QByteArray label = "route=\"" + m_names[i] + '"';
        quint64 total = 0;
        QByteArray lines;
        for (size_t edge = 0; edge <= edges.size(); ++edge) {
            total += counters.took[edge].load(std::memory_order_relaxed);
            const QByteArray limit = edge < edges.size() ? QByteArray::number(edges[edge]) : QByteArray("+Inf");
            lines += name + "_bucket{" + label + ",le=\"" + limit + "\"} " + QByteArray::number(total) + '\n';
        }
        if (total == 0)
            continue;
        const double seconds = double(counters.tookMicroseconds.load(std::memory_order_relaxed)) / 1e6;
        out += lines + name + "_sum{" + label + "} " + QByteArray::number(seconds, 'f', 6) + '\n' + name + "_count{" + label
            + "} " + QByteArray::number(total) + '\n';
    }
}

} // namespace slipway::http
