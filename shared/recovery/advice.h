// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/recovery/diagnosis.h"

namespace slipway::recovery {

/// What may be done about a diagnosis and what must not. Pure. Every code has its advice; a forgotten one does not compile.
void advise(Diagnosis &diagnosis, const OperationFacts &facts);
void advise(Diagnosis &diagnosis, const BatchFacts &facts);

} // namespace slipway::recovery
