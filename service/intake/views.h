// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/intake/intakestore.h"

namespace slipway::intake {

/// One request as lists show it; the page of one request adds guidance, merge request and timeline.
QJsonObject changeJson(const ChangeRow& change);

} // namespace slipway::intake
