// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/servedroutes.h"

#include <ctime>
#include <stdexcept>

namespace slipway::test {

using namespace httpserver;

namespace {

constexpr std::chrono::seconds serverPatience { 60 };

Route routeOf(Method method, const QByteArray &pattern, Handler handler, BodyMode mode = BodyMode::None, qint64 limit = 0)
{
    static int tag = 0;
    return { method, pattern, mode, limit, std::move(handler), ++tag };
}

} // namespace

ServedRoutes::ServedRoutes(Limits limits)
{
    m_thread.start();
    m_context.moveToThread(&m_thread);
    inServerThread([this, limits] {
        m_server = std::make_unique<Server>(routes(), limits, hooks());
        m_port = m_server->listen(QHostAddress::LocalHost, 0);
        QObject::connect(m_server.get(), &Server::drained, &m_context, [this] {
            const std::lock_guard guard(m_lock);
            m_drained = true;
        });
    });
}

ServedRoutes::~ServedRoutes()
{
    inServerThread([this] {
        m_server.reset();
        m_context.moveToThread(nullptr);
    });
    m_thread.quit();
    m_thread.wait();
}

Hooks ServedRoutes::hooks()
{
    Hooks hooks;
    hooks.errorReply = [](int status, const Request *) {
        return Reply { status, "application/json", "{\"code\":" + QByteArray::number(status) + '}', {}, false };
    };
    hooks.completed = [this](int tag, const Request &request, int status, std::chrono::microseconds, bool gone) {
        const std::lock_guard guard(m_lock);
        m_completed.append({ tag, request.path, status, gone });
        m_changed.notify_all();
    };
    return hooks;
}

std::shared_ptr<Router> ServedRoutes::routes()
{
    auto router = std::make_shared<Router>();
    const auto held = [this](const RequestPtr &request, const Responder &responder) { hold(request, responder); };
    const auto now = [](const RequestPtr &request, Responder responder) {
        responder.send({ 200, "text/plain", request->body.isEmpty() ? "now" : request->body, {}, false });
    };
    router->add(routeOf(Method::Get, "/now", now));
    router->add(routeOf(Method::Get, "/held/{name}", held));
    router->add(routeOf(Method::Get, "/stream", held));
    router->add(routeOf(Method::Post, "/held", held, BodyMode::Buffered, 1024));
    router->add(routeOf(Method::Post, "/small", now, BodyMode::Buffered, 1024));
    router->add(routeOf(Method::Post, "/coded", now, BodyMode::Chunked, 1024));
    router->add(routeOf(
        Method::Post, "/large",
        [](const RequestPtr &request, Responder responder) {
            responder.send({ 200, "text/plain", QByteArray::number(request->body.size()), {}, false });
        },
        BodyMode::Chunked, 64 * 1024 * 1024));
    router->add(
        routeOf(Method::Get, "/throws", [](const RequestPtr &, const Responder &) { throw std::runtime_error("secret"); }));
    router->add(routeOf(Method::Get, "/forgets", [](const RequestPtr &, const Responder &) {}));
    return router;
}

void ServedRoutes::hold(RequestPtr request, Responder responder)
{
    const std::lock_guard guard(m_lock);
    m_held.emplace_back(std::move(request), std::move(responder));
    m_changed.notify_all();
}

std::vector<std::pair<RequestPtr, ServedRoutes::Responder>> ServedRoutes::takeHeld(size_t count)
{
    std::unique_lock guard(m_lock);
    m_changed.wait_for(guard, serverPatience, [&] { return m_held.size() >= count; });
    return std::exchange(m_held, {});
}

size_t ServedRoutes::heldCount() const
{
    const std::lock_guard guard(m_lock);
    return m_held.size();
}

QList<Completed> ServedRoutes::completed(qsizetype count) const
{
    std::unique_lock guard(m_lock);
    m_changed.wait_for(guard, serverPatience, [&] { return m_completed.size() >= count; });
    return m_completed;
}

QList<Completed> ServedRoutes::completedSoFar() const
{
    const std::lock_guard guard(m_lock);
    return m_completed;
}

void ServedRoutes::inServerThread(const std::function<void()> &work) const
{
    QMetaObject::invokeMethod(const_cast<QObject *>(&m_context), work, Qt::BlockingQueuedConnection);
}

void ServedRoutes::drain()
{
    inServerThread([this] { m_server->drain(); });
}

bool ServedRoutes::isDrained() const
{
    const std::lock_guard guard(m_lock);
    return m_drained;
}

int ServedRoutes::connectionCount() const
{
    int count = 0;
    inServerThread([&] { count = m_server->connectionCount(); });
    return count;
}

std::chrono::nanoseconds ServedRoutes::cpuTime() const
{
    timespec used {};
    inServerThread([&] { ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used); });
    return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

} // namespace slipway::test
