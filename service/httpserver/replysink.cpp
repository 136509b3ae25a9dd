// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/replysink.h"

#include "service/httpserver/mailbox.h"

namespace slipway::httpserver {

ReplySink::ReplySink(std::shared_ptr<ReplyState> state)
    : m_state(std::move(state))
{
}

ReplySink::~ReplySink()
{
    switch (m_phase.load()) {
    case Phase::Unanswered: post(Delivery::Kind::Forgotten); break;
    case Phase::Streaming: post(Delivery::Kind::Abort); break;
    case Phase::Ended: break;
    }
}

bool ReplySink::post(Delivery::Kind kind, Reply reply, QByteArray bytes, qsizetype cut)
{
    return m_state->mailbox->post({ m_state, kind, std::move(reply), std::move(bytes), cut });
}

bool ReplySink::answer(Delivery::Kind kind, Reply reply, qsizetype cut)
{
    Phase expected = Phase::Unanswered;
    const Phase next = kind == Delivery::Kind::Begin ? Phase::Streaming : Phase::Ended;
    if (!m_phase.compare_exchange_strong(expected, next))
        return false;
    post(kind, std::move(reply), {}, cut);
    return true;
}

void ReplySink::write(const QByteArray &bytes)
{
    if (bytes.isEmpty() || !isOpen())
        return;
    m_state->pending.fetch_add(bytes.size());
    post(Delivery::Kind::Bytes, {}, bytes);
}

void ReplySink::end(Delivery::Kind kind)
{
    Phase expected = Phase::Streaming;
    if (m_phase.compare_exchange_strong(expected, Phase::Ended))
        post(kind);
}

void ReplySink::setReady(std::function<void()> ready)
{
    {
        const std::lock_guard guard(m_state->lock);
        m_state->ready.swap(ready); // The old one goes after the lock.
    }
    // The bytes, or the client, may have left before anybody listened: the server looks once more.
    if (!post(Delivery::Kind::Progress))
        m_state->forgetReady();
}

bool ReplySink::isOpen() const { return m_phase == Phase::Streaming && !m_state->gone; }

} // namespace slipway::httpserver
