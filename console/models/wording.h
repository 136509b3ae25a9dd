// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"
#include "shared/protocol/diagnosis.h"

#include <QString>

#include <optional>

/// How the console says times and the service's stable words, in the language that is chosen. Pure, apart from the translations.
namespace slipway::console {

/// "42 s", "3 min", "2 h 5 min", "4 d 3 h".
QString duration(std::chrono::milliseconds span);
QString ageOf(Instant at, Instant now);
/// In the zone of whoever reads it, to the second.
QString localTime(Instant at);
QString utcTime(Instant at);
/// For tooltips: both, so that nobody has to reckon.
QString bothTimes(Instant at);

/// "RUNNING" → "Running"; what is not known stays as it is, for a service may be newer than its console.
QString wordFor(const QString &code);
/// What a finding is about: "partition:access" → "Partition access".
QString subjectText(const QString &subject);
/// Like wordFor(), with a fallback that reads "some fact" for "someFact".
QString factName(const QString &name);
/// A fact's value: times in the reader's zone, "BLOCKED/PIPELINE" in words, a code nobody knows in small letters.
QString factValue(const QString &value);
/// "10502 Pipeline outcome unknown"
QString stepText(qint64 step, const std::optional<QString> &name);

/// What the history names so; a fact's value where it is no event.
QString eventText(const QString &name);
/// Why it waits, with the service's own codes in it said in words.
QString sentenceOf(const protocol::Diagnosis &diagnosis);

/// What happens without anybody, and when.
QString nextByItself(const protocol::Diagnosis &diagnosis, Instant now);

/// How a word is meant, for sign and colour.
enum class Tone : quint8 { Neutral, Good, Busy, Waiting, Bad };
Tone toneOf(const QString &code);

} // namespace slipway::console
