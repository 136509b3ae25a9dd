// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "tests/support/process.h"
#include "tests/support/serviceclient.h"
#include "tests/support/stackrecord.h"
#include "tests/support/stagefiles.h"
#include "tests/support/twinclient.h"

namespace slipway::support {

/// The whole of Slipway on this machine: a fresh data folder, the twin, seeded, and the service with its private
/// database. Stops in reverse order and removes its folder, also when it goes out of scope by an exception. Main thread
/// only.
class Stack {
public:
    struct Options {
        /// Absent, empty, or what an earlier stack left: anything else is refused.
        QString directory = {};
        quint16 port = 0; ///< 0: a free one.
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

    /// Only these, for callers that show each as a step.
    void startTwin();
    void startService(const QMap<QString, QString> &environment = {});
    /// In good order; its exit code.
    int stopService();

    Process &service() { return *m_service; }
    Process &twinProcess() { return *m_twinProcess; }
    TwinClient &twin() { return *m_twin; }
    StageFiles &files() { return m_files; }

    /// The service as \a account sees it. It keeps its address over restarts.
    ServiceClient as(const QString &account) const { return ServiceClient(serviceUrl(), account); }
    QUrl serviceUrl() const { return QUrl(m_record.service); }
    QUrl twinApi() const { return QUrl(m_record.twinApi); }
    /// To clone with, as the person who maintains the repository.
    QUrl repositoryUrl() const;
    const StackRecord &record() const { return m_record; }
    const QString &directory() const { return m_options.directory; }

    /// A folder that belongs to a stack is marked, so that no other one is ever emptied.
    static QString markIn(const QString &directory);
    /// Throws StartFailure when the folder holds something else; otherwise it is gone afterwards.
    static void removeFolder(const QString &directory);

private:
    void prepareFolder();
    void describe();
    void saveLogs() const;

    Options m_options;
    StageFiles m_files;
    StackRecord m_record;
    QString m_listen;
    std::unique_ptr<Process> m_twinProcess;
    std::unique_ptr<TwinClient> m_twin;
    std::unique_ptr<Process> m_service;
    bool m_prepared = false;
};

} // namespace slipway::support
