// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/process.h"

#include "tests/support/await.h"
#include "tests/support/stackrecord.h"
#include "tests/support/startfailure.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::support {

namespace {

// Own group: a Ctrl-C of the terminal reaches only us, and we end the parts in order. Death signal: nobody outlives us.
void standApart()
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // A shell that started us in the background has them ignored, and that is inherited.
    for (const int signal : { SIGINT, SIGTERM, SIGHUP, SIGPIPE })
        std::signal(signal, SIG_DFL);
}

} // namespace

Process::Process(QString program, QStringList arguments, QString logFile)
    : m_program(std::move(program))
    , m_arguments(std::move(arguments))
    , m_logFile(std::move(logFile))
{
    if (!m_program.contains(u'/'))
        m_program = QDir(QCoreApplication::applicationDirPath()).filePath(m_program);
}

Process::~Process() { kill(); }

void Process::launch()
{
    kill();
    QDir().mkpath(QFileInfo(m_logFile).path());
    m_ready.reset();
    m_output.clear();
    m_process = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (auto it = m_variables.cbegin(); it != m_variables.cend(); ++it)
        environment.insert(it.key(), it.value());
    m_process->setProcessEnvironment(environment);
    m_process->setStandardErrorFile(m_logFile, QIODevice::Append);
    m_process->setStandardInputFile(QProcess::nullDevice());
    m_process->setChildProcessModifier(standApart);
    QObject::connect(m_process.get(), &QProcess::readyReadStandardOutput, m_process.get(), [this] { readOutput(); });
    m_process->start(m_program, m_arguments);
    if (!m_process->waitForStarted(10000))
        throw StartFailure(ExitCode::StackDown, u"%1 cannot be started: %2"_s.arg(m_program, m_process->errorString()));
}

QJsonObject Process::start(std::chrono::milliseconds limit)
{
    launch();
    return awaitReady(limit);
}

QJsonObject Process::awaitReady(std::chrono::milliseconds limit)
{
    const QString name = QFileInfo(m_program).fileName();
    if (!await([this] { return m_ready.has_value() || !isRunning(); }, limit)) {
        kill();
        throw StartFailure(ExitCode::StackDown, u"%1 was not ready after %2 s"_s.arg(name).arg(limit.count() / 1000),
                           m_logFile);
    }
    readOutput();
    if (!m_ready)
        throw StartFailure(ExitCode::StackDown, u"%1 ended with %2 before it was ready"_s.arg(name).arg(exitCode()), m_logFile);
    return *m_ready;
}

void Process::readOutput()
{
    m_output += m_process->readAllStandardOutput();
    const qsizetype end = m_output.indexOf('\n');
    if (m_ready || end < 0)
        return;
    const QJsonDocument line = QJsonDocument::fromJson(m_output.left(end));
    if (line.object().value("ready"_L1).toBool())
        m_ready = line.object();
}

void Process::askToEnd()
{
    if (isRunning())
        ::kill(pid_t(id()), SIGTERM);
}

int Process::terminate(std::chrono::milliseconds limit)
{
    if (!m_process)
        return 0;
    if (isRunning()) {
        askToEnd();
        if (!waitForEnd(limit))
            kill();
    }
    return exitCode();
}

void Process::kill()
{
    if (!isRunning())
        return;
    ::kill(pid_t(id()), SIGKILL);
    m_process->waitForFinished(10000);
}

void Process::freeze()
{
    if (isRunning())
        ::kill(pid_t(id()), SIGSTOP);
}

void Process::thaw()
{
    if (isRunning())
        ::kill(pid_t(id()), SIGCONT);
}

bool Process::isFrozen() const { return isRunning() && ProcessMark::of(id()).isStopped(); }

std::optional<int> Process::waitForEnd(std::chrono::milliseconds limit)
{
    if (!await([this] { return !isRunning(); }, limit))
        return std::nullopt;
    return exitCode();
}

int Process::exitCode() const
{
    if (!m_process)
        return 0;
    return m_process->exitStatus() == QProcess::CrashExit ? 128 + m_process->exitCode() : m_process->exitCode();
}

QByteArray Process::log() const
{
    QFile file(m_logFile);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace slipway::support
