// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/httpserver/server.h"
#include "tests/twin/admin/human.h"
#include "tests/twin/admin/seeding.h"
#include "tests/twin/model/card.h"

#include <functional>

namespace slipway::twin {

/// The admin port: `/__twin/v1` as README.md describes it. No authentication, which is why it only ever listens on
/// loopback.
class AdminApi {
public:
    explicit AdminApi(Twin &twin);

    std::shared_ptr<const httpserver::Router> router() const { return m_router; }
    static httpserver::Reply errorReply(int status);
    /// What is left to do from an earlier run; once, when the state is there.
    void resume() { m_human.resume(); }
    Seeding seeding;

private:
    /// A request of this port: its body as an object, and the path's arguments.
    struct Order {
        httpserver::RequestPtr request;
        QJsonObject body;
        QString argument(int index) const { return request->arguments.value(index); }
        QString query(QStringView name) const { return request->queryValue(name).value_or(QString()); }
        /// 0 when it is not given; 400 when it is no whole number from 0 on.
        qint64 queryNumber(QStringView name) const;
    };
    using Immediate = std::function<httpserver::Reply(const Order &)>;
    using Lengthy = std::function<Task<httpserver::Reply>(Order)>;

    /// \a queries: the parameters it knows in the query; any other is refused, as an unknown key of a body is.
    void add(httpserver::Method method, const QByteArray &path, Immediate run, QStringList queries = {});
    void addLengthy(httpserver::Method method, const QByteArray &path, Lengthy run);
    Task<void> serve(Lengthy run, httpserver::RequestPtr request, httpserver::Responder responder);
    void addStage();
    void addClock();
    void addRecords();
    void addFaults();
    void addPipelines();
    void addSettings();
    void addApprovals();
    void addDeploys();
    void addWebhooks();
    void addCards();
    void addPermissions();
    /// GET and POST of one set of knobs; \a change when it checks more than the settings do.
    void addPolicy(const QByteArray &path, Settings &policy, std::function<void(const QJsonObject &)> change = {});
    void addRelease(const QByteArray &path, const QStringList &kinds);

    Task<httpserver::Reply> seed(Order order);
    Task<httpserver::Reply> human(Order order);
    ProjectPtr projectOf(const QString &idOrPath) const;
    httpserver::Reply move(const Order &order);
    httpserver::Reply setPipelineStatus(const Order &order);
    httpserver::Reply decide(const Order &order);
    httpserver::Reply reportDeploy(const Order &order);
    httpserver::Reply click(const Order &order);
    void tellClick(const CardEventPtr &event);

    Twin &m_twin;
    Human m_human;
    std::shared_ptr<httpserver::Router> m_router;
};

} // namespace slipway::twin
