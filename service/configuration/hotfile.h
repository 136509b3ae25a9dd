// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/hotconfig.h"
#include "service/configuration/watchedfile.h"

namespace slipway::configuration {

/// config.source = file: keeps a HotConfig equal to a TOML file of hot keys. A file that is missing from the start
/// means the defaults; one that vanishes, is emptied or cannot be parsed later leaves the last good values. Both are warned of.
class HotFile : public QObject {
    Q_OBJECT
public:
    /// Reads once before it returns. \a config must outlive it.
    HotFile(HotConfig &config, const QString &path, QObject *parent = nullptr);

private:
    void take(const std::optional<QByteArray> &content);

    HotConfig &m_config;
    QString m_path;
    bool m_hasRead = false; ///< Before m_file, which reads as it is made.
    WatchedFile m_file;
};

} // namespace slipway::configuration
