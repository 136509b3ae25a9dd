// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/step.h"

#include <QString>

namespace slipway::mergerequest {

struct Description {
    QString title; ///< At most 255 characters.
    QString body; ///< Lists the requests; ends with the marker.
};

/// The text of the landing's merge request. The same landing always gives the same text.
Description describe(StepContext &context);

} // namespace slipway::mergerequest
