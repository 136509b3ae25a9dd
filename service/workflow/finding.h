// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/database/transaction.h"

#include <QString>

namespace slipway::workflow {

/// What is not as it should be and waits for somebody to know of it: one row per code and subject while it is open. It changes nothing
/// by itself and ends only when whoever found it finds it gone, or a person resolves it.
struct Finding {
    QString code; ///< Stable, upper case: TOKEN_REFUSED.
    QString subject; ///< Kind and name: batch:812.
    QString detail; ///< For operators, in English; the newest words stand. Of findingsentence.h, so that readers get it in theirs.
};

/// Opens \a finding, or counts it as seen once more. True when it was not open before: whoever hears that tells the log. Somebody may
/// resolve it at this very moment; then it is opened anew the next time it is seen. Throws DatabaseError.
bool raise(database::Transaction &transaction, const Finding &finding);

} // namespace slipway::workflow
