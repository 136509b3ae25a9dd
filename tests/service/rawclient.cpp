// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/rawclient.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace slipway::test {
namespace {

constexpr int patience = 20'000;

QByteArray valueOf(const QByteArray &head, const QByteArray &name)
{
    const qsizetype at = head.indexOf("\r\n" + name + ": ");
    if (at < 0)
        return {};
    const qsizetype from = at + name.size() + 4;
    return head.mid(from, head.indexOf("\r\n", from) - from);
}

QByteArray takeChunks(QByteArray &bytes)
{
    QByteArray body;
    for (;;) {
        const qsizetype end = bytes.indexOf("\r\n");
        const qsizetype size = end < 0 ? 0 : bytes.left(end).toLongLong(nullptr, 16);
        if (size == 0) {
            bytes.remove(0, end < 0 ? bytes.size() : end + 4);
            return body;
        }
        body += bytes.mid(end + 2, size);
        bytes.remove(0, end + 2 + size + 2);
    }
}

} // namespace

RawClient::RawClient(quint16 port, int receiveBuffer)
    : m_descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    if (receiveBuffer > 0)
        ::setsockopt(m_descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, sizeof receiveBuffer);
    const int on = 1;
    ::setsockopt(m_descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(m_descriptor, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0)
        close();
}

RawClient::~RawClient() { close(); }

RawClient::RawClient(RawClient &&other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_received(std::move(other.m_received))
{
}

void RawClient::close()
{
    if (m_descriptor >= 0)
        ::close(std::exchange(m_descriptor, -1));
}

void RawClient::reset()
{
    const linger none { 1, 0 };
    ::setsockopt(m_descriptor, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    close();
}

bool RawClient::wait(short events)
{
    pollfd descriptor { m_descriptor, events, 0 };
    return m_descriptor >= 0 && ::poll(&descriptor, 1, patience) == 1;
}

qint64 RawClient::send(const QByteArray &bytes)
{
    qint64 sent = 0;
    while (sent < bytes.size() && wait(POLLOUT)) {
        const ssize_t part =
            ::send(m_descriptor, bytes.constData() + sent, size_t(bytes.size() - sent), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (part < 0 && errno != EAGAIN)
            break;
        sent += qMax<ssize_t>(0, part);
    }
    return sent;
}

QByteArray RawClient::receiveSome(qsizetype most)
{
    if (!m_received.isEmpty())
        return std::exchange(m_received, {});
    QByteArray bytes(most, Qt::Uninitialized);
    if (!wait(POLLIN))
        return {};
    const ssize_t count = ::recv(m_descriptor, bytes.data(), size_t(most), 0);
    bytes.truncate(qMax<ssize_t>(0, count));
    return bytes;
}

QByteArray RawClient::receiveUntil(const QByteArray &end, int times)
{
    QByteArray all;
    qsizetype searched = 0;
    for (int found = 0; found < times;) {
        const qsizetype at = all.indexOf(end, searched);
        if (at >= 0) {
            searched = at + end.size();
            ++found;
            continue;
        }
        const QByteArray part = receiveSome(64 * 1024);
        if (part.isEmpty())
            return all;
        all += part;
    }
    m_received = all.mid(searched);
    return all.left(searched);
}

QByteArray RawClient::receiveAll()
{
    QByteArray all;
    for (QByteArray part = receiveSome(1 << 20); !part.isEmpty(); part = receiveSome(1 << 20))
        all += part;
    return all;
}

bool RawClient::isEnded()
{
    if (m_descriptor < 0)
        return true;
    if (!m_received.isEmpty() || !wait(POLLIN))
        return false;
    char byte = 0;
    return ::recv(m_descriptor, &byte, 1, MSG_PEEK) <= 0;
}

QList<RawReply> repliesIn(QByteArray bytes)
{
    QList<RawReply> replies;
    while (!bytes.isEmpty()) {
        const qsizetype end = bytes.indexOf("\r\n\r\n");
        if (end < 0)
            break;
        RawReply reply;
        reply.head = bytes.left(end + 2).toLower();
        reply.status = reply.head.mid(9, 3).toInt();
        bytes.remove(0, end + 4);
        const QByteArray length = valueOf(reply.head, "content-length");
        if (!length.isEmpty())
            reply.body = bytes.left(length.toLongLong());
        bytes.remove(0, reply.body.size());
        if (reply.head.contains("transfer-encoding: chunked"))
            reply.body = takeChunks(bytes);
        else if (length.isEmpty() && reply.head.contains("connection: close"))
            reply.body = std::exchange(bytes, {});
        replies.append(reply);
    }
    return replies;
}

} // namespace slipway::test
