// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/appearance.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>
#include <QStyle>
#include <QStyleFactory>

using namespace Qt::StringLiterals;

namespace slipway::console::appearance {
namespace {

QPalette lightPalette()
{
    QPalette palette;
    palette.setColor(QPalette::Window, QColor(0xf4, 0xf5, 0xf7));
    palette.setColor(QPalette::WindowText, QColor(0x1c, 0x21, 0x28));
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::AlternateBase, QColor(0xf7, 0xf8, 0xfa));
    palette.setColor(QPalette::Text, QColor(0x1c, 0x21, 0x28));
    palette.setColor(QPalette::Button, QColor(0xe9, 0xeb, 0xef));
    palette.setColor(QPalette::ButtonText, QColor(0x1c, 0x21, 0x28));
    palette.setColor(QPalette::ToolTipBase, QColor(0xff, 0xfb, 0xe6));
    palette.setColor(QPalette::ToolTipText, QColor(0x1c, 0x21, 0x28));
    palette.setColor(QPalette::PlaceholderText, QColor(0x6b, 0x72, 0x80));
    palette.setColor(QPalette::Highlight, QColor(0x15, 0x65, 0xc0));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, QColor(0x0d, 0x52, 0xa0));
    return palette;
}

QPalette darkPalette()
{
    QPalette palette;
    palette.setColor(QPalette::Window, QColor(0x22, 0x26, 0x2c));
    palette.setColor(QPalette::WindowText, QColor(0xe6, 0xe8, 0xeb));
    palette.setColor(QPalette::Base, QColor(0x1a, 0x1d, 0x22));
    palette.setColor(QPalette::AlternateBase, QColor(0x20, 0x24, 0x2a));
    palette.setColor(QPalette::Text, QColor(0xe6, 0xe8, 0xeb));
    palette.setColor(QPalette::Button, QColor(0x31, 0x36, 0x3e));
    palette.setColor(QPalette::ButtonText, QColor(0xe6, 0xe8, 0xeb));
    palette.setColor(QPalette::BrightText, Qt::white);
    palette.setColor(QPalette::ToolTipBase, QColor(0x31, 0x36, 0x3e));
    palette.setColor(QPalette::ToolTipText, QColor(0xe6, 0xe8, 0xeb));
    palette.setColor(QPalette::PlaceholderText, QColor(0x9a, 0xa1, 0xac));
    palette.setColor(QPalette::Highlight, QColor(0x2f, 0x6f, 0xc4));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, QColor(0x7a, 0xb4, 0xff));
    palette.setColor(QPalette::Light, QColor(0x3c, 0x42, 0x4b));
    palette.setColor(QPalette::Midlight, QColor(0x35, 0x3a, 0x42));
    palette.setColor(QPalette::Mid, QColor(0x46, 0x4c, 0x56));
    palette.setColor(QPalette::Dark, QColor(0x14, 0x16, 0x1a));
    palette.setColor(QPalette::Shadow, Qt::black);
    return palette;
}

void dim(QPalette &palette)
{
    const QColor grey = palette.color(QPalette::PlaceholderText);
    for (const auto role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(QPalette::Disabled, role, grey);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, palette.color(QPalette::Mid));
}

} // namespace

void apply(Theme theme)
{
    static const QPalette ofTheSystem = QApplication::palette();
    const bool wantsDark =
        theme == Theme::Dark || (theme == Theme::System && ofTheSystem.color(QPalette::Window).lightness() < 128);
    QApplication::setStyle(QStyleFactory::create(u"Fusion"_s)); // The one style that follows a palette everywhere.
    QPalette palette = wantsDark ? darkPalette() : lightPalette();
    dim(palette);
    QApplication::setPalette(palette);
}

bool isDark() { return QApplication::palette().color(QPalette::Base).lightness() < 128; }

QColor colourOf(Tone tone)
{
    const bool dark = isDark();
    switch (tone) {
    case Tone::Good: return dark ? QColor(0x6f, 0xcf, 0x97) : QColor(0x1b, 0x7f, 0x3b);
    case Tone::Busy: return dark ? QColor(0x7a, 0xb4, 0xff) : QColor(0x15, 0x65, 0xc0);
    case Tone::Waiting: return dark ? QColor(0xf2, 0xc0, 0x4e) : QColor(0x9a, 0x67, 0x00);
    case Tone::Bad: return dark ? QColor(0xff, 0x8a, 0x80) : QColor(0xb7, 0x1c, 0x1c);
    case Tone::Neutral: break;
    }
    return quiet();
}

QColor quiet() { return QApplication::palette().color(QPalette::PlaceholderText); }

void paintSign(QPainter &painter, const QRectF &box, Tone tone)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour = colourOf(tone);
    const double pen = std::max(1.4, box.width() / 9);
    const QPointF centre = box.center();
    const double radius = box.width() / 2 - pen / 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const QPen mark(isDark() ? QColor(0x1a, 0x1d, 0x22) : QColor(Qt::white), pen, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    switch (tone) {
    case Tone::Good:
        painter.drawEllipse(centre, radius, radius);
        painter.setPen(mark);
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(QPolygonF { centre + QPointF(-radius * .45, 0), centre + QPointF(-radius * .1, radius * .38),
                                         centre + QPointF(radius * .5, -radius * .38) });
        break;
    case Tone::Busy:
        painter.drawPolygon(QPolygonF { QPointF(box.left() + pen, box.top() + pen / 2),
                                        QPointF(box.right() - pen / 2, centre.y()),
                                        QPointF(box.left() + pen, box.bottom() - pen / 2) });
        break;
    case Tone::Waiting:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, pen));
        painter.drawEllipse(centre, radius, radius);
        painter.drawPolyline(
            QPolygonF { centre + QPointF(0, -radius * .6), centre, centre + QPointF(radius * .45, radius * .2) });
        break;
    case Tone::Bad:
        painter.drawRoundedRect(box.adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2), 2, 2);
        painter.setPen(mark);
        painter.drawLine(centre + QPointF(0, -radius * .55), centre + QPointF(0, radius * .1));
        painter.drawPoint(centre + QPointF(0, radius * .55));
        break;
    case Tone::Neutral: painter.drawEllipse(centre, radius * .45, radius * .45); break;
    }
    painter.restore();
}

QIcon signOf(Tone tone)
{
    const auto drawn = [tone](const QBrush &plate) {
        QPixmap picture(32, 32);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(plate);
        painter.drawRoundedRect(picture.rect(), 6, 6);
        paintSign(painter, QRectF(3, 3, 26, 26), tone);
        return picture;
    };
    QIcon icon(drawn(Qt::NoBrush));
    // A chosen row's colour would swallow the sign.
    icon.addPixmap(drawn(QApplication::palette().base()), QIcon::Selected);
    return icon;
}

QIcon applicationIcon()
{
    QPixmap picture(64, 64);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0x90, 0xa4, 0xae)); // The slipway,
    painter.drawPolygon(QPolygonF { QPointF(4, 46), QPointF(60, 58), QPointF(4, 58) });
    painter.setBrush(QColor(0x15, 0x65, 0xc0)); // and one hull on it.
    painter.drawPolygon(QPolygonF { QPointF(10, 28), QPointF(56, 37), QPointF(46, 51), QPointF(17, 45) });
    painter.setBrush(QColor(0xef, 0x6c, 0x00));
    painter.drawPolygon(QPolygonF { QPointF(30, 6), QPointF(44, 18), QPointF(30, 29) });
    painter.end();
    return QIcon(picture);
}

} // namespace slipway::console::appearance
