// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonObject>
#include <QMap>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace slipway::support {

/// A process that can be told from a later one with the same number.
struct ProcessMark {
    qint64 id = 0;
    qint64 startTicks = 0; ///< Since boot, as /proc shows it.

    static ProcessMark of(qint64 id);
    bool isAlive() const;
    /// By SIGSTOP.
    bool isStopped() const;
    /// What it and the children it has waited for have used of processors so far; 0 when it is gone.
    std::chrono::milliseconds processorTime() const;
};

/// What <data>/stack.json says of a running stack: for scripts, for "status" and "down", and for a run that was killed
/// to be recognised. Secrets are named, never valued.
struct StackRecord {
    QStringList services; ///< Of each instance; the first also has the page, once there is one.
    QString metrics;
    QString twinApi;
    QString twinAdmin;
    QString databaseSocket;
    QString databaseUser; ///< Of the private server; no password.
    QString repository; ///< To clone, without credentials.
    QJsonObject identities; ///< Account to its permissions.
    QJsonObject secrets; ///< What for, to the file that holds it.
    QMap<QString, ProcessMark> processes; ///< stack, service, service-2, …, twin, database

    static QString fileIn(const QString &directory);
    static std::optional<StackRecord> read(const QString &directory);
    /// Replaces the file as a whole. Throws StartFailure when it cannot be written.
    void write(const QString &directory) const;
    QJsonObject toJson() const;

    bool isAnyAlive() const;
};

} // namespace slipway::support
