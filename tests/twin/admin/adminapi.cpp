// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/admin/adminapi.h"

#include "tests/twin/admin/stateview.h"
#include "tests/twin/core/log.h"
#include "tests/twin/core/strictobject.h"
#include "tests/twin/rest/call.h"
#include "tests/twin/twin.h"

#include <QJsonDocument>

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Method;
using httpserver::Reply;
using httpserver::RequestPtr;
using httpserver::Responder;

namespace {

const Instant lastMoment { std::chrono::sys_days(std::chrono::year(9999) / 1 / 1).time_since_epoch() };
constexpr qint64 bodyLimit = 512 * 1024 * 1024; // A seed may carry a whole repository.

QJsonObject bodyOf(const httpserver::Request &request)
{
    if (request.body.trimmed().isEmpty())
        return {};
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(request.body, &problem);
    if (problem.error != QJsonParseError::NoError)
        throw Refusal::error(400, u"the body is no JSON: %1 at %2"_s.arg(problem.errorString()).arg(problem.offset));
    if (!document.isObject())
        throw Refusal::error(400, u"the body must be a JSON object"_s);
    return document.object();
}

void refuseUnknown(const httpserver::Request &request, const QStringList &queries)
{
    const auto items = request.queryItems();
    for (const auto &[name, value] : items) {
        if (!queries.contains(name))
            throw Refusal::error(400, u"%1 is not known here"_s.arg(name));
    }
}

} // namespace

qint64 AdminApi::Order::queryNumber(QStringView name) const
{
    const std::optional<QString> given = request->queryValue(name);
    if (!given)
        return 0;
    bool isNumber = false;
    const qint64 number = given->toLongLong(&isNumber);
    if (!isNumber || number < 0)
        throw Refusal::error(400, u"%1 must be a whole number from 0 on"_s.arg(name));
    return number;
}

AdminApi::AdminApi(Twin &twin)
    : seeding(twin)
    , m_twin(twin)
    , m_human(twin)
    , m_router(std::make_shared<httpserver::Router>())
{
    addStage();
    addClock();
    addRecords();
    addFaults();
    addPipelines();
    addSettings();
    addApprovals();
    addDeploys();
    addWebhooks();
    addCards();
    addPermissions();
}

Reply AdminApi::errorReply(int status)
{
    return Refusal::error(status, status == 404 ? u"there is no such address"_s : u"HTTP %1"_s.arg(status)).toReply();
}

void AdminApi::addLengthy(Method method, const QByteArray &path, Lengthy run)
{
    httpserver::Route route;
    route.method = method;
    route.pattern = "/__twin/v1" + path;
    route.bodyMode = httpserver::BodyMode::Chunked;
    route.bodyLimit = bodyLimit;
    route.handler = [this, run = std::move(run)](RequestPtr request, Responder responder) {
        spawn(serve(run, std::move(request), std::move(responder)));
    };
    m_router->add(std::move(route));
}

void AdminApi::add(Method method, const QByteArray &path, Immediate run, QStringList queries)
{
    httpserver::Route route;
    route.method = method;
    route.pattern = "/__twin/v1" + path;
    route.bodyMode = httpserver::BodyMode::Chunked;
    route.bodyLimit = bodyLimit;
    route.handler = [this, run = std::move(run), queries = std::move(queries)](const RequestPtr &request, Responder responder) {
        Reply reply;
        try {
            refuseUnknown(*request, queries);
            reply = run(Order { request, bodyOf(*request) });
        } catch (const Refusal &refusal) {
            reply = refusal.toReply();
        }
        m_twin.store.commit();
        responder.send(reply);
    };
    m_router->add(std::move(route));
}

Task<void> AdminApi::serve(Lengthy run, RequestPtr request, Responder responder)
{
    Reply reply;
    try {
        refuseUnknown(*request, {});
        const Order order { request, bodyOf(*request) };
        reply = co_await run(order);
    } catch (const Refusal &refusal) {
        reply = refusal.toReply();
    } catch (const std::exception &failure) {
        qCWarning(logTwin, "admin request failed: %s", failure.what());
        reply = Refusal::error(500, QString::fromUtf8(failure.what())).toReply();
    }
    m_twin.store.commit();
    responder.send(reply);
}

ProjectPtr AdminApi::projectOf(const QString &idOrPath) const
{
    const ProjectPtr project = m_twin.world.project(idOrPath);
    if (!project)
        throw Refusal::error(404, u"there is no project %1"_s.arg(idOrPath));
    return project;
}

Task<Reply> AdminApi::seed(Order order)
{
    const QJsonObject summary = co_await seeding.apply(order.body);
    co_return jsonReply(201, summary);
}

Task<Reply> AdminApi::human(Order order)
{
    try {
        const Human::Outcome outcome = co_await m_human.order(order.body);
        co_return outcome.result ? jsonReply(200, *outcome.result)
                                 : jsonReply(202, QJsonObject { { u"id"_s, outcome.waitingAs } });
    } catch (const Refusal &refusal) {
        // An order that cannot be understood keeps its own status; what GitLab refuses comes wrapped.
        const QJsonObject body = QJsonDocument::fromJson(refusal.body()).object();
        if (body.contains(u"error"_s))
            throw;
        co_return jsonReply(
            409, QJsonObject { { u"error"_s, u"refused"_s }, { u"status"_s, refusal.status() }, { u"body"_s, body } });
    }
}

void AdminApi::addStage()
{
    addLengthy(Method::Post, "/seed", [this](Order order) { return seed(std::move(order)); });
    addLengthy(Method::Post, "/human", [this](Order order) { return human(std::move(order)); });
    add(Method::Get, "/human", [this](const Order &) {
        return jsonReply(200, QJsonObject { { u"orders"_s, m_human.toJson() } });
    });
    add(Method::Delete, "/human", [this](const Order &) {
        m_human.forget();
        return jsonReply(200, QJsonObject());
    });
    add(Method::Get, "/state", [this](const Order &) { return jsonReply(200, view::state(m_twin)); });
    add(Method::Post, "/reset", [this](const Order &) {
        m_twin.reset();
        m_human.reset();
        return jsonReply(200, QJsonObject());
    });
}

void AdminApi::addClock()
{
    add(Method::Get, "/clock", [this](const Order &) { return jsonReply(200, view::clock(m_twin)); });
    add(Method::Post, "/clock", [this](const Order &order) {
        StrictObject given(order.body);
        const QString mode = given.word(u"mode"_s, { u"real"_s, u"manual"_s }, QString());
        given.nothingElse();
        m_twin.clock.setManual(mode == "manual"_L1);
        return jsonReply(200, view::clock(m_twin));
    });
    add(Method::Post, "/clock/advance", [this](const Order &order) {
        if (!m_twin.clock.isManual())
            throw Refusal::error(409, u"the clock is real"_s);
        StrictObject given(order.body);
        const std::chrono::milliseconds by(given.number(u"ms"_s, 0, 0, std::numeric_limits<qint64>::max()));
        given.nothingElse();
        // Git writes no commit, and no client reads a time, of a year with five digits.
        if (by > lastMoment - m_twin.clock.now())
            throw Refusal::error(400, u"ms must not lead beyond the year 9998"_s);
        m_twin.clock.advance(by);
        return jsonReply(200, view::clock(m_twin));
    });
}

void AdminApi::addRecords()
{
    const auto journal = [this](const Order &order) {
        return jsonReply(200, view::journal(m_twin, order.query(u"op"), order.query(u"user"), order.queryNumber(u"since")));
    };
    add(Method::Get, "/journal", journal, { u"op"_s, u"user"_s, u"since"_s });
    const auto effects = [this](const Order &order) {
        view::EffectFilter filter;
        filter.kind = order.query(u"kind");
        filter.user = order.query(u"user");
        filter.iid = order.queryNumber(u"iid");
        filter.since = order.queryNumber(u"since");
        const QString project = order.query(u"project");
        filter.project = project.isEmpty() ? QString() : projectOf(project)->path;
        return jsonReply(200, view::effects(m_twin, filter));
    };
    add(Method::Get, "/effects", effects, { u"kind"_s, u"user"_s, u"iid"_s, u"since"_s, u"project"_s });
    const auto deliveries = [this](const Order &order) {
        const QJsonArray list =
            m_twin.deliveries.toJson(order.query(u"kind"), order.query(u"event_id"), order.queryNumber(u"since"));
        return jsonReply(200, QJsonObject { { u"deliveries"_s, list } });
    };
    add(Method::Get, "/deliveries", deliveries, { u"kind"_s, u"event_id"_s, u"since"_s });
}

void AdminApi::addFaults()
{
    add(Method::Get, "/faults", [this](const Order &) {
        return jsonReply(200, QJsonObject { { u"faults"_s, m_twin.faults.toJson() } });
    });
    add(Method::Post, "/faults", [this](const Order &order) {
        return jsonReply(201, QJsonObject { { u"id"_s, m_twin.faults.add(order.body) } });
    });
    add(Method::Delete, "/faults", [this](const Order &) {
        m_twin.faults.clear();
        return jsonReply(200, QJsonObject());
    });
    add(Method::Delete, "/faults/{id}", [this](const Order &order) {
        if (!m_twin.faults.remove(order.argument(0)))
            throw Refusal::error(404, u"there is no such fault"_s);
        return jsonReply(200, QJsonObject());
    });
}

} // namespace slipway::twin
