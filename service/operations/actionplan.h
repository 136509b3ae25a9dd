// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/language.h"
#include "service/operations/recoveryaction.h"
#include "shared/recovery/action.h"

namespace slipway::operations {

/// A plan's item as it is shown and stored.
protocol::ActionItem itemOf(recovery::Action action, const PlannedItem &planned, Language language);

/// What was confirmed of one item: what would be written under which guards, and what would be refused. Words and counts that change
/// by themselves are not in it.
QString fingerprintOf(const protocol::ActionItem &item);

/// One hash over action, parameters and the items' fingerprints.
QString planHashOf(const QString &action, const QJsonObject &parameters, const std::vector<protocol::ActionItem> &items);

/// Whether the action is tried at that item at all.
bool isTried(const PlannedItem &planned);
/// What an item comes to that is not tried.
ActionOutcome untried(const PlannedItem &planned);

/// An outcome as it is stored: its sentence before translation, so that whoever reads it has their own language.
QJsonObject storedOutcome(const ActionTarget &target, const ActionOutcome &outcome);
/// The reverse, in words. Nothing for what this version cannot read.
std::optional<protocol::ActionResult> resultFrom(const QJsonObject &stored, Language language);
std::vector<protocol::ActionResult> resultsFrom(const QJsonArray &stored, Language language);

} // namespace slipway::operations
