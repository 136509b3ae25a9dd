// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/sparkline.h"

#include "console/views/appearance.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace slipway::console {

Sparkline::Sparkline(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize Sparkline::sizeHint() const { return { 190, fontMetrics().height() * 2 + 40 }; }

void Sparkline::show(const QString &title, const QList<double> &values, const QString &last)
{
    m_title = title;
    m_values = values;
    m_last = last;
    setAccessibleName(title);
    setAccessibleDescription(last);
    update();
}

void Sparkline::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(appearance::quiet());
    const int line = fontMetrics().height();
    painter.drawText(QRect(0, 0, width(), line), Qt::AlignLeft, m_title);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(0, line, width(), line), Qt::AlignLeft, m_last);
    const QRectF box(1, line * 2 + 6, width() - 6, height() - line * 2 - 10);
    painter.setPen(QPen(palette().color(QPalette::Mid), 1));
    painter.drawLine(box.bottomLeft(), box.bottomRight());
    if (m_bars)
        paintBars(painter, box);
    else if (m_values.size() > 1)
        paintLine(painter, box);
}

void Sparkline::paintBars(QPainter &painter, const QRectF &box) const
{
    painter.setPen(Qt::NoPen);
    const double step = std::min(box.width() / double(std::max<qsizetype>(1, m_values.size())), 24.0);
    for (qsizetype i = 0; i < m_values.size(); ++i) {
        const bool isSo = m_values[i] > 0;
        const double height = isSo ? box.height() : 4;
        painter.setBrush(isSo ? appearance::colourOf(*m_bars) : appearance::quiet());
        painter.drawRect(QRectF(box.left() + step * double(i), box.bottom() - height, step * 0.7, height));
    }
}

void Sparkline::paintLine(QPainter &painter, const QRectF &box) const
{
    const double most = std::max(1e-9, *std::ranges::max_element(m_values));
    const auto at = [&](qsizetype i) {
        return QPointF(box.left() + box.width() * double(i) / double(m_values.size() - 1),
                       box.bottom() - box.height() * m_values[i] / most);
    };
    QPainterPath path(at(0));
    for (qsizetype i = 1; i < m_values.size(); ++i)
        path.lineTo(at(i));
    QPainterPath area = path;
    area.lineTo(box.bottomRight());
    area.lineTo(box.bottomLeft());
    QColor fill = appearance::colourOf(Tone::Busy);
    painter.setPen(Qt::NoPen);
    fill.setAlpha(40);
    painter.setBrush(fill);
    painter.drawPath(area);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(appearance::colourOf(Tone::Busy), 1.6));
    painter.drawPath(path);
    painter.setBrush(appearance::colourOf(Tone::Busy));
    painter.drawEllipse(at(m_values.size() - 1), 2.5, 2.5);
}

} // namespace slipway::console
