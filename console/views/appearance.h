// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/models/wording.h"

#include <QColor>
#include <QIcon>
#include <QPalette>

class QPainter;

namespace slipway::console {

/// How the console looks: light and dark, and the signs of the tones. Colour never says anything alone: each tone has its own shape.
namespace appearance {

enum class Theme : quint8 { System, Light, Dark };

void apply(Theme theme);
/// By the palette in force, whoever chose it.
bool isDark();

/// Readable on the palette's base.
QColor colourOf(Tone tone);
/// Disc with tick, triangle, ring, square with cross, dot.
void paintSign(QPainter &painter, const QRectF &box, Tone tone);
QIcon signOf(Tone tone);
QIcon applicationIcon();
/// For what stands beside the main thing.
QColor quiet();

} // namespace appearance
} // namespace slipway::console
