// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QString>

/// The workflow's own names, as people say them. Each is empty for a name of a service newer than this console.
namespace slipway::console {

QString wordsForStep(const QString &name);
/// What happened, as the history names it.
QString wordsForEvent(const QString &name);
/// Calls, tasks and why they wait, findings.
QString wordsForWork(const QString &name);

} // namespace slipway::console
