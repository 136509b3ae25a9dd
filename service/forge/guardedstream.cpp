// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/guardedstream.h"

#include <git2.h>
#include <git2/sys/stream.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace slipway::forge {

using namespace Qt::StringLiterals;
using std::chrono::ceil;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

constexpr milliseconds slice { 200 };
thread_local NetworkGuard *currentGuard = nullptr;

} // namespace

NetworkGuard::NetworkGuard(Limits limits, const std::atomic<bool> *cancel)
    : m_limits(limits)
    , m_deadline(steady_clock::now() + limits.total)
    , m_cancel(cancel)
{
    currentGuard = this;
}

NetworkGuard::~NetworkGuard() { currentGuard = nullptr; }

NetworkGuard *NetworkGuard::current() { return currentGuard; }

bool NetworkGuard::mayGoOn()
{
    if (m_cancel && m_cancel->load(std::memory_order_relaxed))
        m_stopped = u"ended because the service stops"_s;
    else if (steady_clock::now() >= m_deadline)
        m_stopped = u"not finished within %1 ms"_s.arg(m_limits.total.count());
    return m_stopped.isEmpty();
}

bool NetworkGuard::waitFor(int descriptor, short events, milliseconds limit)
{
    const auto until = std::min(m_deadline, steady_clock::now() + limit);
    while (mayGoOn()) {
        const auto left = until - steady_clock::now();
        if (left <= steady_clock::duration::zero()) {
            m_stopped = u"nothing moved for %1 ms"_s.arg(limit.count());
            return false;
        }
        pollfd watched { descriptor, events, 0 };
        const int ready = ::poll(&watched, 1, int(std::min(slice, ceil<milliseconds>(left)).count()));
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
    }
    return false;
}

namespace {

/// libgit2 knows streams as C structures that begin with its own part.
struct SocketStream {
    git_stream base;
    int descriptor;
    char *host;
    char *port;
};

int failWith(const char *text)
{
    git_error_set_str(GIT_ERROR_NET, text);
    return -1;
}

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

/// getaddrinfo() that gives up in time: the resolver itself would block for as long as its configuration says.
struct Lookup {
    gaicb request {};
    addrinfo hints {};
    std::string host;
    std::string port;
};

AddressList resolve(const char *host, const char *port, milliseconds limit)
{
    AddressList none(nullptr, &::freeaddrinfo);
    auto lookup = std::make_unique<Lookup>();
    lookup->host = host;
    lookup->port = port;
    lookup->hints.ai_socktype = SOCK_STREAM;
    lookup->request.ar_name = lookup->host.c_str();
    lookup->request.ar_service = lookup->port.c_str();
    lookup->request.ar_request = &lookup->hints;
    gaicb *list[] = { &lookup->request };
    if (::getaddrinfo_a(GAI_NOWAIT, list, 1, nullptr) != 0)
        return none;
    const auto until = steady_clock::now() + limit;
    while (::gai_error(list[0]) == EAI_INPROGRESS) {
        const auto left = until - steady_clock::now();
        if (left <= steady_clock::duration::zero()) {
            // A look-up that cannot be called back still writes into its request, which therefore must stay.
            if (::gai_cancel(list[0]) != EAI_CANCELED)
                (void)lookup.release();
            return none;
        }
        const auto whole = std::chrono::duration_cast<std::chrono::nanoseconds>(left).count();
        const timespec wait { time_t(whole / 1'000'000'000), long(whole % 1'000'000'000) };
        ::gai_suspend(list, 1, &wait);
    }
    if (::gai_error(list[0]) != 0)
        return none;
    return { lookup->request.ar_result, &::freeaddrinfo };
}

int connectTo(const addrinfo &address, NetworkGuard &guard)
{
    const int descriptor = ::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return failWith(std::strerror(errno));
    int problem = 0;
    socklen_t size = sizeof problem;
    if (::connect(descriptor, address.ai_addr, address.ai_addrlen) < 0 && errno != EINPROGRESS)
        problem = errno;
    else if (!guard.waitFor(descriptor, POLLOUT, guard.limits().connect))
        problem = ETIMEDOUT;
    else
        ::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &problem, &size);
    if (problem != 0) {
        ::close(descriptor);
        return failWith(std::strerror(problem));
    }
    const int on = 1;
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return descriptor;
}

int streamConnect(git_stream *base)
{
    auto *stream = reinterpret_cast<SocketStream *>(base);
    NetworkGuard *guard = currentGuard;
    if (!guard)
        return failWith("a transfer without a guard");
    const AddressList addresses = resolve(stream->host, stream->port, guard->limits().connect);
    if (!addresses)
        return failWith("the host name could not be resolved");
    for (const addrinfo *address = addresses.get(); address; address = address->ai_next) {
        stream->descriptor = connectTo(*address, *guard);
        if (stream->descriptor >= 0)
            return 0;
        if (!guard->mayGoOn())
            break;
    }
    return -1;
}

ssize_t streamRead(git_stream *base, void *to, size_t most)
{
    const auto *stream = reinterpret_cast<SocketStream *>(base);
    NetworkGuard *guard = currentGuard;
    if (!guard)
        return failWith("a transfer without a guard");
    for (;;) {
        const ssize_t count = ::recv(stream->descriptor, to, most, 0);
        // Data that drips without a pause never meets the idle limit, only this one.
        if (count >= 0)
            return guard->mayGoOn() ? count : failWith("timeout");
        if (errno != EAGAIN && errno != EINTR)
            return failWith(std::strerror(errno));
        if (!guard->waitFor(stream->descriptor, POLLIN, guard->limits().idle))
            return failWith("timeout");
    }
}

ssize_t streamWrite(git_stream *base, const char *bytes, size_t count, int)
{
    const auto *stream = reinterpret_cast<SocketStream *>(base);
    NetworkGuard *guard = currentGuard;
    if (!guard)
        return failWith("a transfer without a guard");
    for (;;) {
        const ssize_t written = ::send(stream->descriptor, bytes, count, MSG_NOSIGNAL);
        if (written >= 0)
            return guard->mayGoOn() ? written : failWith("timeout");
        if (errno != EAGAIN && errno != EINTR)
            return failWith(std::strerror(errno));
        if (!guard->waitFor(stream->descriptor, POLLOUT, guard->limits().idle))
            return failWith("timeout");
    }
}

int streamClose(git_stream *base)
{
    auto *stream = reinterpret_cast<SocketStream *>(base);
    if (stream->descriptor >= 0)
        ::close(stream->descriptor);
    stream->descriptor = -1;
    return 0;
}

void streamFree(git_stream *base)
{
    streamClose(base);
    auto *stream = reinterpret_cast<SocketStream *>(base);
    ::free(stream->host);
    ::free(stream->port);
    delete stream;
}

int streamCreate(git_stream **out, const char *host, const char *port)
{
    auto *stream = new SocketStream {};
    stream->base.version = GIT_STREAM_VERSION;
    stream->base.connect = streamConnect;
    stream->base.read = streamRead;
    stream->base.write = streamWrite;
    stream->base.close = streamClose;
    stream->base.free = streamFree;
    stream->descriptor = -1;
    stream->host = ::strdup(host);
    stream->port = ::strdup(port);
    *out = &stream->base;
    return 0;
}

} // namespace

int registerGuardedStream()
{
    git_stream_registration registration {};
    registration.version = 1;
    registration.init = streamCreate;
    return git_stream_register(GIT_STREAM_STANDARD, &registration);
}

} // namespace slipway::forge
