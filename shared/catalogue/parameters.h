// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/catalogue/target.h"
#include "shared/error.h"

namespace slipway::catalogue {

/// What is wrong with a request's parameters for that target, each with its field ("parameters.role") and a stable
/// reason: "unknown_parameter", "required", "wrong_type", "not_a_choice", "does_not_match", "too_long", "too_many",
/// "too_large", or one of textProblem()'s. Empty when they are fine.
QList<FieldProblem> validateParameters(const Target &target, const QJsonObject &parameters);

} // namespace slipway::catalogue
