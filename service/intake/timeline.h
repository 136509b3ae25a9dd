// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/language.h"
#include "shared/workflow/event.h"

#include <QString>

namespace slipway::intake {

/// What happened, in one sentence for the person who asked. Null for an event this version does not know.
const char *sentenceOf(workflow::Event event);

/// The sentence in that language; the event's name where there is none. \a isInferred: a deployment nobody reported, concluded from a
/// later one.
QString timelineText(const QString &event, bool isInferred, Language language);

} // namespace slipway::intake
