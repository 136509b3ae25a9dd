// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/guard.h"

namespace slipway::test {

/// What one connection's bytes came to.
struct Reading {
    QList<QByteArray> requests; ///< "METHOD path body"
    int refusal = 0;
    bool unfinished = false;

    bool operator==(const Reading &) const = default;
};

/// Feeds \a pieces one after the other, as a connection would, with a route that takes every body up to 1000 bytes.
Reading readingOf(const QList<QByteArray> &pieces, httpserver::BodyMode mode = httpserver::BodyMode::Chunked);

} // namespace slipway::test
