// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/bootsettings.h"
#include "service/httpserver/message.h"

namespace slipway::http {

/// Who really sent the request: X-Forwarded-For is walked from the right, past trusted proxies only, because everything
/// left of the last trusted hop was written by whoever wanted to be somebody else. Without trusted proxies it is the
/// peer.
QHostAddress clientAddress(const httpserver::Request &request, const QList<configuration::Network> &trusted);

bool isTrusted(const QHostAddress &address, const QList<configuration::Network> &trusted);

/// The address as a subject of the rate limit: IPv6 by /64, since one household owns that many; IPv4 in IPv6 clothes as
/// IPv4.
QString limitSubject(const QHostAddress &address);

} // namespace slipway::http
