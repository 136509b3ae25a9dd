// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace slipway::corpus {

struct Sample {
    QString name;
    QByteArray bytes;
};

/// Whole requests as no library would send them: how a message begins and ends, and its header fields. Each must be answered with a
/// refusal, or like any other request, and nothing behind a refused one may be taken for a request of its own.
QList<Sample> framings();

/// Bodies for a submit: numbers, depth, keys, encodings. Raw bytes that no JSON library would write.
QList<Sample> bodies();

/// Texts for every field that takes one: identifiers, injections, times, look-alikes.
QList<Sample> texts();

} // namespace slipway::corpus
