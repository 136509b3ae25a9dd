// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/hotconfig.h"
#include "service/database/connection.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace slipway::configuration {

/// config.source = database: keeps a HotConfig equal to the table runtime_config, so that all instances follow one
/// place. Its own thread and connection; while the database is away the last good values stay. A list is written with
/// commas.
class HotTable {
public:
    /// Reads once before it returns; then every \a interval. \a config and \a settings must outlive it.
    HotTable(HotConfig &config, const database::Settings &settings,
             std::chrono::milliseconds interval = std::chrono::milliseconds(1000));
    ~HotTable();
    HotTable(const HotTable &) = delete;
    HotTable &operator=(const HotTable &) = delete;

private:
    void watch(std::chrono::milliseconds interval);
    void read();

    HotConfig &m_config;
    const database::Settings &m_settings;
    std::optional<QMap<QString, QString>> m_last; ///< What was delivered last; nothing after a failure.
    std::mutex m_lock;
    std::condition_variable m_stopped;
    bool m_stopping = false; ///< Under m_lock.
    std::thread m_thread;
};

} // namespace slipway::configuration
