// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/message.h"
#include "shared/errorcode.h"

#include <QJsonValue>

#include <chrono>
#include <functional>
#include <optional>

namespace slipway {

/// What a handler answers. The pipeline wraps it in the envelope (unless the route is bare) and adds the trace id.
struct Reply {
    Code code = Code::Ok;
    QJsonValue data = QJsonValue::Null;
    QList<httpserver::Header> headers;
    /// Overrides the code's own status, for 304.
    std::optional<int> httpStatus;
    /// Set: nothing has changed yet. The pipeline keeps the client and calls the handler again when the operation named here
    /// changes, at the latest when `until` is over; no worker is held meanwhile.
    struct LongPoll {
        QString operationId;
        qint64 afterVersion;
        std::chrono::milliseconds wait;
    };
    std::optional<LongPoll> longPoll;
    /// Set: the answer is a stream of events about what changes, from the event named here on; empty: from now on. Everything else in the
    /// reply is without meaning then.
    struct EventStream {
        QString after;
    };
    std::optional<EventStream> events;
};

} // namespace slipway
