// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/embeddedserver.h"

#include "service/database/serverdirectory.h"
#include "sql/database.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QLoggingCategory>
#include <QThread>
#include <QTimer>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::database {
namespace {

Q_LOGGING_CATEGORY(lcEmbedded, "slipway.database.embedded", QtInfoMsg)

constexpr auto startLimit = 300s; // Crash recovery of a large log takes minutes.
constexpr auto stopLimit = 20s;
constexpr auto firstPause = 100ms;
constexpr auto longestPause = 10'000ms;
constexpr auto provenAfter = 60'000; // Milliseconds of life after which the next death starts with a short pause again.

QStringList argumentsFor(const ServerDirectory &directory, int sessions)
{
    QStringList arguments {
        u"--no-defaults"_s, // Nothing of a system-wide server's configuration.
        u"--datadir="_s + directory.data(),
        u"--tmpdir="_s + directory.temporary(),
        u"--socket="_s + directory.socket(),
        u"--pid-file="_s + directory.data() + "/server.pid"_L1,
        u"--log-error="_s + directory.log(),
        u"--skip-networking"_s,
        u"--skip-name-resolve"_s,
        u"--skip-symbolic-links"_s,
        u"--local-infile=0"_s,
        u"--character-set-server=utf8mb4"_s,
        u"--collation-server=utf8mb4_bin"_s,
        u"--transaction-isolation=READ-COMMITTED"_s,
        u"--innodb-flush-log-at-trx-commit=1"_s,
        // Small: it stands beside the service on a machine that has other work.
        u"--innodb-buffer-pool-size=32M"_s,
        // Not small: what outruns the log between two checkpoints cannot be recovered after a kill. Restarts take no longer for it.
        u"--innodb-log-file-size=48M"_s,
        u"--innodb-log-buffer-size=2M"_s,
        u"--innodb-read-io-threads=2"_s,
        u"--innodb-write-io-threads=2"_s,
        u"--innodb-purge-threads=1"_s,
        u"--key-buffer-size=1M"_s,
        u"--aria-pagecache-buffer-size=1M"_s,
        u"--performance-schema=OFF"_s,
        u"--max-connections=%1"_s.arg(sessions),
        u"--table-open-cache=400"_s,
        u"--thread-cache-size=16"_s,
    };
    if (directory.account().isRoot())
        arguments.append(u"--user=root"_s);
    return arguments;
}

} // namespace

class EmbeddedServer::Private {
public:
    Private(const QString &path, int mostSessions, EmbeddedServer *server)
        : directory(path)
        , sessions(mostSessions)
        , q(server)
    {
        revival.setSingleShot(true);
        connect(&revival, &QTimer::timeout, q, [this] { revive(); });
        connect(&watch, &QTimer::timeout, q, [this] { greet(); });
    }

    Settings settings() const
    {
        return { .socket = directory.socket(), .host = {}, .schema = u"slipway"_s, .user = directory.user(), .password = {} };
    }
    void launch();
    void awaitAnswer();
    bool answers() const;
    void stop();
    void onDeath();
    QString howItEnded() const;
    void revive();
    void greet();
    [[noreturn]] void fail(const QString &what);

    ServerDirectory directory;
    int sessions;
    EmbeddedServer *q;
    std::unique_ptr<QProcess> process;
    QTimer revival; ///< The pause before the next attempt.
    QTimer watch; ///< Asks a revived server until it answers.
    std::chrono::milliseconds pause = firstPause;
    QElapsedTimer alive;
    bool supervised = false;
};

void EmbeddedServer::Private::launch()
{
    process = std::make_unique<QProcess>();
    process->setWorkingDirectory(directory.data());
    process->setStandardInputFile(QProcess::nullDevice());
    process->setStandardOutputFile(QProcess::nullDevice());
    process->setStandardErrorFile(QProcess::nullDevice());
    directory.account().prepare(*process, directory.lockFile());
    connect(process.get(), &QProcess::finished, q, [this] { onDeath(); });
    process->start(ServerDirectory::program(u"mariadbd"_s), argumentsFor(directory, sessions));
    alive.start();
}

bool EmbeddedServer::Private::answers() const
{
    Settings server = settings();
    server.schema.clear(); // It may not exist yet.
    try {
        Connection connection(server);
        connection.write(sql::database::create_schema);
        return true;
    } catch (const DatabaseError &error) {
        if (error.kind() == Kind::CannotConnect || error.kind() == Kind::ConnectionLost)
            return false;
        throw;
    }
}

void EmbeddedServer::Private::awaitAnswer()
{
    const QDeadlineTimer limit(startLimit);
    if (!process->waitForStarted())
        fail(process->errorString());
    while (!answers()) {
        if (process->waitForFinished(10) || process->state() == QProcess::NotRunning)
            fail(u"the server ended while it started"_s);
        if (limit.hasExpired())
            fail(u"the server did not answer within %1 s"_s.arg(startLimit.count()));
    }
}

void EmbeddedServer::Private::fail(const QString &what)
{
    const QString tail = directory.logTail();
    stop();
    throw Error(Code::Unavailable, u"private database: %1; its log ends with:\n%2"_s.arg(what, tail));
}

void EmbeddedServer::Private::stop()
{
    supervised = false;
    revival.stop();
    watch.stop();
    if (process && process->state() != QProcess::NotRunning) {
        process->terminate();
        if (!process->waitForFinished(int(std::chrono::milliseconds(stopLimit).count()))) {
            process->kill();
            process->waitForFinished();
        }
    }
    process.reset();
    directory.close();
}

void EmbeddedServer::Private::onDeath()
{
    if (!supervised)
        return;
    watch.stop();
    if (alive.hasExpired(provenAfter))
        pause = firstPause;
    qCWarning(lcEmbedded, "the private database server ended by itself (%s); it is started again in %lld ms",
              qPrintable(howItEnded()), qlonglong(pause.count()));
    revival.start(pause);
    pause = std::min<std::chrono::milliseconds>(pause * 2, longestPause);
}

QString EmbeddedServer::Private::howItEnded() const
{
    const int code = process->exitCode(); // The signal's number when a signal ended it.
    if (process->exitStatus() == QProcess::CrashExit && code == SIGKILL)
        return u"killed"_s;
    const QString way = process->exitStatus() == QProcess::CrashExit ? u"signal %1"_s : u"exit code %1"_s;
    return way.arg(code) + u", its log ends with:\n"_s + directory.logTail() + u'\n';
}

void EmbeddedServer::Private::revive()
{
    try {
        launch();
        watch.start(20ms);
    } catch (const Error &error) {
        qCWarning(lcEmbedded, "%s", error.what());
        revival.start(longestPause);
    }
}

void EmbeddedServer::Private::greet()
{
    try {
        if (!answers())
            return;
    } catch (const Error &error) {
        qCWarning(lcEmbedded, "%s", error.what());
        return;
    }
    watch.stop();
    qCInfo(lcEmbedded, "the private database server answers again");
    Q_EMIT q->restarted();
}

EmbeddedServer::EmbeddedServer(const QString &directory, int sessions, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(directory, sessions, this))
{
}

EmbeddedServer::~EmbeddedServer() { d->stop(); }

void EmbeddedServer::start()
{
    if (d->process)
        return;
    d->directory.open();
    if (d->directory.account().isRoot())
        qCInfo(lcEmbedded, "the private database server runs as root, because no other user can reach its directory");
    try {
        d->launch();
        d->awaitAnswer();
    } catch (...) {
        d->stop();
        throw;
    }
    d->supervised = true;
}

void EmbeddedServer::stop() { d->stop(); }

std::optional<Settings> EmbeddedServer::runningOn(const QString &path)
{
    ServerDirectory directory(path);
    if (!directory.find())
        return std::nullopt;
    Settings settings {
        .socket = directory.socket(), .host = {}, .schema = u"slipway"_s, .user = directory.user(), .password = {}
    };
    try {
        Connection(settings).ensure();
        return settings;
    } catch (const DatabaseError &error) {
        if (error.kind() == Kind::CannotConnect || error.kind() == Kind::ConnectionLost)
            return std::nullopt;
        throw;
    }
}

Settings EmbeddedServer::settings() const { return d->settings(); }

QString EmbeddedServer::logFile() const { return d->directory.log(); }

qint64 EmbeddedServer::processId() const { return d->process ? d->process->processId() : 0; }

} // namespace slipway::database
