// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/process.h"
#include "tests/support/serviceclient.h"
#include "tests/support/shareddatabase.h"
#include "tests/support/stackrecord.h"
#include "tests/support/stagefiles.h"
#include "tests/support/twinclient.h"

#include <memory>
#include <vector>

namespace slipway::support {

class StartFailure;

/// The whole of Slipway on this machine: a fresh data folder, the twin, seeded, and the service with its private
/// database, or several instances of it on one database that belongs to the stack. Stops in reverse order and removes its
/// folder, also when it goes out of scope by an exception. Main thread only.
class Stack {
public:
    struct Options {
        /// Absent, empty, or what an earlier stack left: anything else is refused.
        QString directory = {};
        quint16 port = 0; ///< Of the first instance; 0: a free one. The others take free ones.
        int instances = 1;
        QString databaseDirectory = {}; ///< Of the shared one; empty: in the stack's folder.
        bool sharedDatabase = false; ///< Also for one instance; several always share one.
        bool keep = false; ///< Leave the folder in place at the end.
        QString logs = {}; ///< If set: where the logs are copied to before the folder is removed.
        StageOptions stage = {};
    };

    explicit Stack(Options options);
    ~Stack();
    Stack(const Stack &) = delete;
    Stack &operator=(const Stack &) = delete;

    /// In order: folder, twin, seed, service. Throws StartFailure, with everything already started stopped again.
    void start();
    void stop();
    /// From now on stop() leaves the folder in place, and the record of what ran in it; "down" removes both.
    void leaveFolder() { m_leaves = true; }

    /// Only these, for callers that show each as a step.
    void startTwin();
    /// All instances, and first of all the database they share.
    void startService(const QMap<QString, QString> &environment = {});
    /// In good order, all at the same time; the first exit code that is not 0.
    int stopService();
    /// One that ended or was killed, without waiting for it; it comes back under its address.
    void launchInstance(int instance, const QMap<QString, QString> &environment = {});
    /// Until it has come back. Throws StartFailure.
    void awaitInstance(int instance);

    /// Counted from 0.
    Process &service(int instance = 0) { return *m_services[size_t(instance)]; }
    int instances() const { return m_options.instances; }
    bool areAllRunning() const;
    Process &twinProcess() { return *m_twinProcess; }
    TwinClient &twin() { return *m_twin; }
    StageFiles &files() { return m_files; }

    /// Only with more than one instance, or where asked for.
    SharedDatabase &database() { return *m_database; }

    /// The service as \a account sees it: each call goes to the next instance. They keep their addresses over restarts.
    ServiceClient as(const QString &account) const { return ServiceClient(serviceUrls(), account); }
    ServiceClient as(const QString &account, int instance) const { return ServiceClient({ serviceUrl(instance) }, account); }
    QUrl serviceUrl(int instance = 0) const { return QUrl(m_record.services.value(instance)); }
    QList<QUrl> serviceUrls() const;
    /// What that instance tells whoever collects metrics; empty when it does not answer.
    QByteArray metrics(int instance = 0) const;
    QUrl twinApi() const { return QUrl(m_record.twinApi); }
    /// To clone with, as the person who maintains the repository.
    QUrl repositoryUrl() const;
    /// An administrator's way into the database, shared or not.
    database::Settings databaseSettings() const;
    const StackRecord &record() const { return m_record; }
    const QString &directory() const { return m_options.directory; }

    /// A folder that belongs to a stack is marked, so that no other one is ever emptied.
    static QString markIn(const QString &directory);
    /// Whether whoever started the stack in there wanted to keep the folder; such a one is never emptied.
    static bool isKept(const QString &directory);
    /// Throws StartFailure when the folder holds something else; otherwise it is gone afterwards.
    static void removeFolder(const QString &directory);

private:
    void prepareFolder();
    void startDatabase();
    [[noreturn]] void explainFailedStart(int instance, const StartFailure &failure);
    void describe();
    void saveLogs() const;

    Options m_options;
    StageFiles m_files;
    StackRecord m_record;
    QStringList m_listen; ///< Of each instance.
    std::unique_ptr<Process> m_twinProcess;
    std::unique_ptr<TwinClient> m_twin;
    std::unique_ptr<SharedDatabase> m_database;
    std::vector<std::unique_ptr<Process>> m_services;
    bool m_prepared = false;
    bool m_leaves = false;
};

} // namespace slipway::support
