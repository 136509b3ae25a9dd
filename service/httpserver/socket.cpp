// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/socket.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace slipway::httpserver {

Socket::Socket(Environment &environment, int descriptor, quint64 key)
    : m_environment(environment)
    , m_descriptor(descriptor)
    , m_key(key)
    , m_interest(EPOLLIN | EPOLLRDHUP)
    , m_lastProgress(environment.now)
{
    const int on = 1;
    ::setsockopt(m_descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    m_watched = environment.poller.watch(m_descriptor, m_key, m_interest);
}

Socket::~Socket() { ::close(m_descriptor); }

Socket::Received Socket::receive(QByteArrayView &bytes)
{
    std::vector<char> &room = m_environment.scratch;
    for (;;) {
        const ssize_t count = ::recv(m_descriptor, room.data(), room.size(), MSG_DONTWAIT);
        if (count > 0) {
            bytes = QByteArrayView(room.data(), count);
            return Received::Bytes;
        }
        if (count == 0)
            return Received::End;
        if (errno != EINTR)
            return errno == EAGAIN ? Received::Nothing : Received::End;
    }
}

void Socket::setReading(bool reading)
{
    m_reading = reading;
    updateInterest();
}

void Socket::updateInterest()
{
    const quint32 wanted = EPOLLRDHUP | (m_reading ? EPOLLIN : 0u) | (m_queuedBytes > 0 ? EPOLLOUT : 0u);
    if (wanted != m_interest) {
        m_interest = wanted;
        m_environment.poller.change(m_descriptor, m_key, wanted);
    }
}

void Socket::queue(QByteArray bytes, std::shared_ptr<ReplyState> owner, qint64 payload)
{
    if (bytes.isEmpty())
        return;
    if (m_queuedBytes == 0)
        m_lastProgress = m_environment.now;
    m_queuedBytes += bytes.size();
    m_segments.push_back({ std::move(bytes), std::move(owner), payload });
}

bool Socket::flush()
{
    constexpr size_t mostParts = 32;
    while (!m_segments.empty()) {
        std::array<iovec, mostParts> parts;
        size_t count = 0;
        for (const Segment &segment : m_segments) {
            if (count == mostParts)
                break;
            parts[count++] = { const_cast<char *>(segment.bytes.constData()) + segment.sent,
                               size_t(segment.bytes.size() - segment.sent) };
        }
        msghdr message {};
        message.msg_iov = parts.data();
        message.msg_iovlen = count;
        const ssize_t sent = ::sendmsg(m_descriptor, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && errno != EAGAIN)
            return false;
        if (sent < 0)
            break;
        m_lastProgress = m_environment.now;
        m_queuedBytes -= sent;
        book(sent);
    }
    updateInterest();
    return true;
}

void Socket::book(qsizetype sent)
{
    while (sent > 0) {
        Segment &segment = m_segments.front();
        const qsizetype part = qMin(sent, segment.bytes.size() - segment.sent);
        const qsizetype frame = segment.bytes.size() - segment.payload;
        const qint64 paidBefore = qMax<qint64>(0, segment.sent - frame);
        segment.sent += part;
        sent -= part;
        const qint64 paid = qMax<qint64>(0, segment.sent - frame) - paidBefore;
        const std::shared_ptr<ReplyState> owner = segment.owner;
        if (segment.sent == segment.bytes.size())
            m_segments.pop_front();
        if (owner && paid > 0)
            owner->sent(paid);
    }
}

void Socket::endWriting() { ::shutdown(m_descriptor, SHUT_WR); }

} // namespace slipway::httpserver
