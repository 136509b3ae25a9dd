// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/program.h"

#include "shared/error.h"
#include "tests/twin/core/log.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>

#include <cstdio>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

httpserver::Limits limits()
{
    // Pushes and clones of large repositories take their time, and "hang" must be able to.
    httpserver::Limits limits;
    limits.targetBytes = 16 * 1024;
    limits.headBytes = 32 * 1024;
    limits.bodyDeadline = std::chrono::minutes(10);
    limits.requestDeadline = std::chrono::hours(1);
    limits.drainDeadline = std::chrono::seconds(2);
    return limits;
}

} // namespace

QString Endpoint::url() const
{
    const bool six = address.protocol() == QAbstractSocket::IPv6Protocol;
    return u"http://%1:%2"_s.arg(six ? u'[' + address.toString() + u']' : address.toString()).arg(port);
}

Program::Program(const ProgramOptions &options)
    : m_options(options)
    , m_folder(options.dataDirectory)
    , m_twin(m_folder.path())
    , m_rest(m_twin)
    , m_adminApi(m_twin)
{
}

std::unique_ptr<httpserver::Server> Program::listen(const std::shared_ptr<const httpserver::Router> &router,
                                                    httpserver::Reply (*errorReply)(int), Endpoint &endpoint)
{
    httpserver::Hooks hooks;
    hooks.errorReply = [errorReply](int status, const httpserver::Request *) { return errorReply(status); };
    auto server = std::make_unique<httpserver::Server>(router, limits(), hooks);
    try {
        endpoint.port = server->listen(endpoint.address, endpoint.port);
    } catch (const Error &error) {
        throw StartFailure { 4, u"cannot listen on %1: %2"_s.arg(endpoint.url(), error.detail()) };
    }
    return server;
}

QJsonObject Program::readSeed(const QString &fileName)
{
    QFile file(fileName);
    if (!file.open(QIODevice::ReadOnly))
        throw StartFailure { 2, u"the seed file %1 cannot be read: %2"_s.arg(fileName, file.errorString()) };
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll(), &problem);
    if (!document.isObject())
        throw StartFailure { 2, u"the seed file %1 is no JSON object: %2"_s.arg(fileName, problem.errorString()) };
    return document.object();
}

void Program::start() { spawn(begin()); }

Task<void> Program::begin()
{
    try {
        co_await m_twin.recover();
        m_api = listen(m_rest.router(), &RestApi::errorReply, m_options.api);
        m_admin = listen(m_adminApi.router(), &AdminApi::errorReply, m_options.admin);
        m_twin.apiUrl = m_options.api.url();
        m_twin.agenda.resume();
        m_adminApi.resume();
        if (!m_options.seedFile.isEmpty())
            co_await m_adminApi.seeding.apply(readSeed(m_options.seedFile));
        m_twin.store.commit();
    } catch (const StartFailure &failure) {
        qCCritical(logTwin, "%s", qPrintable(failure.text));
        QCoreApplication::exit(failure.exitCode);
        co_return;
    } catch (const std::exception &failure) {
        qCCritical(logTwin, "the data folder cannot be used: %s", failure.what());
        QCoreApplication::exit(3);
        co_return;
    } catch (const Refusal &refusal) {
        qCCritical(logTwin, "the seed file cannot be used: %s", refusal.body().constData());
        QCoreApplication::exit(2);
        co_return;
    }
    const QJsonObject ready { { u"ready"_s, true }, { u"api"_s, m_options.api.url() }, { u"admin"_s, m_options.admin.url() } };
    std::fputs((QJsonDocument(ready).toJson(QJsonDocument::Compact) + '\n').constData(), stdout);
    std::fflush(stdout);
}

void Program::stop()
{
    if (!m_api || !m_admin)
        return QCoreApplication::exit(0);
    if (m_draining > 0)
        return end();
    m_twin.faults.dropHanging();
    for (httpserver::Server *server : { m_api.get(), m_admin.get() }) {
        ++m_draining;
        connect(server, &httpserver::Server::drained, this, [this] {
            if (--m_draining == 0)
                end();
        });
    }
    m_api->drain();
    m_admin->drain();
}

void Program::end()
{
    const QStringList forgotten = m_twin.store.differences();
    for (const QString &difference : forgotten)
        qCCritical(logTwin, "the state on disk is not the state in memory: %s", qPrintable(difference));
    QCoreApplication::exit(forgotten.isEmpty() ? 0 : 6);
}

} // namespace slipway::twin
