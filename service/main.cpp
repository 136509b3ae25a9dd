// SPDX-License-Identifier: GPL-3.0-only
#include "service/adoptcommand.h"
#include "service/application.h"
#include "service/auditcommand.h"
#include "service/configuration/configreference.h"
#include "service/configuration/jsonlog.h"
#include "service/lint.h"
#include "service/operations/programversion.h"
#include "shared/failpoint.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QJsonDocument>
#include <QSocketNotifier>

#include <csignal>
#include <cstdio>
#include <sys/signalfd.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace slipway;

namespace {

/// What a caller can tell the failures apart by; those of "adopt" are AdoptCommand's.
enum ExitCode { Ended = 0, WrongUse = 2, CannotStart = 3 };

int complain(const QStringList &problems)
{
    for (const QString &problem : problems)
        std::fprintf(stderr, "%s\n", qPrintable(problem));
    return WrongUse;
}

int printReference(const QString &form)
{
    if (form == "markdown"_L1)
        std::fputs(qPrintable(configuration::referencePage()), stdout);
    else if (form == "boot-schema"_L1)
        std::fputs(QJsonDocument(configuration::bootSchema()).toJson().constData(), stdout);
    else if (form == "hot-schema"_L1)
        std::fputs(QJsonDocument(configuration::hotSchema()).toJson().constData(), stdout);
    else
        return complain({ u"--print-config-reference takes markdown, boot-schema or hot-schema"_s });
    return Ended;
}

/// Signals are blocked before any thread exists and arrive as bytes in the main loop.
void drainOnSignal(Application &application)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    const int descriptor = ::signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
    auto *notifier = new QSocketNotifier(descriptor, QSocketNotifier::Read, &application);
    QObject::connect(notifier, &QSocketNotifier::activated, &application, [descriptor, &application] {
        signalfd_siginfo signal {};
        if (::read(descriptor, &signal, sizeof signal) == ssize_t(sizeof signal)) {
            ::sd_notify(0, "STOPPING=1");
            application.drain();
        }
    });
}

int serve(const QString &file)
{
    auto loaded = configuration::loadBootSettings(file);
    if (const auto *problems = std::get_if<QList<configuration::BootProblem>>(&loaded)) {
        QStringList texts;
        for (const auto &problem : *problems)
            texts.append(problem.toString());
        return complain(texts);
    }
    auto boot = std::get<configuration::BootSettings>(std::move(loaded));
    try {
        if (boot.failpoints)
            failpoint::arm();
        Application application(std::move(boot));
        drainOnSignal(application);
        QObject::connect(&application, &Application::ready, [](const QByteArray &line) {
            std::printf("%s\n", line.constData());
            std::fflush(stdout);
            ::sd_notify(0, "READY=1");
        });
        QObject::connect(&application, &Application::finished, qApp, &QCoreApplication::quit, Qt::QueuedConnection);
        application.start();
        return QCoreApplication::exec();
    } catch (const std::exception &error) {
        std::fprintf(stderr, "slipwayd cannot start: %s\n", error.what());
        return CannotStart;
    }
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("TZ", "UTC");
    qputenv("QT_NO_GLIB", "1"); // Qt's own dispatcher costs a third less per connection.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGHUP, SIG_IGN); // Whoever sends it wants files read again: they are, as soon as they change.

    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"slipwayd"_s);
    QCoreApplication::setApplicationVersion(operations::programVersion());

    QCommandLineParser parser;
    parser.setApplicationDescription(u"Turns approved change requests into merged, deployed configuration."_s);
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption config(u"config"_s, u"Boot configuration (TOML)."_s, u"file"_s, u"/etc/slipway/slipway.toml"_s);
    const QCommandLineOption lintConfig(u"check-config"_s, u"Check a boot configuration and the files it names."_s, u"file"_s);
    const QCommandLineOption lintCatalogue(u"check-catalogue"_s, u"Check a target catalogue."_s, u"file"_s);
    const QCommandLineOption reference(u"print-config-reference"_s, u"Print every key: markdown, boot-schema or hot-schema."_s,
                                       u"form"_s);
    const QCommandLineOption partition(u"partition"_s, u"adopt: the partition whose repository is taken over."_s, u"key"_s);
    const QCommandLineOption plan(u"plan"_s, u"adopt: write nothing, say what would be done."_s);
    const QCommandLineOption json(u"json"_s, u"adopt: answer in JSON."_s);
    const QCommandLineOption anchor(u"anchor"_s, u"audit verify: an end of the chain that was seen before; repeatable."_s,
                                    u"number:hash"_s);
    parser.addOptions({ config, lintConfig, lintCatalogue, reference, partition, plan, json, anchor });
    parser.addPositionalArgument(u"command"_s,
                                 AdoptCommand::description() + u" Or \"audit verify\": check the audit's chain."_s,
                                 u"[adopt | audit verify]"_s);
    parser.process(application);
    const QStringList words = parser.positionalArguments();
    if (words == QStringList { u"audit"_s, u"verify"_s })
        return verifyAudit(parser.value(config), parser.values(anchor));
    if (words == QStringList { u"adopt"_s } && parser.isSet(partition))
        return AdoptCommand(parser.value(config), PartitionKey(parser.value(partition)), parser.isSet(plan), parser.isSet(json))
            .run();
    if (!words.isEmpty())
        return complain({ u"the commands are: adopt --partition KEY [--plan] [--json], and audit verify [--anchor N:HASH]"_s });
    if (parser.isSet(lintCatalogue))
        return checkCatalogue(parser.value(lintCatalogue));
    if (parser.isSet(lintConfig))
        return checkConfiguration(parser.value(lintConfig));
    if (parser.isSet(reference))
        return printReference(parser.value(reference));
    configuration::logAsJson();
    return serve(parser.value(config));
}
