// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/models/wording.h"

#include <QWidget>

#include <optional>

namespace slipway::console {

/// A small picture of how a number went: the last value in words beside it, the rest as a line with its largest value marked.
class Sparkline : public QWidget {
    Q_OBJECT
public:
    explicit Sparkline(QWidget *parent = nullptr);

    /// \a values oldest first; \a last as people read it.
    void show(const QString &title, const QList<double> &values, const QString &last);
    /// Each value by itself instead of a line: for what happens or does not.
    void setBars(Tone tone) { m_bars = tone; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintBars(QPainter &painter, const QRectF &box) const;
    void paintLine(QPainter &painter, const QRectF &box) const;
    QString m_title;
    QString m_last;
    QList<double> m_values;
    std::optional<Tone> m_bars;
};

} // namespace slipway::console
