// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/await.h"
#include "tests/support/program/demo.h"
#include "tests/support/program/playground.h"
#include "tests/support/startfailure.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace slipway::support;

namespace {

// The data folder is gone by now; its logs were copied beside the build's.
void showEndOf(const QString &log, const QString &logs)
{
    QFile file(QDir(logs).filePath(QFileInfo(log).fileName()));
    if (log.isEmpty() || !file.open(QIODevice::ReadOnly))
        return;
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    for (const QByteArray &line : lines.mid(std::max<qsizetype>(0, lines.size() - 20)))
        fprintf(stderr, "%s\n", line.constData());
    fprintf(stderr, "log: %s\n", qPrintable(file.fileName()));
}

int usage(Screen &screen, const QString &problem)
{
    screen.complain(u"slipway: %1\ntry: ./slipway help"_s.arg(problem));
    return int(ExitCode::Usage);
}

constexpr int mostInstances = 9; // One machine has to bear them.

std::optional<qsizetype> numberIn(const QCommandLineParser &options, const QString &name, qsizetype least, qsizetype most)
{
    bool isNumber = false;
    const qsizetype number = options.value(name).toLongLong(&isNumber);
    return isNumber && number >= least && number <= most ? std::optional(number) : std::nullopt;
}

int demo(const QCommandLineParser &options, Screen &screen)
{
    const auto requests = options.isSet(u"requests"_s) ? numberIn(options, u"requests"_s, 1, 10'000'000) : 1;
    if (!requests)
        return usage(screen, u"--requests wants a number from 1"_s);
    const auto instances = numberIn(options, u"instances"_s, 1, mostInstances);
    if (!instances)
        return usage(screen, u"--instances wants a number from 1 to %1"_s.arg(mostInstances));
    if (options.value(u"approvals"_s) != "external"_L1)
        return usage(screen, u"--approvals knows external only"_s);
    Demo run({ .requests = options.isSet(u"requests"_s) ? requests : std::nullopt,
               .input = options.value(u"input"_s),
               .instances = int(*instances),
               .chaos = options.isSet(u"chaos"_s),
               .work = QDir(options.value(u"work"_s)).absolutePath() },
             screen);
    return int(run.run() ? ExitCode::Good : ExitCode::Failed);
}

int run(const QCommandLineParser &options, Screen &screen)
{
    const QString verb = options.positionalArguments().value(0);
    if (options.positionalArguments().size() > 1)
        return usage(screen, u"%1 does not know %2"_s.arg(verb, options.positionalArguments()[1]));
    const QString data = QDir(options.value(u"data"_s)).absolutePath();
    if (verb == "demo"_L1)
        return demo(options, screen);
    if (verb == "status"_L1)
        return Playground::status(data, options.isSet(u"quiet"_s), screen);
    if (verb == "down"_L1)
        return Playground::down(data, screen);
    if (verb != "up"_L1)
        return usage(screen, u"there is no verb %1"_s.arg(verb));
    const auto port = numberIn(options, u"port"_s, 0, 65535);
    if (!port)
        return usage(screen, u"--port wants a number from 0 to 65535"_s);
    const auto instances = numberIn(options, u"instances"_s, 1, mostInstances);
    if (!instances)
        return usage(screen, u"--instances wants a number from 1 to %1"_s.arg(mostInstances));
    Playground playground({ .data = data,
                            .port = quint16(*port),
                            .instances = int(*instances),
                            .keep = options.isSet(u"keep"_s),
                            .stuck = options.isSet(u"stuck"_s),
                            .logs = QDir(options.value(u"work"_s)).absoluteFilePath(u"log"_s),
                            .targets = options.value(u"targets"_s) },
                          screen);
    playground.run();
    return 0;
}

} // namespace

int main(int argc, char *argv[])
{
    qputenv("TZ", "UTC");
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"slipway-stack"_s);
    QCommandLineParser options;
    options.setApplicationDescription(u"Starts the whole of Slipway on this machine. Verbs: demo, up, status, down."_s);
    options.addHelpOption();
    options.addPositionalArgument(u"verb"_s, u"demo, up, status or down"_s);
    options.addOptions({
        { u"requests"_s, u"demo: how many changes (all the input holds)"_s, u"N"_s },
        { u"instances"_s, u"demo, up: of the service, on one database"_s, u"N"_s, u"1"_s },
        { u"chaos"_s, u"demo: kill instances and database meanwhile"_s },
        { u"input"_s, u"demo: file of changes"_s, u"FILE"_s },
        { u"approvals"_s, u"demo: who decides"_s, u"external"_s, u"external"_s },
        { u"work"_s, u"where logs are left, and demo makes its folder"_s, u"DIR"_s, u"."_s },
        { u"data"_s, u"up, status, down: data folder"_s, u"DIR"_s, u"var"_s },
        { u"port"_s, u"up: of the service; 0 is a free one"_s, u"N"_s, u"8420"_s },
        { u"keep"_s, u"up: leave the data folder in place"_s },
        { u"stuck"_s, u"up: fill it with what maintainers are called for"_s },
        { u"targets"_s, u"up: file of targets to offer"_s, u"FILE"_s },
        { u"quiet"_s, u"status: only the exit code"_s },
    });
    Screen screen;
    if (!options.parse(QCoreApplication::arguments()))
        return usage(screen, options.errorText());
    if (options.isSet(u"help"_s))
        options.showHelp();
    watchSignals();
    const QString logs = QDir(options.value(u"work"_s)).absoluteFilePath(u"log"_s);
    try {
        return run(options, screen);
    } catch (const Interrupted &interruption) {
        screen.line(u"stopped"_s);
        return 128 + interruption.signal;
    } catch (const StartFailure &failure) {
        screen.settle();
        showEndOf(failure.log(), logs);
        screen.complain(u"slipway: %1"_s.arg(QString::fromUtf8(failure.what())));
        if (!failure.remedy().isEmpty())
            screen.complain(u"try: "_s + failure.remedy());
        return int(failure.code());
    } catch (const std::exception &error) {
        screen.complain(u"slipway: %1"_s.arg(QString::fromUtf8(error.what())));
        return int(ExitCode::Failed);
    }
}
