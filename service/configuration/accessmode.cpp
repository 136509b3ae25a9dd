// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/accessmode.h"

#include "service/configuration/timewindows.h"

namespace slipway::configuration {

using namespace Qt::StringLiterals;

AccessMode accessModeFrom(const QString &text)
{
    const QString word = text.trimmed();
    if (word.isEmpty() || word.compare("TEST_WINDOW"_L1, Qt::CaseInsensitive) == 0)
        return AccessMode::TestWindow;
    return word.compare("OPEN"_L1, Qt::CaseInsensitive) == 0 ? AccessMode::Open : AccessMode::Closed;
}

QString nameOf(AccessMode mode)
{
    switch (mode) {
    case AccessMode::Open: return u"OPEN"_s;
    case AccessMode::TestWindow: return u"TEST_WINDOW"_s;
    case AccessMode::Closed: break;
    }
    return u"CLOSED"_s;
}

Access accessFor(const HotValues &values, const QString &account, Instant now)
{
    Access access;
    access.mode = accessModeFrom(values.text(key("access.mode")));
    if (access.mode != AccessMode::TestWindow) {
        access.admitted = access.mode == AccessMode::Open;
        return access;
    }
    if (!account.isEmpty() && values.list(key("access.testers")).contains(account, Qt::CaseInsensitive)) {
        access.admitted = true;
        return access;
    }
    const auto zone = zoneNamed(values.text(key("access.timeZone")));
    const auto windows = zone ? TimeWindows::parse(values.list(key("access.window")), *zone) : std::nullopt;
    if (!windows)
        return access; // A window nobody can read is closed.
    access.admitted = windows->contains(now);
    if (!access.admitted)
        access.opensAt = windows->nextStart(now);
    return access;
}

} // namespace slipway::configuration
