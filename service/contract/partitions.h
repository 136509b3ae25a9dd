// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/contract/services.h"
#include "service/forge/forge.h"

#include <QList>

namespace slipway {

/// Where a partition lives on the forge, by the catalogue in force. Throws Error(Unavailable) when the catalogue does not name it any
/// more: what is in flight waits until it does.
forge::Project projectOf(const Services &services, const PartitionKey &partition);

/// Every partition of that project (its path or number): one project may hold several, on different branches.
QList<PartitionKey> partitionsOf(const Services &services, const QString &project);

} // namespace slipway
