// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/responder.h"

#include "service/httpserver/replysink.h"

namespace slipway::httpserver {

void Stream::write(const QByteArray &bytes)
{
    if (m_sink)
        m_sink->write(bytes);
}

void Stream::finish()
{
    if (m_sink)
        m_sink->end(Delivery::Kind::End);
}

void Stream::abort()
{
    if (m_sink)
        m_sink->end(Delivery::Kind::Abort);
}

bool Stream::isOpen() const { return m_sink && m_sink->isOpen(); }

qint64 Stream::pendingBytes() const { return m_sink ? m_sink->pendingBytes() : 0; }

void Stream::onProgress(std::function<void()> ready)
{
    if (m_sink)
        m_sink->setReady(std::move(ready));
}

Responder::Responder(std::shared_ptr<ReplySink> sink)
    : m_sink(std::move(sink))
{
}

void Responder::send(Reply reply)
{
    if (m_sink)
        m_sink->answer(Delivery::Kind::Answer, std::move(reply));
}

Stream Responder::stream(Reply head)
{
    Stream stream;
    if (m_sink && m_sink->answer(Delivery::Kind::Begin, std::move(head)))
        stream.m_sink = m_sink;
    return stream;
}

void Responder::drop()
{
    if (m_sink)
        m_sink->answer(Delivery::Kind::Drop, {});
}

void Responder::sendCut(Reply reply, qsizetype bytes)
{
    if (m_sink)
        m_sink->answer(Delivery::Kind::Cut, std::move(reply), bytes);
}

bool Responder::clientGone() const { return m_sink && m_sink->clientGone(); }

} // namespace slipway::httpserver
