// SPDX-License-Identifier: GPL-3.0-only
#include "tests/database/support/databasefixture.h"

#include "service/database/migrator.h"
#include "sql/migrations.h"

#include <QFile>

#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace slipway::database {
namespace {

const std::filesystem::path keptDirectory = SLIPWAY_DATABASE_TEMPLATE;

/// Several test programs may want the template at the same time, and one of them makes it.
class TemplateLock {
public:
    TemplateLock()
        : m_file(::open((keptDirectory.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600))
    {
        if (m_file < 0 || ::flock(m_file, LOCK_EX) != 0)
            throw Error(Code::Unavailable, u"the database template cannot be locked"_s);
    }
    ~TemplateLock() { ::close(m_file); }
    TemplateLock(const TemplateLock &) = delete;
    TemplateLock &operator=(const TemplateLock &) = delete;

private:
    int m_file;
};

void makeTemplate()
{
    const std::filesystem::path finished = keptDirectory / "finished";
    if (std::filesystem::exists(finished))
        return;
    std::filesystem::remove_all(keptDirectory);
    EmbeddedServer server(QString::fromStdString(keptDirectory.string()));
    server.start();
    server.stop();
    QFile mark(QString::fromStdString(finished.string()));
    if (!mark.open(QIODevice::WriteOnly))
        throw Error(Code::Unavailable, mark.errorString());
}

} // namespace

void makeReachable(const QTemporaryDir &directory) { ::chmod(QFile::encodeName(directory.path()).constData(), 0711); }

void DatabaseFixture::install(const QString &directory)
{
    const TemplateLock lock;
    makeTemplate();
    const std::filesystem::path target = directory.toStdString();
    std::filesystem::create_directories(target);
    std::filesystem::copy(keptDirectory / "data", target / "data", std::filesystem::copy_options::recursive);
    std::filesystem::copy(keptDirectory / "account", target / "account");
}

DatabaseFixture::DatabaseFixture()
{
    makeReachable(m_directory);
    const QString path = m_directory.filePath(u"database"_s);
    install(path);
    m_server = std::make_unique<EmbeddedServer>(path);
    m_server->start();
}

DatabaseFixture::~DatabaseFixture() = default;

Settings DatabaseFixture::emptySchema()
{
    Settings settings = m_server->settings();
    settings.schema.clear();
    Connection connection(settings);
    settings.schema = u"test_%1"_s.arg(++m_schemas);
    const QByteArray text = "CREATE DATABASE " + settings.schema.toUtf8() + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
    connection.write({ "create", text.constData() });
    return settings;
}

Settings DatabaseFixture::freshSchema()
{
    const Settings settings = emptySchema();
    Connection connection(settings);
    Migrator(connection, sql::migrations).apply();
    return settings;
}

void DatabaseFixture::killSession(qint64 sessionId)
{
    Connection connection(m_server->settings());
    const QByteArray text = "KILL CONNECTION " + QByteArray::number(sessionId);
    connection.write({ "kill", text.constData() });
}

qint64 DatabaseFixture::sessionId(Connection &connection)
{
    qint64 id = 0;
    connection.run({ "session", "SELECT CONNECTION_ID() AS id" }, {}, [&](const Row &row) { id = row.number("id"); });
    return id;
}

} // namespace slipway::database
