// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QObject>
#include <QProcessEnvironment>
#include <QStringList>

#include <coroutine>
#include <deque>

QT_FORWARD_DECLARE_CLASS(QProcess)

namespace slipway::twin {

struct GitResult {
    int exitCode = -1; ///< -1 when it could not be started or died.
    QByteArray out;
    QByteArray err;

    bool ok() const { return exitCode == 0; }
    /// The first line of the output.
    QString line() const { return QString::fromUtf8(out.left(out.indexOf('\n'))).trimmed(); }
};

struct GitCommand {
    QString directory; ///< The bare repository; empty for none.
    QStringList arguments;
    QByteArray input;
    QProcessEnvironment extra; ///< Added to the runner's own environment.
};

/// Runs git as child processes: argument lists only, never a shell, an environment that knows no configuration, hook or
/// prompt from outside, and never more than a few at a time. Waiting does not block. Main thread only.
class GitRunner : public QObject {
    Q_OBJECT
public:
    /// \a home: an empty folder of the twin's own.
    explicit GitRunner(const QString &home, QObject *parent = nullptr);
    ~GitRunner() override;

    /// The program's path; empty when there is none.
    static QString program();
    /// What every child of the twin runs with.
    const QProcessEnvironment &environment() const { return m_environment; }

    class Run {
    public:
        Run(GitRunner &runner, GitCommand command)
            : m_runner(runner)
            , m_command(std::move(command))
        {
        }
        bool await_ready() const noexcept { return false; }
        void await_suspend(std::coroutine_handle<> waiter)
        {
            m_waiter = waiter;
            m_runner.enqueue(this);
        }
        GitResult await_resume() { return std::move(m_result); }

    private:
        friend class GitRunner;
        GitRunner &m_runner;
        GitCommand m_command;
        GitResult m_result;
        std::coroutine_handle<> m_waiter;
    };

    /// `const GitResult result = co_await runner.run(command);`
    Run run(GitCommand command) { return Run(*this, std::move(command)); }

private:
    void enqueue(Run *run);
    void startNext();
    void finish(QProcess *process, Run *run, int exitCode);

    QProcessEnvironment m_environment;
    std::deque<Run *> m_queue;
    int m_running = 0;
};

} // namespace slipway::twin
