// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/delivery.h"

namespace slipway::httpserver {

/// The handle behind Responder and Stream: turns their calls into deliveries and sees to it that exactly one answer is
/// given. It is held by them alone, so that its end means nobody is left who could answer.
class ReplySink {
public:
    explicit ReplySink(std::shared_ptr<ReplyState> state);
    ~ReplySink();
    ReplySink(const ReplySink &) = delete;
    ReplySink &operator=(const ReplySink &) = delete;

    /// False when an answer was given before.
    bool answer(Delivery::Kind kind, Reply reply, qsizetype cut = 0);

    void write(const QByteArray &bytes);
    void end(Delivery::Kind kind);
    void setReady(std::function<void()> ready);

    bool isOpen() const;
    bool clientGone() const { return m_state->gone; }
    qint64 pendingBytes() const { return m_state->pending; }

private:
    enum class Phase : quint8 { Unanswered, Streaming, Ended };

    bool post(Delivery::Kind kind, Reply reply = {}, QByteArray bytes = {}, qsizetype cut = 0);

    std::shared_ptr<ReplyState> m_state;
    std::atomic<Phase> m_phase { Phase::Unanswered };
};

} // namespace slipway::httpserver
