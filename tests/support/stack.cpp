// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/stack.h"

#include "tests/support/await.h"
#include "tests/support/startfailure.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QNetworkAccessManager>
#include <QNetworkReply>

#include <algorithm>
#include <csignal>
#include <filesystem>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::support {

namespace {

const QByteArray keptMark = "keep";

// Workers, engine and loops of one, each with a session of its own, and some to look on.
constexpr int sessionsPerInstance = 60;

// The private database server that runs in there.
ProcessMark serverIn(const QString &directory)
{
    QFile pidFile(directory + u"/database/data/server.pid"_s);
    return pidFile.open(QIODevice::ReadOnly) ? ProcessMark::of(pidFile.readAll().trimmed().toLongLong()) : ProcessMark();
}

// The private database of a service that was killed needs a moment to write its pages, and must not find its files
// gone.
void waitForDatabase(const QString &directory)
{
    const ProcessMark server = serverIn(directory);
    QFile command(u"/proc/%1/cmdline"_s.arg(server.id));
    const bool isOurs = command.open(QIODevice::ReadOnly) && command.readAll().contains(QFile::encodeName(directory));
    if (!isOurs || await([&] { return !server.isAlive(); }, 20s))
        return;
    ::kill(pid_t(server.id), SIGKILL);
    await([&] { return !server.isAlive(); }, 10s);
}

} // namespace

Stack::Stack(Options options)
    : m_options(std::move(options))
    , m_files(m_options.directory, m_options.stage)
{
    for (int instance = 0; instance < m_options.instances; ++instance)
        m_listen.append(u"127.0.0.1:%1"_s.arg(instance == 0 ? m_options.port : 0));
}

Stack::~Stack()
{
    // An interruption has brought us here; stopping has to wait for the parts once more.
    resumeAwaiting();
    try {
        stop();
    } catch (const std::exception &error) {
        qCritical("%s", error.what());
    }
}

bool Stack::isKept(const QString &directory)
{
    QFile mark(markIn(directory));
    return mark.open(QIODevice::ReadOnly) && mark.readAll() == keptMark;
}

QString Stack::markIn(const QString &directory) { return QDir(directory).filePath(u".slipway-stack"_s); }

void Stack::removeFolder(const QString &directory)
{
    QDir folder(directory);
    if (!folder.exists())
        return;
    if (!folder.isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot)
        && !QFile::exists(markIn(directory)))
        throw StartFailure(ExitCode::Usage, u"%1 holds something that is not ours"_s.arg(directory), {},
                           u"name another folder with --data"_s);
    waitForDatabase(directory + u"/service"_s);
    waitForDatabase(directory);
    // The mark goes last: a removal that was cut short can be taken up again.
    const auto entries = folder.entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    for (const QFileInfo &entry : entries) {
        if (entry.filePath() == markIn(directory))
            continue;
        // Not QDir::removeRecursively(): repositories hold tens of thousands of small files, and it looks at each
        // twice.
        std::error_code ignored;
        std::filesystem::remove_all(entry.filePath().toStdString(), ignored);
    }
    QFile::remove(markIn(directory));
    QDir().rmdir(directory);
}

void Stack::prepareFolder()
{
    if (const auto earlier = StackRecord::read(directory()); earlier && earlier->isAnyAlive())
        throw StartFailure(ExitCode::StackDown, u"a stack is already running in %1"_s.arg(directory()), {},
                           u"./slipway down --data %1"_s.arg(directory()));
    if (isKept(directory()))
        throw StartFailure(ExitCode::Usage, u"%1 holds what an earlier run was told to keep"_s.arg(directory()), {},
                           u"rm -r %1, or name another folder with --data"_s.arg(directory()));
    removeFolder(directory());
    QDir().mkpath(directory());
    QFile mark(markIn(directory()));
    if (!mark.open(QIODevice::WriteOnly) || mark.write(m_options.keep ? keptMark : QByteArray()) < 0)
        throw StartFailure(ExitCode::DiskFull, u"%1 cannot be written to: %2"_s.arg(directory(), mark.errorString()));
    m_prepared = true;
}

void Stack::start()
{
    startTwin();
    startService();
}

void Stack::startTwin()
{
    prepareFolder();
    m_twinProcess = std::make_unique<Process>(u"slipway-twin"_s, QStringList { u"--data"_s, m_files.in(u"twin"_s) },
                                              m_files.in(u"log/twin.log"_s));
    const QJsonObject ready = m_twinProcess->start(30s);
    m_record.twinApi = ready["api"_L1].toString();
    m_record.twinAdmin = ready["admin"_L1].toString();
    m_record.repository = m_record.twinApi + u'/' + StageFiles::project + u".git"_s;
    m_twin = std::make_unique<TwinClient>(QUrl(m_record.twinAdmin));
    m_twin->seed(m_files.seed());
    describe();
}

void Stack::startDatabase()
{
    if (m_options.instances < 2 && !m_options.sharedDatabase)
        return;
    const QString folder = m_options.databaseDirectory.isEmpty() ? m_files.in(u"database"_s) : m_options.databaseDirectory;
    if (!m_database)
        m_database = std::make_unique<SharedDatabase>(folder, m_files.secret(u"database-password"_s),
                                                      sessionsPerInstance * (m_options.instances + 1));
    m_database->start();
    const database::Settings settings = m_database->administrator();
    m_record.databaseSocket = settings.socket;
    m_record.databaseUser = settings.user;
}

void Stack::startService(const QMap<QString, QString> &environment)
{
    startDatabase();
    m_files.write(m_record.twinApi, m_listen, m_database ? m_record.databaseSocket : QString());
    for (int instance = int(m_services.size()); instance < m_options.instances; ++instance) {
        const QString log = m_files.in(u"log/%1.log"_s.arg(StageFiles::numbered(u"service"_s, instance)));
        m_services.push_back(
            std::make_unique<Process>(u"slipwayd"_s, QStringList { u"--config"_s, m_files.bootFile(instance) }, log));
    }
    for (const auto &service : m_services) {
        service->setEnvironment(environment);
        service->launch();
        service->setEnvironment({});
    }
    for (int instance = 0; instance < m_options.instances; ++instance)
        awaitInstance(instance);
    m_twin->announceServices(serviceUrls());
    describe();
}

void Stack::launchInstance(int instance, const QMap<QString, QString> &environment)
{
    service(instance).setEnvironment(environment);
    service(instance).launch();
    service(instance).setEnvironment({});
    describe();
}

void Stack::awaitInstance(int instance)
{
    QJsonObject ready;
    try {
        ready = service(instance).awaitReady(90s);
    } catch (const StartFailure &failure) {
        explainFailedStart(instance, failure);
    }
    m_record.services.resize(m_options.instances);
    m_record.services[instance] = ready["http"_L1].toString();
    if (instance == 0)
        m_record.metrics = ready["metrics"_L1].toString();
    if (!m_database) {
        m_record.databaseSocket = ready["database"_L1].toString();
        m_record.databaseUser = ready["databaseUser"_L1].toString();
    }
    // A later start must be found where the twin sends its callbacks to.
    const QString listen = u"127.0.0.1:%1"_s.arg(serviceUrl(instance).port());
    if (std::exchange(m_listen[instance], listen) != listen)
        m_files.write(m_record.twinApi, m_listen, m_database ? m_record.databaseSocket : QString());
}

void Stack::explainFailedStart(int instance, const StartFailure &failure)
{
    const QByteArray log = service(instance).log();
    if (log.contains("Address already in use") || log.contains("address is already in use"))
        throw StartFailure(ExitCode::PortTaken, u"port %1 is taken"_s.arg(m_options.port), failure.log(),
                           u"./slipway up --port %1"_s.arg(m_options.port + 1));
    if (log.mid(log.indexOf("cannot start:")).contains("mariadb"))
        throw StartFailure(ExitCode::DatabaseDown, u"the database did not start"_s, failure.log(), u"./slipway doctor"_s);
    throw failure;
}

int Stack::stopService()
{
    for (const auto &service : m_services)
        service->askToEnd();
    int code = 0;
    for (const auto &service : m_services) {
        const int ended = service->terminate();
        code = code == 0 ? ended : code;
    }
    return code;
}

bool Stack::areAllRunning() const
{
    return std::ranges::all_of(m_services, [](const auto &service) { return service->isRunning(); });
}

QByteArray Stack::metrics(int instance) const
{
    QNetworkAccessManager network;
    const QUrl address((*m_services[size_t(instance)]->ready())["metrics"_L1].toString());
    const std::unique_ptr<QNetworkReply> reply(network.get(QNetworkRequest(address)));
    return await([&] { return reply->isFinished(); }, 5s) ? reply->readAll() : QByteArray();
}

QList<QUrl> Stack::serviceUrls() const
{
    QList<QUrl> urls;
    for (const QString &service : m_record.services)
        urls.append(QUrl(service));
    return urls;
}

void Stack::describe()
{
    m_record.identities = m_files.identities();
    m_record.secrets = m_files.secretFiles();
    m_record.processes.insert(u"stack"_s, ProcessMark::of(QCoreApplication::applicationPid()));
    if (m_twinProcess)
        m_record.processes.insert(u"twin"_s, ProcessMark::of(m_twinProcess->id()));
    for (size_t i = 0; i < m_services.size(); ++i)
        m_record.processes.insert(StageFiles::numbered(u"service"_s, int(i)), ProcessMark::of(m_services[i]->id()));
    const ProcessMark database = m_database ? ProcessMark::of(m_database->processId()) : serverIn(m_files.serviceDirectory());
    if (database.id > 0)
        m_record.processes.insert(u"database"_s, database);
    m_record.write(directory());
}

void Stack::stop()
{
    stopService();
    if (m_database)
        m_database->stop();
    if (m_twinProcess)
        m_twinProcess->terminate(10s);
    if (!m_prepared)
        return;
    m_prepared = false;
    saveLogs();
    if (m_leaves)
        return;
    QFile::remove(StackRecord::fileIn(directory()));
    if (!m_options.keep)
        removeFolder(directory());
}

void Stack::saveLogs() const
{
    if (m_options.logs.isEmpty())
        return;
    QDir().mkpath(m_options.logs);
    const QFileInfoList logs = QDir(m_files.in(u"log"_s)).entryInfoList(QDir::Files);
    for (const QFileInfo &log : logs) {
        const QString copy = QDir(m_options.logs).filePath(log.fileName());
        QFile::remove(copy);
        QFile::copy(log.filePath(), copy);
    }
    if (!m_database)
        return;
    const QString copy = QDir(m_options.logs).filePath(u"database.log"_s);
    QFile::remove(copy);
    QFile::copy(m_database->logFile(), copy);
}

database::Settings Stack::databaseSettings() const
{
    return {
        .socket = m_record.databaseSocket, .host = {}, .schema = u"slipway"_s, .user = m_record.databaseUser, .password = {}
    };
}

QUrl Stack::repositoryUrl() const
{
    QUrl url(m_record.repository);
    url.setUserName(u"maintainer"_s);
    url.setPassword(QString::fromLatin1(m_files.secret(u"maintainer-token"_s)));
    return url;
}

} // namespace slipway::support
