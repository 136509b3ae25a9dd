// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/frontdoor.h"

#include "service/database/errors.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>

namespace slipway::http {

using namespace Qt::StringLiterals;
using httpserver::Method;

namespace {

Reply echo(Services &, const Request &request)
{
    ++handled;
    Reply reply;
    reply.code = Code::Accepted;
    reply.data = QJsonObject { { u"account"_s, request.identity ? request.identity->account : QString() },
                               { u"body"_s, request.body },
                               { u"mayReadAll"_s, request.mayReadAll } };
    return reply;
}

/// As a reader of one operation: unchanged asks to be called again.
Reply waitForChange(Services &, const Request &request)
{
    ++handled;
    const qint64 after = request.query(u"afterVersion").value_or(u"0"_s).toLongLong();
    Reply reply;
    reply.headers.append({ "ETag", '"' + QByteArray::number(storedVersion) + '"' });
    if (storedVersion == after) {
        reply.httpStatus = 304;
        reply.longPoll = Reply::LongPoll { request.arguments().value(0), after,
                                           std::chrono::milliseconds(request.query(u"waitMs").value_or(u"0"_s).toInt()) };
        return reply;
    }
    reply.data = QJsonObject { { u"version"_s, storedVersion.load() } };
    return reply;
}

Reply failing(Services &, const Request &request)
{
    const QString how = request.query(u"how").value_or(QString());
    const QString detail = u"SELECT token FROM mysql.user at /srv/slipway/x.cpp:12"_s;
    if (how == "error"_L1)
        throw Error(Code::InternalError, detail);
    if (how == "preempted"_L1)
        throw Error(Code::Preempted, detail, { { u"version"_s, 7 } });
    if (how == "database"_L1)
        throw database::DatabaseError(database::Kind::ConnectionLost, 2006, {}, false, detail);
    if (how == "standard"_L1)
        throw std::runtime_error(detail.toStdString());
    if (how == "number"_L1)
        throw 42;
    return {};
}

Reply alwaysFailing(Services &, const Request &) { throw std::runtime_error("SELECT everything"); }

Reply slow(Services &, const Request &)
{
    ++slowRunning;
    slowMayGo.acquire();
    --slowRunning;
    return {};
}

Reply bareList(Services &, const Request &)
{
    Reply reply;
    reply.data = QJsonArray { u"a"_s, 1 };
    return reply;
}

constexpr Limit applyLimit { "apply", key("limit.apply.count"), key("limit.apply.windowSeconds"), "Too many." };

constexpr Route plain(Method method, const char *path, Handler handler)
{
    return { .method = method,
             .path = path,
             .admission = Admission::Identity,
             .gate = Gate::Always,
             .body = Body::None,
             .whenFailing = WhenFailing::Answer503,
             .shape = Shape::Envelope,
             .exec = Exec::Worker,
             .handler = handler };
}

constexpr auto routes = [] {
    std::array<Route, 11> table {
        plain(Method::Post, "/api/v1/changes", &echo), plain(Method::Get, "/api/v1/changes/{operationId}", &waitForChange),
        plain(Method::Get, "/ops/v1/overview", &echo), plain(Method::Post, "/callbacks/deploy", &echo),
        plain(Method::Get, "/api/v1/fails", &failing), plain(Method::Post, "/api/v1/changes/preview", &alwaysFailing),
        plain(Method::Get, "/livez", &echo),           plain(Method::Get, "/api/v1/targets", &bareList),
        plain(Method::Get, "/api/v1/slow", &slow),     plain(Method::Post, "/api/v1/changes/{operationId}/withdraw", &echo),
        plain(Method::Post, "/ops/v1/actions", &echo),
    };
    for (const size_t writing : { 0, 3, 5, 9, 10 }) {
        table[writing].body = Body::Object;
        table[writing].bodyLimit = 4096;
    }
    table[0].limit = applyLimit;
    table[0].gate = Gate::AccessMode;
    table[0].activity = true;
    table[2].admission = Admission::Permission;
    table[2].anyOf[0] = Permission::OpsRead;
    table[3].admission = Admission::Proof;
    table[3].proof = Proof::Deploy;
    table[5].whenFailing = WhenFailing::AnswerEmpty;
    table[6].admission = Admission::Public;
    table[6].exec = Exec::Loop;
    table[7].shape = Shape::Bare;
    table[9].body = Body::OptionalObject;
    table[10].admission = Admission::Permission;
    table[10].anyOf[0] = Permission::OpsAct;
    return table;
}();
static_assert(http::check::everyRouteIsComplete(routes) && http::check::admissionsAreWhole(routes)
              && http::check::pathsAreUnique(routes));

} // namespace

void FrontDoor::open(const std::function<void(configuration::BootSettings &)> &change)
{
    m_folder.reset(new QTemporaryDir);
    QVERIFY(QDir(m_folder->path()).mkdir(u"secrets"_s));
    write(u"roles.toml"_s, "[ops]\nread = [\"bob\"]\n");
    write(u"secrets/deploy"_s, "deploy-secret\n");
    m_boot = {};
    m_boot.http.listen = { QHostAddress(QHostAddress::LocalHost), 0 };
    m_boot.http.workers = 2;
    m_boot.http.queue = 32;
    m_boot.identity.source = configuration::IdentitySource::Dev;
    m_boot.identity.devUsers = { u"alice"_s, u"bob"_s };
    m_boot.permission.rolesFile = m_folder->filePath(u"roles.toml"_s);
    m_boot.secrets = configuration::SecretStore({}, m_folder->filePath(u"secrets"_s));
    m_boot.deploySecret = u"deploy"_s;
    configure({ { u"access.mode"_s, u"OPEN"_s }, { u"limit.apply.count"_s, u"1000"_s } });
    handled = 0;
    storedVersion = 1;
    m_draining = false;
    m_services = {};
    m_services.boot = &m_boot;
    m_services.config = &m_config;
    m_services.clock = &m_clock;
    m_services.draining = [this] { return m_draining.load(); };
    if (change)
        change(m_boot);
    m_denials.clear();
    const auto note = [this](const Denial &denial) {
        const std::lock_guard guard(m_noting);
        m_denials.append(denial);
    };
    m_unreadable.clear();
    const auto noteUnreadable = [this](const UnreadableCallback &callback) {
        const std::lock_guard guard(m_noting);
        m_unreadable.append(callback);
    };
    m_frontend.reset(new Frontend(m_services, routes, [this](const QStringList &operations) { return versions(operations); },
                                  {}, { .denied = note, .unreadable = noteUnreadable }));
    m_port = m_frontend->listen();
    QVERIFY(m_port > 0);
}

void FrontDoor::close()
{
    // A test that failed in the middle must not leave workers that nobody lets go.
    slowMayGo.release(1000);
    m_frontend.reset();
    slowMayGo.acquire(slowMayGo.available());
}

void FrontDoor::write(const QString &name, const QByteArray &content)
{
    QFile file(m_folder->filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    QVERIFY(file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner));
}

void FrontDoor::configure(const QMap<QString, QString> &values)
{
    configuration::RawValues raw;
    for (auto it = values.begin(); it != values.end(); ++it)
        raw.emplace(it.key(), configuration::rawText(it.value()));
    m_config.replace(raw, u"test"_s);
}

QHash<QString, qint64> FrontDoor::versions(const QStringList &operations)
{
    const std::lock_guard guard(m_asked);
    m_mostAsked = std::max(m_mostAsked, operations.size());
    QHash<QString, qint64> found;
    for (const QString &operation : operations)
        found.insert(operation, storedVersion);
    return found;
}

Answer FrontDoor::ask(const QByteArray &head, const QByteArray &body, int patienceMs)
{
    Client client(m_port);
    client.send(head, body);
    return client.hasAnswer(patienceMs) ? client.receive() : Answer();
}

qsizetype FrontDoor::mostAsked()
{
    const std::lock_guard guard(m_asked);
    return m_mostAsked;
}

} // namespace slipway::http
