// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/rest/listcache.h"

namespace slipway::twin {

QJsonObject ListCache::entry(const QString &key, const QString &seal, bool refresh, Instant now,
                             const std::function<QJsonObject()> &render)
{
    Entry &known = m_entries[key];
    const bool fresh = known.seal == seal && now - known.renderedAt < std::chrono::hours(8) && now >= known.renderedAt;
    if (refresh || !fresh)
        known = { seal, now, render() };
    return known.json;
}

} // namespace slipway::twin
