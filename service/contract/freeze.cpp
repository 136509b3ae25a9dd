// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/freeze.h"

#include "service/configuration/hotconfig.h"
#include "service/configuration/timewindows.h"
#include "shared/config/keytable.h"

namespace slipway {

bool isFrozen(const configuration::HotConfig &config, Instant at)
{
    const auto values = config.snapshot();
    const QStringList windows = values->list(key("freeze.windows"));
    if (windows.isEmpty())
        return false;
    const auto zone = configuration::zoneNamed(values->text(key("freeze.timeZone")));
    const auto parsed = zone ? configuration::TimeWindows::parse(windows, *zone) : std::nullopt;
    // A freeze that cannot be read counts as on: the lesser harm is a day without merges.
    return !parsed || parsed->contains(at);
}

} // namespace slipway
