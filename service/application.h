// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/cataloguefile.h"
#include "service/configuration/bootsettings.h"
#include "service/configuration/hotconfig.h"
#include "service/configuration/hotfile.h"
#include "service/configuration/hottable.h"
#include "service/contract/backlog.h"
#include "service/contract/handovertimes.h"
#include "service/contract/checklistcache.h"
#include "service/contract/services.h"
#include "service/database/embeddedserver.h"
#include "service/engine/engine.h"
#include "service/engine/remoteledger.h"
#include "service/forge/gitlabforge.h"
#include "service/http/frontend.h"
#include "service/operations/auditanchors.h"
#include "service/operations/databasewatch.h"
#include "service/operations/denials.h"
#include "service/operations/gauges.h"
#include "service/operations/instances.h"
#include "service/operations/outcomes.h"
#include "service/outbound/dependency.h"
#include "shared/clock.h"

#include <QObject>

#include <atomic>
#include <memory>

namespace slipway {

/// slipwayd as one object: builds the parts in order, lends them to each other, ends them in reverse order. It decides nothing.
///
/// It serves as soon as it listens: while the database is away it answers 503 and readyz says why, and it goes to work by itself when
/// the database is there. Lives in the main thread.
class Application : public QObject {
    Q_OBJECT
public:
    explicit Application(configuration::BootSettings boot, QObject *parent = nullptr);
    ~Application() override;

    /// Throws Error for what only an administrator can mend: a data folder that cannot be written, a taken port, a private database
    /// that does not start.
    void start();
    /// Answers what is in flight, lets running steps end, stops everything; finished() follows. The second call changes nothing.
    void drain();

Q_SIGNALS:
    /// Requests are served; the text is the one line for standard output.
    void ready(const QByteArray &line);
    void finished();

private:
    void listenForMetrics();
    void startDatabase();
    void wireServices();
    http::Frontend::Surroundings frontendSurroundings();
    QByteArray liveInstancesText() const;
    void goToWork();
    void beat();
    void startLoops();
    void open();
    QList<LoopTick> loopTicks() const;
    void prepareDatabase();
    void checkBots();
    void stopWork();

    configuration::BootSettings m_boot;
    SystemClock m_clock;
    configuration::HotConfig m_config;
    Services m_services;
    std::atomic_bool m_draining { false };
    std::atomic_bool m_working { false };
    int m_beats = 0; ///< Only the heartbeat touches it.
    bool m_botsChecked = false; ///< Only the opening loop touches it.
    database::Settings m_database;

    std::atomic_int m_liveInstances { 1 }; ///< As last read.
    std::unique_ptr<operations::Denials> m_denials;
    operations::OutcomeCounts m_outcomes;
    operations::Gauges m_gauges { m_services };
    std::unique_ptr<operations::AuditAnchors> m_anchors; ///< Only the heartbeat touches it.
    std::unique_ptr<configuration::HotFile> m_hotFile;
    std::unique_ptr<configuration::HotTable> m_hotTable; ///< Instead of the file, once the database is there.
    std::unique_ptr<CatalogueFile> m_catalogue;
    std::unique_ptr<database::EmbeddedServer> m_embedded;
    std::unique_ptr<engine::RemoteLedger> m_ledger;
    std::unique_ptr<forge::GitLabForge> m_forge;
    std::unique_ptr<outbound::Dependency> m_approvalSystem;
    ChecklistCache m_checklists;
    Backlog m_backlog;
    HandoverTimes m_handovers;
    std::unique_ptr<engine::Engine> m_engine;
    std::unique_ptr<engine::Loop> m_opening; ///< Until the database is prepared.
    std::unique_ptr<engine::Loop> m_heartbeat;
    std::unique_ptr<engine::Loop> m_watchLoop;
    operations::DatabaseWatch m_watch { m_database };
    std::unique_ptr<operations::InstanceRegister> m_register;
    std::unique_ptr<http::Frontend> m_frontend;
    std::unique_ptr<httpserver::Server> m_metrics;
    quint16 m_port = 0;
    quint16 m_metricsPort = 0;
};

} // namespace slipway
