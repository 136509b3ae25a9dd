// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/serverdirectory.h"
#include "service/database/transaction.h"
#include "tests/database/support/databasefixture.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <csignal>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::database;

namespace {

constexpr Statement createTable { "test/create", "CREATE TABLE kept (id INT NOT NULL PRIMARY KEY)" };
constexpr Statement insertRow { "test/insert", "INSERT INTO kept (id) VALUES (:id)" };
constexpr Statement countRows { "test/count", "SELECT id FROM kept" };

int rowsKept(const Settings &settings)
{
    Connection connection(settings);
    return connection.run(countRows, {}, [](const Row &) {});
}

// A container's first process may not collect its children: a zombie has ended all the same.
bool isRunning(qint64 process)
{
    QFile stat(u"/proc/%1/stat"_s.arg(process));
    if (!stat.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = stat.readAll();
    return text.mid(text.lastIndexOf(')') + 2, 1) != "Z";
}

QString thrownByStarting(EmbeddedServer &server)
{
    try {
        server.start();
    } catch (const Error &error) {
        return error.code() == Code::Unavailable ? error.detail() : u"wrong code"_s;
    }
    return {};
}

} // namespace

/// The private server as an owner sees it: started, killed, stopped, and refused where something stands in the way.
class TestEmbeddedServer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_directory.reset(); }

    void startsAnswersAndStopsInGoodOrder();
    void installsAnEmptyDirectory();
    void keepsWhatWasCommittedAcrossARestart();
    void killedServerComesBackWithEveryCommittedRow();
    void secondOwnerIsRefusedByName();
    void serverEndsWithItsOwner();
    void anOverlongPathGetsAShortSocket();
    void theDirectoryIsClosedToOthers();
    void aFileInTheWayIsNamed();
    void aMissingProgramNamesThePackage();
    void aBrokenDataDirectoryIsReportedWithTheLog();
    void rootDoesNotRunTheServer();

private:
    QString path(const QString &name = u"database"_s) const { return m_directory->filePath(name); }
    std::unique_ptr<QTemporaryDir> m_directory;
};

void TestEmbeddedServer::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_directory = std::make_unique<QTemporaryDir>();
    makeReachable(*m_directory);
}

void TestEmbeddedServer::startsAnswersAndStopsInGoodOrder()
{
    DatabaseFixture::install(path());
    EmbeddedServer server(path());
    server.start();
    const qint64 process = server.processId();
    QVERIFY(process > 0);
    Connection connection(server.settings());
    connection.ensure();
    QCOMPARE(server.settings().schema, u"slipway"_s);
    server.stop();
    QVERIFY(!isRunning(process));
    QCOMPARE(server.processId(), 0);
    QFile log(path() + "/server.log"_L1);
    QVERIFY(log.open(QIODevice::ReadOnly));
    QVERIFY(log.readAll().contains("Shutdown complete"));
}

void TestEmbeddedServer::installsAnEmptyDirectory()
{
    EmbeddedServer server(path());
    server.start();
    QVERIFY(QFileInfo::exists(path() + "/data/ibdata1"_L1));
    QVERIFY(!QFileInfo::exists(path() + "/data.new"_L1));
}

void TestEmbeddedServer::keepsWhatWasCommittedAcrossARestart()
{
    DatabaseFixture::install(path());
    for (int run = 0; run < 2; ++run) {
        EmbeddedServer server(path());
        server.start();
        Connection connection(server.settings());
        if (run == 0)
            connection.write(createTable);
        connection.write(insertRow, { { "id", run } });
        QCOMPARE(rowsKept(server.settings()), run + 1);
    }
}

void TestEmbeddedServer::killedServerComesBackWithEveryCommittedRow()
{
    DatabaseFixture::install(path());
    EmbeddedServer server(path());
    server.start();
    Connection connection(server.settings());
    connection.write(createTable);
    for (int id = 1; id <= 20; ++id)
        connection.write(insertRow, { { "id", id } });
    QSignalSpy restarted(&server, &EmbeddedServer::restarted);
    for (int death = 1; death <= 2; ++death) {
        const qint64 before = server.processId();
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"ended by itself"_s));
        ::kill(pid_t(before), SIGKILL);
        QTRY_COMPARE_WITH_TIMEOUT(restarted.size(), death, 30'000);
        QVERIFY(server.processId() != before);
        QCOMPARE(rowsKept(server.settings()), 20);
    }
    inTransaction(connection, "after_restart", [](Transaction &transaction) {
        transaction.insert(insertRow, { { "id", 21 } });
    });
}

void TestEmbeddedServer::secondOwnerIsRefusedByName()
{
    DatabaseFixture::install(path());
    EmbeddedServer server(path());
    server.start();
    EmbeddedServer second(path());
    const QString detail = thrownByStarting(second);
    QVERIFY2(detail.contains(u"in use by process %1"_s.arg(QCoreApplication::applicationPid())), qPrintable(detail));
    Connection connection(server.settings());
    connection.ensure(); // The first one is not disturbed.
}

void TestEmbeddedServer::serverEndsWithItsOwner()
{
    DatabaseFixture::install(path());
    // This program once more, as an owner that is killed: see main().
    QProcess owner;
    owner.start(QCoreApplication::applicationFilePath(), { u"--own"_s, path() });
    QVERIFY(owner.waitForReadyRead(60'000));
    const qint64 orphan = owner.readLine().trimmed().toLongLong();
    QVERIFY(orphan > 0 && isRunning(orphan));
    owner.kill();
    QVERIFY(owner.waitForFinished());
    EmbeddedServer next(path());
    next.start(); // Waits for the orphan's end, which holds the lock until then.
    QVERIFY(!isRunning(orphan));
    Connection connection(next.settings());
    connection.ensure();
}

void TestEmbeddedServer::anOverlongPathGetsAShortSocket()
{
    const QString deep = path(u"x"_s.repeated(100));
    DatabaseFixture::install(deep);
    EmbeddedServer server(deep);
    server.start();
    const QString socket = server.settings().socket;
    QVERIFY(QFile::encodeName(socket).size() <= 107);
    QVERIFY(!socket.startsWith(deep));
    struct stat folder { };
    QCOMPARE(::stat(QFile::encodeName(QFileInfo(socket).path()).constData(), &folder), 0);
    QCOMPARE(folder.st_mode & 0777, mode_t(0700));
    Connection connection(server.settings());
    connection.ensure();
    server.stop();
    QDir(QFileInfo(socket).path()).removeRecursively();
}

void TestEmbeddedServer::theDirectoryIsClosedToOthers()
{
    DatabaseFixture::install(path());
    ::chmod(QFile::encodeName(path()).constData(), 0755);
    EmbeddedServer server(path());
    server.start();
    struct stat folder { };
    QCOMPARE(::stat(QFile::encodeName(path()).constData(), &folder), 0);
    QCOMPARE(folder.st_mode & 0777, mode_t(0700));
}

void TestEmbeddedServer::aFileInTheWayIsNamed()
{
    QFile file(path());
    QVERIFY(file.open(QIODevice::WriteOnly));
    EmbeddedServer server(path());
    QVERIFY(thrownByStarting(server).contains(path()));
}

void TestEmbeddedServer::aMissingProgramNamesThePackage()
{
    try {
        ServerDirectory::program(u"no-such-server"_s);
        QFAIL("no error");
    } catch (const Error &error) {
        QVERIFY(error.detail().contains("mariadb-server-core"_L1));
    }
}

void TestEmbeddedServer::aBrokenDataDirectoryIsReportedWithTheLog()
{
    DatabaseFixture::install(path());
    QFile pages(path() + "/data/ibdata1"_L1);
    QVERIFY(pages.resize(100));
    EmbeddedServer server(path());
    const QString detail = thrownByStarting(server);
    QVERIFY2(detail.contains("ended while it started"_L1) && detail.contains("ibdata1"_L1), qPrintable(detail));
    EmbeddedServer again(path());
    QVERIFY(!thrownByStarting(again).contains("in use"_L1)); // The lock was given back.
}

void TestEmbeddedServer::rootDoesNotRunTheServer()
{
    if (::geteuid() != 0)
        QSKIP("only root can become somebody else");
    DatabaseFixture::install(path());
    EmbeddedServer server(path());
    server.start();
    struct stat process { };
    QCOMPARE(::stat(qPrintable(u"/proc/%1"_s.arg(server.processId())), &process), 0);
    QVERIFY(process.st_uid != 0);
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = application.arguments();
    if (arguments.size() == 3 && arguments[1] == "--own"_L1) {
        EmbeddedServer server(arguments[2]);
        server.start();
        const QByteArray line = QByteArray::number(server.processId()) + '\n';
        return ::write(1, line.constData(), size_t(line.size())) > 0 ? application.exec() : 1;
    }
    TestEmbeddedServer test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_embeddedserver.moc"
