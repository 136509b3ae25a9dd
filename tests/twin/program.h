// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/server.h"
#include "tests/twin/admin/adminapi.h"
#include "tests/twin/core/startfailure.h"
#include "tests/twin/rest/restapi.h"
#include "tests/twin/store/datafolder.h"
#include "tests/twin/twin.h"

#include <QHostAddress>

namespace slipway::twin {

/// "127.0.0.1:8080"
struct Endpoint {
    QHostAddress address;
    quint16 port = 0;
    QString url() const;
};

struct ProgramOptions {
    QString dataDirectory;
    Endpoint api;
    Endpoint admin;
    QString seedFile; ///< Empty for none.
};

/// The running twin: data folder, both ports, seed, end by signal.
class Program : public QObject {
    Q_OBJECT
public:
    /// Throws StartFailure.
    explicit Program(const ProgramOptions &options);

    /// Listens, seeds, and prints the ready line; failures end the event loop with their exit code.
    void start();
    /// Answers what is in flight, then ends the event loop.
    void stop();

private:
    Task<void> begin();
    /// Ends the event loop: with 0 when everything in memory is on disk, else with 6.
    void end();
    std::unique_ptr<httpserver::Server> listen(const std::shared_ptr<const httpserver::Router> &router,
                                               httpserver::Reply (*errorReply)(int), Endpoint &endpoint);
    static QJsonObject readSeed(const QString &file);

    ProgramOptions m_options;
    DataFolder m_folder;
    Twin m_twin;
    RestApi m_rest;
    AdminApi m_adminApi;
    std::unique_ptr<httpserver::Server> m_api;
    std::unique_ptr<httpserver::Server> m_admin;
    int m_draining = 0;
};

} // namespace slipway::twin
