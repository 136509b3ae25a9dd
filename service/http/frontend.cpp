// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/frontend.h"

#include "service/configuration/hotconfig.h"
#include "service/configuration/tomlfile.h"
#include "service/http/versions.h"

#include <QLoggingCategory>

#include <exception>
#include <stdexcept>

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;

Q_LOGGING_CATEGORY(logFrontend, "slipway.http")

httpserver::BodyMode bodyModeOf(const Route &route)
{
    return route.body == Body::None ? httpserver::BodyMode::None : httpserver::BodyMode::Buffered;
}

void warn(const QString &path, const QStringList &problems)
{
    for (const QString &problem : problems)
        qCWarning(logFrontend).noquote() << path + u": "_s + problem;
}

/// Nothing asks the permission service longer than either of its two limits allows.
std::unique_ptr<PermissionService> serviceOf(const Services &services)
{
    if (services.boot->permission.source != configuration::PermissionSource::Http)
        return nullptr;
    return std::make_unique<PermissionService>(QUrl(services.boot->permission.url), *services.clock);
}

std::function<std::chrono::milliseconds()> permissionDeadline(const Services &services)
{
    return [config = services.config, most = services.boot->permission.timeout] {
        return std::min(most, config->duration(key("deadline.permissionMs")));
    };
}

/// Threads that ask other systems for gates; the queue is what may wait for them.
constexpr int doorThreads = 8;
constexpr int doorQueue = 512;

} // namespace

Frontend::Frontend(Services &services, std::span<const Route> routes, LongPoll::Lookup lookup, httpserver::Limits limits,
                   Surroundings surroundings)
    : m_services(services)
    , m_identities(*services.boot, *services.clock)
    , m_permissions(serviceOf(services), permissionDeadline(services))
    , m_metrics(routes)
    , m_refusals(*services.clock)
    , m_limiter(limiterSurroundings(surroundings), *services.clock)
    , m_workers(services.boot->http.workers, services.boot->http.queue)
    , m_door(doorThreads, doorQueue)
    , m_waiting(lookup ? std::move(lookup) : versionsFromDatabase(services),
                [config = services.config] { return config->duration(key("http.longPollTickMs")); })
    , m_feed(changesFromDatabase(services), [config = services.config] { return config->duration(key("http.longPollTickMs")); })
    , m_pipeline(routes,
                 { services, m_identities, m_permissions, m_limiter, m_metrics, m_door, m_workers, m_waiting, m_feed, m_refusals,
                   std::move(surroundings.denied), std::move(surroundings.unreadable) })
{
    // The compiler checks the service's own table; a table made elsewhere is checked here.
    if (!check::everyRouteIsComplete(routes) || !check::admissionsAreWhole(routes) || !check::pathsAreUnique(routes))
        throw std::logic_error("a route lacks a policy field, or two routes share method and path");
    if (services.boot->http.loops > 1)
        qCWarning(logFrontend, "http.loops is %d, but this version runs one event loop", services.boot->http.loops);
    watchStaff();
    watchRoles();
    httpserver::Hooks hooks;
    hooks.errorReply = [this](int status, const httpserver::Request *request) {
        return m_pipeline.errorReply(status, request);
    };
    hooks.completed = [this](int route, const httpserver::Request &, int status, std::chrono::microseconds, bool) {
        m_pipeline.completed(route, status);
    };
    m_loop.setObjectName(u"http loop"_s);
    m_loop.start();
    auto table = router(routes);
    // Made in its own thread, because it belongs to the thread it was made in.
    QObject *context = new QObject;
    context->moveToThread(&m_loop);
    QMetaObject::invokeMethod(
        context, [&] { m_server = new httpserver::Server(table, limits, hooks); }, Qt::BlockingQueuedConnection);
    context->deleteLater();
    connect(m_server, &httpserver::Server::drained, this, &Frontend::drained);
}

Frontend::~Frontend()
{
    // Nobody may come in any more, then nobody may be woken, then nobody may be working; only then the parts go.
    QMetaObject::invokeMethod(
        m_server, [this] { delete m_server; }, Qt::BlockingQueuedConnection);
    m_loop.quit();
    m_loop.wait();
    m_waiting.stop();
    m_feed.stop();
    m_door.stop();
    m_workers.stop();
}

FleetLimiter::Surroundings Frontend::limiterSurroundings(const Surroundings &surroundings)
{
    return { .liveInstances = surroundings.liveInstances,
             .databaseIsThere =
                 [this] { return m_services.database && m_services.databaseHealth && m_services.databaseHealth().isThere(); },
             .database = m_services.database,
             .later = [this](std::function<void()> work) { return m_door.tryStart(std::move(work)); } };
}

/// Where people look for what is wrong: beside the warnings of the configuration.
void Frontend::report() { m_services.config->report(u"front door"_s, warnings()); }

std::shared_ptr<const httpserver::Router> Frontend::router(std::span<const Route> routes) const
{
    auto table = std::make_shared<httpserver::Router>();
    for (int i = 0; i < int(routes.size()); ++i) {
        const Route &route = routes[size_t(i)];
        httpserver::Route served;
        served.method = route.method;
        served.pattern = route.path;
        served.bodyMode = bodyModeOf(route);
        served.bodyLimit = route.bodyLimit;
        served.tag = i;
        served.handler = [this, i](httpserver::RequestPtr request, httpserver::Responder responder) {
            m_pipeline.serve(std::move(request), std::move(responder), i);
        };
        table->add(std::move(served));
    }
    // Last, because the first match wins. Pages keep ids in the query, so theirs are the paths of at most one segment.
    for (const char *page : { "/", "/{page}" }) {
        httpserver::Route served;
        served.method = httpserver::Method::Get;
        served.pattern = page;
        served.bodyMode = httpserver::BodyMode::None;
        served.handler = [this](const httpserver::RequestPtr &request, httpserver::Responder responder) {
            m_pipeline.servePage(request, std::move(responder));
        };
        table->add(std::move(served));
    }
    return table;
}

void Frontend::watchRoles()
{
    if (m_services.boot->permission.source == configuration::PermissionSource::Http)
        return;
    const QString path = m_services.boot->permission.rolesFile;
    m_rolesFile = std::make_unique<configuration::WatchedFile>(path, [this, path](const std::optional<QByteArray> &content) {
        m_rolesContent = content;
        m_roleWarnings = m_permissions.replace(content, *m_identities.rules());
        warn(path, m_roleWarnings);
        report();
    });
}

void Frontend::watchStaff()
{
    const QString path = m_services.boot->identity.directory;
    if (path.isEmpty() || m_services.boot->identity.isDirectoryRemote())
        return;
    m_staffFile = std::make_unique<configuration::WatchedFile>(path, [this, path](const std::optional<QByteArray> &content) {
        m_staffWarnings.clear();
        const auto document = configuration::readToml(content.value_or(QByteArray()));
        if (const auto *problem = std::get_if<configuration::TomlProblem>(&document); problem || !content) {
            // The last good directory stays: without it people would turn into numbers and lose what is theirs.
            m_staffWarnings.append(content ? u"line %1: %2"_s.arg(problem->line).arg(problem->reason) : u"cannot be read"_s);
            warn(path, m_staffWarnings);
            report();
            return;
        }
        QHash<QString, QString> staff;
        for (const auto &[number, account] : std::get<configuration::RawValues>(document))
            staff.insert(number, account.items.value(0));
        m_identities.replaceStaff(staff);
        if (m_rolesContent)
            m_roleWarnings = m_permissions.replace(m_rolesContent, *m_identities.rules());
        report();
    });
}

QStringList Frontend::warnings() const
{
    QStringList all;
    for (const QString &warning : m_roleWarnings)
        all.append(m_services.boot->permission.rolesFile + u": "_s + warning);
    for (const QString &warning : m_staffWarnings)
        all.append(m_services.boot->identity.directory + u": "_s + warning);
    return all;
}

quint16 Frontend::listen()
{
    quint16 port = 0;
    std::exception_ptr failure;
    QMetaObject::invokeMethod(
        m_server,
        [&] {
            // An exception through an event loop ends the process, so it is carried over by hand.
            try {
                port = m_server->listen(m_services.boot->http.listen.address, m_services.boot->http.listen.port);
            } catch (...) {
                failure = std::current_exception();
            }
        },
        Qt::BlockingQueuedConnection);
    if (failure)
        std::rethrow_exception(failure);
    return port;
}

void Frontend::drain()
{
    m_waiting.stop();
    m_feed.stop();
    QMetaObject::invokeMethod(m_server, &httpserver::Server::drain, Qt::QueuedConnection);
}

} // namespace slipway::http
