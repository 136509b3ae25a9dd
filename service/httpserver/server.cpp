// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/server.h"

#include "service/httpserver/acceptor.h"
#include "service/httpserver/connection.h"
#include "shared/error.h"

#include <QTimer>

#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <unordered_map>

namespace slipway::httpserver {
namespace {

using namespace std::chrono_literals;

constexpr quint64 mailboxKey = 0;
/// So many rounds of answers before other events of the loop get their turn.
constexpr int mostRounds = 64;

std::chrono::milliseconds sweepInterval(const Limits &limits)
{
    const auto shortest = std::min({ limits.headDeadline, limits.bodyDeadline, limits.idleDeadline, limits.requestDeadline });
    return std::clamp<std::chrono::milliseconds>(shortest / 4, 10ms, 250ms);
}

/// Half of the descriptors at most: files, database and outbound connections need theirs.
size_t connectionCap(const Limits &limits)
{
    rlimit descriptors {};
    if (::getrlimit(RLIMIT_NOFILE, &descriptors) != 0 || descriptors.rlim_cur == RLIM_INFINITY)
        return size_t(limits.connections);
    return size_t(std::min<rlim_t>(rlim_t(limits.connections), descriptors.rlim_cur / 2));
}

} // namespace

class Server::Private {
public:
    Private(Server *server, std::shared_ptr<const Router> router, Limits limits, Hooks hooks);
    ~Private();

    void admit(int descriptor);
    void turn(std::span<const epoll_event> events);
    void sweep();
    void drain();
    void end();

    Environment environment;
    std::vector<Acceptor *> acceptors;
    std::unordered_map<quint64, std::unique_ptr<Connection>> connections;

private:
    template <class Work>
    void inTurn(Work &&work);
    void touch(Connection &connection);
    void settleTouched();
    void deliverPosted();
    void removeOver();
    void announceDrained();

    Server *m_server;
    const size_t m_cap;
    quint64 m_lastId = mailboxKey;
    std::vector<Connection *> m_touched;
    std::vector<quint64> m_over;
    bool m_inTurn = false;
    bool m_announced = false;
    QTimer m_sweeper;
};

Server::Private::Private(Server *server, std::shared_ptr<const Router> router, Limits limits, Hooks hooks)
    : environment { std::move(router), limits, std::move(hooks), Poller([this](auto events) { turn(events); }),
                    std::make_shared<Mailbox>() }
    , m_server(server)
    , m_cap(connectionCap(limits))
{
    environment.now = std::chrono::steady_clock::now();
    environment.poller.watch(environment.mailbox->descriptor(), mailboxKey, EPOLLIN);
    QObject::connect(&m_sweeper, &QTimer::timeout, server, [this] { sweep(); });
    m_sweeper.start(sweepInterval(limits));
}

Server::Private::~Private()
{
    for (const auto &[id, connection] : connections)
        connection->leave();
    connections.clear();
    environment.mailbox->close();
}

void Server::Private::admit(int descriptor)
{
    if (connections.size() >= m_cap) {
        // One try, then the descriptor is free again: a client above the cap must not cost anything that lasts.
        const Reply busy = environment.errorReply(503, nullptr);
        const QByteArray refusal = composeHead(busy, Framing::Length, true, environment.date.now()) + busy.body;
        ::send(descriptor, refusal.constData(), size_t(refusal.size()), MSG_NOSIGNAL | MSG_DONTWAIT);
        ::close(descriptor);
        return;
    }
    environment.now = std::chrono::steady_clock::now();
    const quint64 id = ++m_lastId;
    auto connection = std::make_unique<Connection>(environment, descriptor, id);
    if (connection->isWatched())
        connections.emplace(id, std::move(connection));
}

/// Runs \a work, then everything that follows from it, with the mailbox needing no wake-ups meanwhile.
template <class Work>
void Server::Private::inTurn(Work &&work)
{
    if (m_inTurn)
        return; // A handler that spins an event loop of its own must not get in here a second time.
    m_inTurn = true;
    environment.now = std::chrono::steady_clock::now();
    environment.mailbox->setAwake(true);
    work();
    settleTouched();
    for (int round = 0; round < mostRounds && !environment.mailbox->isEmpty(); ++round)
        deliverPosted();
    environment.mailbox->setAwake(false);
    m_inTurn = false;
    removeOver();
}

void Server::Private::turn(std::span<const epoll_event> events)
{
    inTurn([&] {
        for (const epoll_event &event : events) {
            const auto found = connections.find(event.data.u64);
            if (found == connections.end())
                continue;
            found->second->handle(event.events);
            touch(*found->second);
        }
    });
}

void Server::Private::touch(Connection &connection)
{
    if (!std::exchange(connection.touched, true))
        m_touched.push_back(&connection);
}

void Server::Private::settleTouched()
{
    for (Connection *connection : std::exchange(m_touched, {})) {
        connection->touched = false;
        connection->settle();
        if (connection->isOver())
            m_over.push_back(connection->id());
    }
}

void Server::Private::deliverPosted()
{
    for (Delivery &delivery : environment.mailbox->collect()) {
        const auto found = connections.find(delivery.state->connection);
        if (found != connections.end()) {
            found->second->deliver(delivery);
            touch(*found->second);
        } else if (delivery.kind == Delivery::Kind::Progress) {
            delivery.state->callReadyAndForget(); // So that a producer that came too late hears that nobody listens.
        }
    }
    settleTouched();
}

void Server::Private::removeOver()
{
    for (quint64 id : std::exchange(m_over, {}))
        connections.erase(id);
    announceDrained();
}

void Server::Private::sweep()
{
    inTurn([this] {
        for (const auto &[id, connection] : connections) {
            connection->sweep();
            touch(*connection);
        }
    });
}

void Server::Private::drain()
{
    if (m_inTurn) { // A handler asks for it: after its turn.
        QMetaObject::invokeMethod(m_server, &Server::drain, Qt::QueuedConnection);
        return;
    }
    if (std::exchange(environment.draining, true))
        return;
    for (Acceptor *acceptor : acceptors)
        acceptor->finish();
    inTurn([this] {
        for (const auto &[id, connection] : connections) {
            connection->drain();
            touch(*connection);
        }
    });
    QTimer::singleShot(environment.limits.drainDeadline, m_server, [this] { end(); });
}

void Server::Private::end()
{
    inTurn([this] {
        for (const auto &[id, connection] : connections) {
            connection->leave();
            touch(*connection);
        }
    });
}

void Server::Private::announceDrained()
{
    if (!environment.draining || !connections.empty() || std::exchange(m_announced, true))
        return;
    QMetaObject::invokeMethod(m_server, &Server::drained, Qt::QueuedConnection);
}

Server::Server(std::shared_ptr<const Router> router, Limits limits, Hooks hooks, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, std::move(router), limits, std::move(hooks)))
{
}

Server::~Server() = default;

quint16 Server::listen(const QHostAddress &address, quint16 port)
{
    auto acceptor = std::make_unique<Acceptor>([this](int descriptor) { d->admit(descriptor); });
    if (!acceptor->listen(address, port))
        throw Error(
            Code::Unavailable,
            QStringLiteral("cannot listen on %1:%2: %3").arg(address.toString()).arg(port).arg(acceptor->errorString()));
    const quint16 chosen = acceptor->serverPort();
    d->acceptors.push_back(acceptor.get());
    if (d->environment.parser)
        acceptor.release()->setParent(this);
    else
        d->environment.parser = std::make_unique<RequestParser>(acceptor.release());
    return chosen;
}

void Server::drain() { d->drain(); }

int Server::connectionCount() const { return int(d->connections.size()); }

} // namespace slipway::httpserver
