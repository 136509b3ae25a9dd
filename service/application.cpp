// SPDX-License-Identifier: GPL-3.0-only
#include "service/application.h"

#include "service/batching/round.h"
#include "service/configuration/jsonlog.h"
#include "service/database/durability.h"
#include "service/database/migrator.h"
#include "service/http/routes.h"
#include "service/operations/auditchain.h"
#include "service/operations/auditlog.h"
#include "service/operations/configviews.h"
#include "service/operations/placements.h"
#include "service/operations/programversion.h"
#include "service/operations/unreadable.h"
#include "shared/config/keytable.h"
#include "sql/migrations.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonDocument>
#include <QLoggingCategory>
#include <QUuid>

namespace slipway {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(lcApplication, "slipway.application")

constexpr auto drainDeadline = 20s;
/// Of the private database, beside those of the workers of HTTP: the engine's most, each loop's, and room for people.
constexpr int otherSessions = 64 + 20;

InstanceId newInstance()
{
    return InstanceId(
        u"%1-%2"_s.arg(QCoreApplication::applicationPid()).arg(QUuid::createUuid().toString(QUuid::Id128).left(12)));
}

QJsonObject healthJson(const forge::ForgeHealth &health)
{
    static constexpr std::array names { "REACHABLE"_L1, "AWAY"_L1, "TRYING"_L1 };
    QJsonArray refused;
    for (const auto &token : health.refusedTokens)
        refused.append(QJsonObject { { u"bot"_s, forge::nameOf(token.bot) }, { u"since"_s, toIso(token.since) } });
    QJsonArray ends;
    for (const auto &token : health.tokenEnds)
        ends.append(QJsonObject { { u"bot"_s, forge::nameOf(token.bot) }, { u"at"_s, toIso(token.at) } });
    QJsonObject json { { u"state"_s, QString(names[size_t(health.state)]) },
                       { u"since"_s, toIso(health.since) },
                       { u"refusedTokens"_s, refused },
                       { u"tokenEnds"_s, ends } };
    if (health.nextTry)
        json.insert(u"nextTry"_s, toIso(*health.nextTry));
    if (health.pausedUntil)
        json.insert(u"pausedUntil"_s, toIso(*health.pausedUntil));
    return json;
}

} // namespace

Application::Application(configuration::BootSettings boot, QObject *parent)
    : QObject(parent)
    , m_boot(std::move(boot))
{
}

Application::~Application() { stopWork(); }

void Application::start()
{
    if (!QDir().mkpath(m_boot.dataDirectory) || !QFileInfo(m_boot.dataDirectory).isWritable()) {
        throw Error(Code::Unavailable,
                    u"the data directory %1 cannot be written; create it for this user or set data.directory"_s.arg(
                        m_boot.dataDirectory));
    }
    for (const QString &warning : m_boot.warnings)
        qCWarning(lcApplication, "%s", qPrintable(warning));
    m_config.report(u"boot file"_s, m_boot.warnings);
    if (m_boot.configSource == configuration::ConfigSource::File)
        m_hotFile = std::make_unique<configuration::HotFile>(m_config, m_boot.hotFile);
    m_catalogue = std::make_unique<CatalogueFile>(
        m_boot.catalogueFile, [this](const QStringList &warnings) { m_config.report(u"catalogue"_s, warnings); });
    wireServices();
    m_frontend = std::make_unique<http::Frontend>(m_services, http::serviceRoutes(), http::LongPoll::Lookup {},
                                                  httpserver::Limits {}, frontendSurroundings());
    m_port = m_frontend->listen(); // Before the database: a taken port must not cost anybody a running one.
    listenForMetrics();
    connect(m_frontend.get(), &http::Frontend::drained, this, [this] {
        stopWork();
        Q_EMIT finished();
    });
    startDatabase();
    goToWork();
}

void Application::listenForMetrics()
{
    auto router = std::make_shared<httpserver::Router>();
    router->add({ .method = httpserver::Method::Get,
                  .pattern = "/metrics",
                  .bodyMode = httpserver::BodyMode::None,
                  .handler = [this](httpserver::RequestPtr, httpserver::Responder responder) {
                      responder.send({ .contentType = "text/plain; version=0.0.4; charset=utf-8",
                                       .body = m_frontend->metricsText() + m_outcomes.text() + m_gauges.text()
                                           + m_handovers.text() + liveInstancesText() });
                  } });
    // A listener of its own: whoever may scrape need not be let near the interface, and a slow scraper holds up no user.
    m_metrics = std::make_unique<httpserver::Server>(router, httpserver::Limits { .connections = 16 }, httpserver::Hooks {});
    m_metricsPort = m_metrics->listen(m_boot.http.metricsListen.address, m_boot.http.metricsListen.port);
}

QByteArray Application::liveInstancesText() const
{
    return "# HELP slipway_live_instances Instances that live, as this one knows it; limits are shared among so many.\n"
           "# TYPE slipway_live_instances gauge\nslipway_live_instances "
        + QByteArray::number(m_liveInstances.load()) + '\n';
}

http::Frontend::Surroundings Application::frontendSurroundings()
{
    return { .liveInstances = [this] { return m_liveInstances.load(); },
             .denied =
                 [this](const http::Denial &denial) {
                     try {
                         if (m_watch.health().isThere())
                             m_denials->record(database::Connection::forThisThread(m_database), denial.account, denial.route,
                                               denial.place, denial.traceId);
                     } catch (const std::exception &error) {
                         qCWarning(lcApplication, "a denied attempt could not be recorded: %s", error.what());
                     }
                 },
             .unreadable =
                 [this](const http::UnreadableCallback &callback) {
                     try {
                         if (m_watch.health().isThere())
                             operations::noteUnreadable(database::Connection::forThisThread(m_database), callback.route,
                                                        callback.problem, callback.traceId);
                     } catch (const std::exception &error) {
                         qCWarning(lcApplication, "an unreadable callback could not be recorded: %s", error.what());
                     }
                 } };
}

void Application::startDatabase()
{
    if (m_boot.database.embedded) {
        m_embedded = std::make_unique<database::EmbeddedServer>(m_boot.dataDirectory + u"/database"_s,
                                                                m_boot.http.workers + otherSessions);
        m_embedded->start();
        m_database = m_embedded->settings();
        return;
    }
    m_database = configuration::externalDatabase(m_boot);
}

void Application::wireServices()
{
    const InstanceId instance = newInstance();
    m_ledger = std::make_unique<engine::RemoteLedger>(m_database, instance);
    const auto secret = [this](const QString &name) {
        for (const QByteArray &value : m_boot.secrets.values(name))
            configuration::hideInLogs(value);
        return QString::fromUtf8(m_boot.secrets.value(name));
    };
    const auto tokenOf = [this, secret](forge::Bot bot) {
        return secret(bot == forge::Bot::Author ? m_boot.forge.authorToken
                                                : m_boot.forge.reviewerTokens.value(bot == forge::Bot::ReviewerOne ? 0 : 1));
    };
    forge::ForgeSettings forge { .url = QUrl(m_boot.forge.url),
                                 .authorToken = tokenOf(forge::Bot::Author),
                                 .reviewerOneToken = tokenOf(forge::Bot::ReviewerOne),
                                 .reviewerTwoToken = tokenOf(forge::Bot::ReviewerTwo),
                                 .tokenKept = tokenOf,
                                 .mirrorDirectory = m_boot.dataDirectory + u"/mirror"_s,
                                 .committerName = u"Slipway"_s,
                                 .committerEmail = u"slipway@localhost"_s,
                                 .callDeadline = [this] { return m_config.duration(key("deadline.forgeMs")); },
                                 .gitDeadline = [this] { return m_config.duration(key("deadline.gitMs")); } };
    m_forge = std::make_unique<forge::GitLabForge>(std::move(forge), m_clock, *m_ledger);
    m_approvalSystem = std::make_unique<outbound::Dependency>(outbound::Dependency::Settings {}, m_clock);
    m_services = { .boot = &m_boot,
                   .config = &m_config,
                   .database = &m_database,
                   .forge = m_forge.get(),
                   .checklists = &m_checklists,
                   .backlog = &m_backlog,
                   .handovers = &m_handovers,
                   .approvalSystem = m_approvalSystem.get(),
                   .clock = &m_clock,
                   .instance = instance,
                   .startedAt = m_clock.steady() };
    m_services.targets = [this] { return m_catalogue->current(); };
    m_services.wakeEngine = [this] {
        if (m_working)
            m_engine->ring();
    };
    m_services.runRound = [this](const PartitionKey &partition, const QString &actor) {
        return batching::runRound(m_services, database::Connection::forThisThread(m_database), partition, batching::Linger::No,
                                  actor);
    };
    m_services.loopTicks = [this] { return loopTicks(); };
    m_services.databaseHealth = [this] { return m_watch.health(); };
    m_services.forgeHealth = [this] { return healthJson(m_forge->health()); };
    m_services.draining = [this] { return m_draining.load(); };
    m_engine = std::make_unique<engine::Engine>(m_services);
    m_register = std::make_unique<operations::InstanceRegister>(instance);
    m_denials = std::make_unique<operations::Denials>(instance, m_clock);
    m_anchors = std::make_unique<operations::AuditAnchors>(m_boot.dataDirectory);
}

QList<LoopTick> Application::loopTicks() const
{
    // Before the database is prepared there is nothing to do, and nothing that could be dead.
    if (!m_working)
        return {};
    return m_engine->ticks() + QList<LoopTick> { m_heartbeat->tick(), m_watchLoop->tick() };
}

void Application::goToWork()
{
    m_watchLoop = std::make_unique<engine::Loop>(
        engine::Loop::Plan { u"database"_s, [] { return std::chrono::milliseconds(500ms); }, [this] { m_watch.look(); }, 30s },
        m_clock);
    m_heartbeat = std::make_unique<engine::Loop>(
        engine::Loop::Plan { u"heartbeat"_s, [] { return std::chrono::milliseconds(operations::heartbeatInterval); },
                             [this] { beat(); } },
        m_clock);
    m_opening =
        std::make_unique<engine::Loop>(engine::Loop::Plan { u"opening"_s,
                                                            [this] {
                                                                return m_working
                                                                    ? std::chrono::milliseconds(m_botsChecked ? 24h : 10s)
                                                                    : std::chrono::milliseconds(500);
                                                            },
                                                            [this] { open(); } },
                                       m_clock);
    m_watchLoop->start();
    m_opening->start();
}

void Application::beat()
{
    auto &connection = database::Connection::forThisThread(m_database);
    m_register->beat(connection, m_engine->ticks(), m_draining);
    if (m_draining)
        return;
    m_register->publishConfig(connection, operations::configOfThisInstance(m_config));
    m_liveInstances = operations::liveInstances(connection);
    http::FleetLimiter::forgetWindows(connection);
    m_outcomes.look(connection);
    m_gauges.look(connection);
    // Which targets are bound changes slowly, and the question looks at all of them.
    if (m_beats++ % 12 == 0)
        m_catalogue->setPlacements(operations::placementsOf(connection));
    operations::sealAudit(connection);
    if (const auto end = operations::endOfChain(connection); end && !m_anchors->note(*end))
        qCWarning(lcApplication, "the end of the audit's chain could not be kept in %s", qPrintable(m_boot.dataDirectory));
}

void Application::open()
{
    if (m_draining)
        return;
    if (m_working) {
        checkBots(); // After the start: a forge that hangs must not keep the service from serving.
        return;
    }
    prepareDatabase();
    QMetaObject::invokeMethod(this, [this] { startLoops(); });
}

void Application::startLoops()
{
    if (m_draining || m_working)
        return;
    if (m_boot.configSource == configuration::ConfigSource::Database)
        m_hotTable = std::make_unique<configuration::HotTable>(m_config, m_database);
    m_engine->start();
    m_heartbeat->start();
    m_working = true;
    m_opening->ring();
    const QJsonObject line { { u"ready"_s, true },
                             { u"http"_s, u"http://%1:%2"_s.arg(m_boot.http.listen.address.toString()).arg(m_port) },
                             { u"metrics"_s,
                               u"http://%1:%2/metrics"_s.arg(m_boot.http.metricsListen.address.toString()).arg(m_metricsPort) },
                             { u"database"_s, m_database.socket },
                             { u"databaseUser"_s, m_database.user },
                             { u"pid"_s, QCoreApplication::applicationPid() } };
    Q_EMIT ready(QJsonDocument(line).toJson(QJsonDocument::Compact));
}

void Application::prepareDatabase()
{
    auto &connection = database::Connection::forThisThread(m_database);
    database::assertDurable(connection);
    database::Migrator(connection, sql::migrations).apply();
    m_watch.look(); // Who is told that we are ready must not be refused because nobody has looked since.
    m_register->enlist(connection);
}

void Application::checkBots()
{
    if (m_botsChecked)
        return;
    QStringList names;
    try {
        for (const forge::Bot bot : { forge::Bot::Author, forge::Bot::ReviewerOne, forge::Bot::ReviewerTwo })
            names.append(m_forge->whoAmI(bot).username);
    } catch (const Error &error) {
        qCWarning(lcApplication, "the bots could not be checked now: %s", error.what());
        return;
    }
    m_botsChecked = true;
    names.removeDuplicates();
    // One account cannot approve twice; every batch would end refused, hours later and without a hint.
    if (names.size() < 3)
        qCCritical(lcApplication, "forge.authorToken and forge.reviewerTokens belong to %d accounts, three are needed",
                   int(names.size()));
}

void Application::drain()
{
    if (m_draining.exchange(true))
        return;
    qCInfo(lcApplication, "draining: no new work, answering what is in flight");
    if (m_working)
        m_heartbeat->ring(); // The others are told at once.
    if (m_frontend)
        m_frontend->drain();
    else
        Q_EMIT finished();
}

void Application::stopWork()
{
    m_draining = true;
    m_metrics.reset();
    m_frontend.reset(); // Nobody asks the parts any more while they go.
    m_opening.reset();
    if (m_engine)
        m_engine->stop(drainDeadline);
    if (m_forge)
        m_forge->stop();
    const bool worked = m_working.exchange(false);
    m_heartbeat.reset(); // Beats until the last step has ended: who drains is not dead.
    m_watchLoop.reset();
    // Saying goodbye to a database that hangs would hold up the end, and it is a courtesy.
    if (worked && m_watch.health().answers) {
        try {
            m_register->leave(database::Connection::forThisThread(m_database));
        } catch (const std::exception &error) {
            qCInfo(lcApplication, "the instance's row stays behind: %s", error.what());
        }
    }
    if (worked)
        database::Connection::forThisThread(m_database).drop();
    m_hotTable.reset();
    if (m_embedded)
        m_embedded->stop();
}

} // namespace slipway
