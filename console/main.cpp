// SPDX-License-Identifier: GPL-3.0-only
#include "console/session/keychain.h"
#include "console/session/linkdoor.h"
#include "console/session/recordednetwork.h"
#include "console/session/recorder.h"
#include "console/session/session.h"
#include "console/views/appearance.h"
#include "console/views/languages.h"
#include "console/views/mainwindow.h"
#include "console/views/screenshot.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QNetworkAccessManager>
#include <QSettings>
#include <QTemporaryDir>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace slipway::console;

namespace {

void declare(QCommandLineParser &options)
{
    options.setApplicationDescription(u"The maintainers' window on Slipway."_s);
    options.addHelpOption();
    options.addVersionOption();
    options.addPositionalArgument(u"link"_s, u"slipway://batch/812 and the like"_s, u"[link]"_s);
    options.addOptions({
        { u"demo"_s, u"look at a recording; nothing can be done to it"_s },
        { u"profile"_s, u"open the kept service of that name"_s, u"NAME"_s },
        { u"url"_s, u"open the service at that address, for development"_s, u"URL"_s },
        { u"account"_s, u"with --url: as whom"_s, u"NAME"_s, u"olga"_s },
        { u"page"_s, u"attention, overview, batches, pending, requests, findings, audit, config or approvals"_s, u"NAME"_s },
        { u"lang"_s, u"en or zh_CN"_s, u"LANGUAGE"_s },
        { u"dark"_s, u"dark colours"_s },
        { u"light"_s, u"light colours"_s },
        { u"screenshot"_s, u"write a picture of the page and end"_s, u"FILE"_s },
        { u"record"_s, u"with --url: write what the service answers, for --demo, and end"_s, u"FILE"_s },
    });
}

Profile profileFrom(const QCommandLineParser &options, QSettings &settings)
{
    Profile profile = Profile::fresh(Profile::Stage::Development);
    profile.account = options.value(u"account"_s);
    if (options.isSet(u"demo"_s)) {
        profile.name = QCoreApplication::translate("Main", "Recording");
        profile.url = QUrl(u"http://recording.invalid"_s);
    } else if (options.isSet(u"url"_s)) {
        profile.url = QUrl(options.value(u"url"_s));
        profile.name = profile.url.authority();
    } else if (options.isSet(u"profile"_s)) {
        for (const Profile &kept : Profile::all(settings)) {
            if (kept.name == options.value(u"profile"_s))
                return kept;
        }
    }
    return profile;
}

int record(const Profile &profile, const QString &path)
{
    QNetworkAccessManager network;
    Recorder recorder(network, profile);
    QObject::connect(&recorder, &Recorder::finished, qApp, [path](const QByteArray &recording, const QString &problem) {
        QFile file(path);
        const bool isWritten =
            problem.isEmpty() && file.open(QIODevice::WriteOnly) && file.write(recording) == recording.size();
        if (!isWritten)
            fprintf(stderr, "slipway-console: %s\n", qPrintable(problem.isEmpty() ? file.errorString() : problem));
        QApplication::exit(isWritten ? 0 : 1);
    });
    recorder.begin();
    return QApplication::exec();
}

QByteArray recording()
{
    QFile file(u":/console/recording.json"_s);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

int run(const QCommandLineParser &options, QSettings &settings)
{
    const QString language = options.isSet(u"lang"_s)
        ? options.value(u"lang"_s)
        : settings.value(u"language"_s, languages::bestFor(QLocale().name())).toString();
    languages::use(language);
    const auto theme = options.isSet(u"dark"_s) ? appearance::Theme::Dark
        : options.isSet(u"light"_s)             ? appearance::Theme::Light
                                                : appearance::Theme(settings.value(u"theme"_s, 0).toInt());
    appearance::apply(theme);
    const Profile profile = profileFrom(options, settings);
    if (options.isSet(u"record"_s))
        return record(profile, options.value(u"record"_s));
    const QStringList links = options.positionalArguments();
    const bool isPicture = options.isSet(u"screenshot"_s);
    if (!isPicture && !links.isEmpty() && LinkDoor::hand(links.first()))
        return 0;
    const bool isDemo = options.isSet(u"demo"_s);
    const std::unique_ptr<QNetworkAccessManager> network =
        isDemo ? std::make_unique<RecordedNetwork>(recording()) : std::make_unique<QNetworkAccessManager>();
    Keychain keychain;
    Session session(*network);
    session.setLanguage(languages::tagOf(languages::current()));
    MainWindow window(session, keychain, settings);
    if (options.isSet(u"page"_s) && !window.showPage(options.value(u"page"_s))) {
        fprintf(stderr, "slipway-console: there is no page %s\n", qPrintable(options.value(u"page"_s)));
        return 2;
    }
    std::optional<Screenshot> screenshot;
    if (options.isSet(u"screenshot"_s))
        screenshot.emplace(session, window, options.value(u"screenshot"_s));
    window.show();
    if (profile.url.isValid() && !profile.url.isEmpty())
        window.openProfile(profile);
    else
        window.askForProfile();
    LinkDoor door;
    QObject::connect(&door, &LinkDoor::linkCame, &window, &MainWindow::comeForward);
    if (!isPicture)
        door.open();
    if (!links.isEmpty())
        window.follow(links.first());
    return QApplication::exec();
}

} // namespace

int main(int argc, char *argv[])
{
    // Decided before there is an application: a picture needs no screen.
    for (int i = 1; i < argc; ++i) {
        const QByteArray argument(argv[i]);
        const bool needsNoScreen = argument.startsWith("--screenshot") || argument.startsWith("--record");
        if (needsNoScreen && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
            qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"slipway-console"_s);
    QApplication::setApplicationVersion(QStringLiteral(SLIPWAY_VERSION));
    QApplication::setDesktopFileName(u"org.slipway.Console"_s);
    QCommandLineParser options;
    declare(options);
    options.process(application);
    // A picture must not depend on how somebody has arranged the window, nor change it.
    const QTemporaryDir scratch;
    const bool isPicture = options.isSet(u"screenshot"_s);
    QSettings settings = isPicture ? QSettings(scratch.filePath(u"console.ini"_s), QSettings::IniFormat)
                                   : QSettings(QSettings::IniFormat, QSettings::UserScope, u"slipway"_s, u"console"_s);
    return run(options, settings);
}
