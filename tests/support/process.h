// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonObject>
#include <QProcess>
#include <QStringList>

#include <chrono>
#include <optional>

namespace slipway::support {

/// One of our programs, started from outside: says when it is ready, keeps what it logs, and is certainly gone in the
/// end, even if this process is killed. It can be started again with the same arguments, as after a crash. Main thread
/// only.
class Process {
public:
    /// \a program is a name beside this executable (or a path); stderr is appended to \a logFile.
    Process(QString program, QStringList arguments, QString logFile);
    ~Process();
    Process(const Process &) = delete;
    Process &operator=(const Process &) = delete;

    /// For the next start only: added to this process's own environment.
    void setEnvironment(const QMap<QString, QString> &variables) { m_variables = variables; }
    void setArguments(const QStringList &arguments) { m_arguments = arguments; }

    /// Starts it and waits for the one JSON line it prints when ready, which it returns.
    /// Throws StartFailure when it cannot be started, ends before, or is not ready within \a limit (it is killed then).
    QJsonObject start(std::chrono::milliseconds limit = std::chrono::seconds(60));

    /// Starts it without waiting, for programs that are meant to end early, or to start side by side.
    void launch();
    /// The other half of start(), with the same words when it fails.
    QJsonObject awaitReady(std::chrono::milliseconds limit);
    /// What ready() said, once it has.
    std::optional<QJsonObject> ready() const { return m_ready; }

    bool isRunning() const { return m_process && m_process->state() != QProcess::NotRunning; }
    qint64 id() const { return m_process ? m_process->processId() : 0; }

    /// SIGTERM, without waiting.
    void askToEnd();
    /// SIGTERM, then SIGKILL after \a limit. Returns its exit code: 128 + signal when a signal ended it, also our own.
    int terminate(std::chrono::milliseconds limit = std::chrono::seconds(20));
    /// SIGKILL, like a crash.
    void kill();
    /// SIGSTOP and SIGCONT: an instance that hangs, and wakes up again.
    void freeze();
    void thaw();
    bool isFrozen() const;
    /// Waits for an end of its own. Nothing when it still runs after \a limit.
    std::optional<int> waitForEnd(std::chrono::milliseconds limit);

    const QString &logFile() const { return m_logFile; }
    /// All it has logged, over all starts.
    QByteArray log() const;

private:
    void readOutput();
    int exitCode() const;

    QString m_program;
    QStringList m_arguments;
    QMap<QString, QString> m_variables;
    QString m_logFile;
    std::unique_ptr<QProcess> m_process;
    QByteArray m_output;
    std::optional<QJsonObject> m_ready;
};

} // namespace slipway::support
