// SPDX-License-Identifier: GPL-3.0-only
#include "shared/config/keytable.h"

#include <QLatin1StringView>

namespace slipway {

std::optional<KeyId> findKey(QStringView name)
{
    for (size_t i = 0; i < config::keyTable.size(); ++i) {
        const std::string_view known = config::keyTable[i].name;
        if (name == QLatin1StringView(known.data(), qsizetype(known.size())))
            return KeyId { quint16(i) };
    }
    return std::nullopt;
}

} // namespace slipway
