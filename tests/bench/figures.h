// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonArray>
#include <QString>

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

namespace slipway::bench {

/// Several measurements of one thing.
class Series {
public:
    void add(double value) { m_values.push_back(value); }
    void add(const Series &others) { m_values.insert(m_values.end(), others.m_values.begin(), others.m_values.end()); }
    /// \a part from 0 to 1: 0.5 is the median, 1 the largest. Something must have been added.
    double quantile(double part) const;
    double last() const { return m_values.back(); }
    double median() const { return quantile(0.5); }
    double largest() const { return quantile(1); }

private:
    std::vector<double> m_values;
};

/// Wall time of \a work in milliseconds.
double milliseconds(const std::function<void()> &work);
/// Processor time of this process and of its ended children, user and system, in milliseconds.
double processorMilliseconds();

/// What one benchmark found: lines of a table for people, and the same as JSON for whoever compares runs. A limit that is missed is
/// shown and makes the program end with 1; nothing is ever left out because it looks bad.
class Figures {
public:
    explicit Figures(QString benchmark);

    /// \a limit: what \a value must not exceed.
    void add(const QString &what, double value, const QString &unit, std::optional<double> limit = {});
    /// Prints; with `--json FILE` among \a arguments also writes. The exit code.
    int finish(const QStringList &arguments) const;

private:
    struct Line {
        QString what;
        double value;
        QString unit;
        std::optional<double> limit;
        bool isMissed() const { return limit && value > *limit; }
    };
    QJsonArray toJson() const;

    QString m_benchmark;
    std::vector<Line> m_lines;
};

} // namespace slipway::bench
