// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/git/gitrunner.h"

#include "tests/twin/core/log.h"

#include <QProcess>
#include <QStandardPaths>

namespace slipway::twin {

using namespace Qt::StringLiterals;

namespace {

constexpr int processesAtOnce = 6;

} // namespace

GitRunner::GitRunner(const QString &home, QObject *parent)
    : QObject(parent)
{
    const QProcessEnvironment outside = QProcessEnvironment::systemEnvironment();
    m_environment.insert(u"PATH"_s, outside.value(u"PATH"_s, u"/usr/bin:/bin"_s));
    m_environment.insert(u"HOME"_s, home);
    m_environment.insert(u"LC_ALL"_s, u"C"_s);
    m_environment.insert(u"TZ"_s, u"UTC"_s);
    m_environment.insert(u"GIT_CONFIG_NOSYSTEM"_s, u"1"_s);
    m_environment.insert(u"GIT_CONFIG_GLOBAL"_s, u"/dev/null"_s);
    m_environment.insert(u"GIT_TERMINAL_PROMPT"_s, u"0"_s);
    m_environment.insert(u"GIT_LITERAL_PATHSPECS"_s, u"1"_s);
    // glibc gives memory back after each object and takes it again: on virtual machines with a slow brk() an import of
    // 20,000 files takes a minute instead of a second.
    m_environment.insert(u"MALLOC_TOP_PAD_"_s, u"16777216"_s);
    m_environment.insert(u"MALLOC_TRIM_THRESHOLD_"_s, u"268435456"_s);
    for (const QString &role : { u"AUTHOR"_s, u"COMMITTER"_s }) {
        m_environment.insert(u"GIT_%1_NAME"_s.arg(role), u"Twin"_s);
        m_environment.insert(u"GIT_%1_EMAIL"_s.arg(role), u"twin@users.noreply.example.org"_s);
    }
}

GitRunner::~GitRunner()
{
    const QList<QProcess *> children = findChildren<QProcess *>();
    for (QProcess *child : children) {
        child->disconnect(this);
        child->kill();
        child->waitForFinished(1000);
    }
}

QString GitRunner::program()
{
    static const QString path = QStandardPaths::findExecutable(u"git"_s);
    return path;
}

void GitRunner::enqueue(Run *run)
{
    m_queue.push_back(run);
    startNext();
}

void GitRunner::startNext()
{
    while (m_running < processesAtOnce && !m_queue.empty()) {
        Run *run = m_queue.front();
        m_queue.pop_front();
        ++m_running;
        auto *process = new QProcess(this);
        QProcessEnvironment environment = m_environment;
        environment.insert(run->m_command.extra);
        process->setProcessEnvironment(environment);
        QStringList arguments = run->m_command.arguments;
        if (!run->m_command.directory.isEmpty())
            arguments.prepend(u"--git-dir="_s + run->m_command.directory);
        connect(process, &QProcess::finished, this, [=, this](int exitCode, QProcess::ExitStatus status) {
            finish(process, run, status == QProcess::NormalExit ? exitCode : -1);
        });
        connect(
            process, &QProcess::errorOccurred, this,
            [=, this](QProcess::ProcessError error) {
                if (error == QProcess::FailedToStart)
                    finish(process, run, -1);
            },
            Qt::QueuedConnection); // never inside start(): the waiter would go on before this function is done with it
        process->start(program(), arguments);
        if (!run->m_command.input.isEmpty())
            process->write(run->m_command.input);
        process->closeWriteChannel();
    }
}

void GitRunner::finish(QProcess *process, Run *run, int exitCode)
{
    run->m_result.exitCode = exitCode;
    run->m_result.out = process->readAllStandardOutput();
    run->m_result.err = process->readAllStandardError();
    if (exitCode < 0)
        qCWarning(logTwin, "git could not run: %s", qPrintable(process->errorString()));
    process->deleteLater();
    --m_running;
    startNext();
    run->m_waiter.resume();
}

} // namespace slipway::twin
