// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "shared/instant.h"

#include <QHash>
#include <QJsonObject>
#include <QString>

#include <functional>

namespace slipway::twin {

/// Entries of lists as they were rendered for somebody. An entry is used again for eight hours unless its seal has
/// changed, although what it shows may have.
class ListCache {
public:
    QJsonObject entry(const QString &key, const QString &seal, bool refresh, Instant now,
                      const std::function<QJsonObject()> &render);
    void clear() { m_entries.clear(); }

private:
    struct Entry {
        QString seal;
        Instant renderedAt {};
        QJsonObject json;
    };
    QHash<QString, Entry> m_entries;
};

} // namespace slipway::twin
