// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/core/log.h"
#include "tests/twin/git/gitrunner.h"
#include "tests/twin/program.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QSocketNotifier>
#include <QTimer>

#include <csignal>
#include <sys/signalfd.h>
#include <unistd.h>

using namespace slipway::twin;
using namespace Qt::StringLiterals;

namespace {

Endpoint endpointFrom(const QString &text)
{
    const qsizetype colon = text.lastIndexOf(u':');
    bool ok = false;
    Endpoint endpoint;
    endpoint.address = QHostAddress(text.left(colon).remove(u'[').remove(u']'));
    endpoint.port = text.mid(colon + 1).toUShort(&ok);
    if (colon < 0 || !ok || endpoint.address.isNull())
        throw StartFailure { 2, u"%1 is no address; write 127.0.0.1:PORT"_s.arg(text) };
    // The admin port has no authentication, and the twin's tokens are no secrets.
    if (!endpoint.address.isLoopback())
        throw StartFailure { 2, u"%1 is not a loopback address; the twin serves this machine only"_s.arg(text) };
    return endpoint;
}

ProgramOptions optionsFrom(const QCoreApplication &application)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"A GitLab-like server with approval system and deploy pipeline for demos and rehearsals."_s);
    parser.addHelpOption();
    parser.addOption({ u"data"_s, u"Folder for its state and repositories; goes on where it stopped."_s, u"DIR"_s });
    parser.addOption(
        { u"listen"_s, u"API port (REST, Git, approvals); port 0 picks one."_s, u"ADDRESS:PORT"_s, u"127.0.0.1:0"_s });
    parser.addOption({ u"admin"_s, u"Admin port; port 0 picks one."_s, u"ADDRESS:PORT"_s, u"127.0.0.1:0"_s });
    parser.addOption({ u"seed"_s, u"JSON file that sets the stage."_s, u"FILE"_s });
    if (!parser.parse(application.arguments()))
        throw StartFailure { 2, parser.errorText() };
    if (parser.isSet(u"help"_s))
        parser.showHelp(0);
    if (!parser.isSet(u"data"_s) || !parser.positionalArguments().isEmpty())
        throw StartFailure {
            2, u"usage: slipway-twin --data DIR [--listen 127.0.0.1:PORT] [--admin 127.0.0.1:PORT] [--seed FILE]"_s
        };
    ProgramOptions options;
    options.dataDirectory = parser.value(u"data"_s);
    options.api = endpointFrom(parser.value(u"listen"_s));
    options.admin = endpointFrom(parser.value(u"admin"_s));
    options.seedFile = parser.value(u"seed"_s);
    return options;
}

void requireGit()
{
    QProcess git;
    git.start(GitRunner::program(), { u"--version"_s });
    const bool ran = !GitRunner::program().isEmpty() && git.waitForFinished(10000) && git.exitCode() == 0;
    if (!ran)
        throw StartFailure { 5, u"git is not installed (it must be on the PATH)"_s };
    const QRegularExpression form(u"(\\d+)\\.(\\d+)"_s);
    const auto match = form.match(QString::fromUtf8(git.readAllStandardOutput()));
    if (match.captured(1).toInt() * 100 + match.captured(2).toInt() < 238)
        throw StartFailure { 5, u"git is too old; 2.38 is needed for merge-tree --write-tree"_s };
}

/// Signals become events, so that the end runs in the event loop like everything else.
int signalDescriptor()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigprocmask(SIG_BLOCK, &signals, nullptr);
    return ::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

} // namespace

int main(int argc, char *argv[])
{
    const int signals = signalDescriptor();
    std::signal(SIGHUP, SIG_IGN);
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"slipway-twin"_s);
    try {
        const ProgramOptions options = optionsFrom(application);
        requireGit();
        Program program(options);
        QSocketNotifier notifier(signals, QSocketNotifier::Read);
        QObject::connect(&notifier, &QSocketNotifier::activated, &program, [&] {
            signalfd_siginfo received;
            if (::read(signals, &received, sizeof received) == ssize_t(sizeof received))
                program.stop();
        });
        QTimer::singleShot(0, &program, [&] { program.start(); });
        return QCoreApplication::exec();
    } catch (const StartFailure &failure) {
        qCCritical(logTwin, "%s", qPrintable(failure.text));
        return failure.exitCode;
    }
}
