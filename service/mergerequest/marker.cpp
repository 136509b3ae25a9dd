// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/marker.h"

namespace slipway::mergerequest {

QString markerOf(const workflow::BatchRow &batch)
{
    // The branch carries a hash of the batch's own content, so a database that started anew does not adopt its predecessor's work.
    return QStringLiteral("Slipway-Batch: %1 %2").arg(batch.id.value()).arg(batch.branch);
}

} // namespace slipway::mergerequest
