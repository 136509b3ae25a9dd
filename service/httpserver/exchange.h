// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/delivery.h"
#include "service/httpserver/replywriter.h"
#include "service/httpserver/router.h"

namespace slipway::httpserver {

/// One request on its way to its reply, in the place it has among the others of its connection.
struct Exchange {
    enum class State : quint8 {
        Waiting, ///< For requests in front of it that must be finished first.
        Running, ///< The handler has it.
        Answered, ///< The reply waits for its turn.
        Streaming, ///< The reply is being made.
    };

    quint64 id = 0;
    State state = State::Waiting;
    std::shared_ptr<Request> request; ///< Null when not even its head could be read.
    const Route *route = nullptr; ///< Null when the server answers by itself.
    bool complete = false; ///< The whole request has arrived: the completion hook hears of it.
    bool headOnly = false; ///< HEAD: the reply's fields without its body.
    bool http10 = false;
    bool close = false;

    std::shared_ptr<ReplyState> replyState;
    Reply reply;
    Framing framing = Framing::Length;
    qsizetype cut = -1; ///< Send only so many bytes, then end the connection.
    int reportedStatus = 0;

    bool headSent = false;
    std::vector<QByteArray> streamed; ///< Body parts that wait for their turn.
    bool ended = false;
    bool aborted = false;

    bool isSafe() const
    {
        return request
            && (request->method == Method::Get || request->method == Method::Head || request->method == Method::Options);
    }
    bool isFinished() const { return state == State::Answered; }
};

} // namespace slipway::httpserver
