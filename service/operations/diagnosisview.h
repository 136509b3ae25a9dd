// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/language.h"
#include "shared/protocol/diagnosis.h"
#include "shared/recovery/diagnosis.h"

namespace slipway::operations {

/// A diagnosis in the reader's language, as the HTTP interface shows it. Pure.
protocol::Diagnosis inWords(const recovery::Diagnosis &diagnosis, Language language);

/// The same, or null.
QJsonValue inWords(const std::optional<recovery::Diagnosis> &diagnosis, Language language);

/// \a sentence with %1… replaced, in one pass: what people wrote is never taken for a placeholder.
QString filledIn(const QString &sentence, const QStringList &arguments);

} // namespace slipway::operations
