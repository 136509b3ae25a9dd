// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonArray>
#include <QJsonObject>

namespace slipway {
namespace configuration {
class HotConfig;
}
namespace database {
class Connection;
}
namespace operations {

/// What this instance takes its hot keys for: {items: [{key, value, source, warning}], warnings: [{key, text}]}; of the keys only those
/// that somebody said something about. Secrets are masked.
QJsonObject configOfThisInstance(const configuration::HotConfig &config);

/// The same of all instances that live, as they published it: [{instance, host, items, warnings}]. Throws DatabaseError.
QJsonArray configsOfInstances(database::Connection &connection);

/// The keys that not all of them take for the same.
QJsonArray differingKeys(const QJsonArray &instances);

} // namespace operations
} // namespace slipway
