// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/actions/operatoraction.h"

namespace slipway::console {

/// Every action the console offers, in the order in which menus show them. There is none that frees a slot: settling is the only way
/// out, so that a slot is never free while its merge request may still merge.
const std::vector<OperatorAction> &actionCatalogue();
/// nullptr for one that is not offered.
const OperatorAction *actionFor(recovery::Action action);
const OperatorAction *actionNamed(const QString &name);

} // namespace slipway::console
