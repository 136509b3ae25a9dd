// SPDX-License-Identifier: GPL-3.0-only
#include "tests/bench/figures.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <sys/resource.h>

namespace slipway::bench {

using namespace Qt::StringLiterals;

double Series::quantile(double part) const
{
    if (m_values.empty())
        throw std::logic_error("a series without values has no quantiles");
    std::vector<double> sorted = m_values;
    std::sort(sorted.begin(), sorted.end());
    return sorted[size_t(std::ceil(part * double(sorted.size() - 1)))];
}

double milliseconds(const std::function<void()> &work)
{
    const auto since = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - since).count();
}

double processorMilliseconds()
{
    double sum = 0;
    for (const int who : { RUSAGE_SELF, RUSAGE_CHILDREN }) {
        rusage usage {};
        getrusage(who, &usage);
        for (const timeval &part : { usage.ru_utime, usage.ru_stime })
            sum += double(part.tv_sec) * 1000 + double(part.tv_usec) / 1000;
    }
    return sum;
}

Figures::Figures(QString benchmark)
    : m_benchmark(std::move(benchmark))
{
}

void Figures::add(const QString &what, double value, const QString &unit, std::optional<double> limit)
{
    m_lines.push_back({ what, value, unit, limit });
}

QJsonArray Figures::toJson() const
{
    QJsonArray lines;
    for (const Line &line : m_lines) {
        lines.append(QJsonObject { { u"benchmark"_s, m_benchmark },
                                   { u"what"_s, line.what },
                                   { u"value"_s, line.value },
                                   { u"unit"_s, line.unit },
                                   { u"limit"_s, line.limit ? QJsonValue(*line.limit) : QJsonValue() },
                                   { u"missed"_s, line.isMissed() } });
    }
    return lines;
}

int Figures::finish(const QStringList &arguments) const
{
    bool missed = false;
    std::printf("%s\n", qPrintable(m_benchmark));
    for (const Line &line : m_lines) {
        missed = missed || line.isMissed();
        const QString limit =
            line.limit ? u"   at most %1%2"_s.arg(*line.limit).arg(line.isMissed() ? u", MISSED"_s : u""_s) : u""_s;
        std::printf("  %-64s %12.2f %-10s%s\n", qPrintable(line.what), line.value, qPrintable(line.unit), qPrintable(limit));
    }
    const qsizetype at = arguments.indexOf(u"--json"_s);
    if (at >= 0 && at + 1 < arguments.size()) {
        QFile file(arguments[at + 1]);
        if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(toJson()).toJson()) < 0) {
            std::fprintf(stderr, "%s cannot be written: %s\n", qPrintable(file.fileName()), qPrintable(file.errorString()));
            return 2;
        }
    }
    return missed ? 1 : 0;
}

} // namespace slipway::bench
