// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/await.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using slipway::support::await;

namespace {

struct Run {
    int code = -1;
    QByteArray out;
    QByteArray complaints;
};

// Nothing to compile, so that only the script is tried: three programs that say what they were asked, and a few tests.
constexpr char project[] = R"(cmake_minimum_required(VERSION 3.23)
project(sample NONE)
enable_testing()
foreach(program slipwayd slipway-twin slipway-stack)
    add_custom_target(${program} ALL COMMAND cp "${CMAKE_SOURCE_DIR}/program" "${CMAKE_BINARY_DIR}/bin/${program}" VERBATIM)
endforeach()
file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
add_test(NAME good COMMAND printf "PASS   : A::initTestCase()\nPASS   : A::one()\nSKIP   : A::two() no\nPASS   : A::cleanupTestCase()\n")
add_test(NAME plain COMMAND true)
add_test(NAME more COMMAND true)
add_test(NAME bad COMMAND sh -c "echo 'FAIL!  : B::three() no'; exit 1")
add_test(NAME long COMMAND sh -c "echo $$ >pid; exec sleep 1000")
set_tests_properties(good plain PROPERTIES LABELS unit)
set_tests_properties(more PROPERTIES LABELS "unit;on-demand")
set_tests_properties(bad PROPERTIES LABELS tidy)
set_tests_properties(long PROPERTIES LABELS long)
)";

} // namespace

/// ./slipway as people and jobs meet it: what it says, its exit codes, and what it leaves behind.
class Script : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void helpNamesEveryVerb();
    void anUnknownVerbLabelOrOptionIsWrongUsage();
    void theLastLineCountsAndTheExitCodeTells();
    void nothingRunIsNoSuccess();
    void argumentsReachTheProgramWhole();
    void aTakenPortIsRefusedWithItsOwner();
    void aFailedBuildShowsItsLog();
    void packagesThatCannotBeHadAreTold_data();
    void packagesThatCannotBeHadAreTold();
    void anEndOnRequestLeavesNoProcessAndNoFile();

private:
    void write(const QString &name, const QByteArray &text);
    std::unique_ptr<QProcess> start(const QStringList &arguments);
    Run run(const QStringList &arguments);

    QTemporaryDir m_parent;
    QString m_root;
    QString m_path; ///< Put before PATH.
};

void Script::initTestCase()
{
    m_root = m_parent.filePath(u"a check out"_s);
    for (const auto &folder : { u"packaging"_s, u"tests"_s, u"tmp"_s, u"stubs"_s })
        QVERIFY(QDir().mkpath(m_root + u'/' + folder));
    for (const auto &file : { u"slipway"_s, u"CMakePresets.json"_s, u"tests/count.awk"_s, u"packaging/apt-packages"_s,
                              u"packaging/packages.sh"_s })
        QVERIFY(QFile::copy(QStringLiteral(SLIPWAY_SOURCE_DIR "/") + file, m_root + u'/' + file));
    write(u"CMakeLists.txt"_s, project);
    write(u"program"_s, "#!/bin/sh\nprintf '<%s>' \"$@\"\n");
    QVERIFY(QFile::setPermissions(m_root + u"/program"_s,
                                  QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
}

void Script::write(const QString &name, const QByteArray &text)
{
    QFile file(m_root + u'/' + name);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

std::unique_ptr<QProcess> Script::start(const QStringList &arguments)
{
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"TMPDIR"_s, m_root + u"/tmp"_s);
    if (!m_path.isEmpty())
        environment.insert(u"PATH"_s, m_path + u':' + environment.value(u"PATH"_s));
    process->setProcessEnvironment(environment);
    process->setWorkingDirectory(m_parent.path());
    // Whoever runs this test may ignore them, and a shell cannot catch what it inherited as ignored.
    process->setChildProcessModifier([] { std::signal(SIGINT, SIG_DFL); });
    process->start(m_root + u"/slipway"_s, arguments);
    return process;
}

Run Script::run(const QStringList &arguments)
{
    const auto process = start(arguments);
    if (!await([&] { return process->state() == QProcess::NotRunning; }, 90s))
        return {};
    return { process->exitCode(), process->readAllStandardOutput(), process->readAllStandardError() };
}

void Script::helpNamesEveryVerb()
{
    const Run help = run({ u"help"_s });
    QCOMPARE(help.code, 0);
    for (const char *verb : { "demo", "up", "status", "down", "test", "doctor" })
        QVERIFY2(help.out.contains(QByteArray("\n  ") + verb), verb);
}

void Script::anUnknownVerbLabelOrOptionIsWrongUsage()
{
    QCOMPARE(run({ u"dance"_s }).code, 2);
    QCOMPARE(run({ u"test"_s, u"--no-install"_s, u"--dance"_s }).code, 2);
    QCOMPARE(run({ u"up"_s, u"--no-install"_s, u"--port"_s, u"seven"_s }).code, 2);
    const Run label = run({ u"test"_s, u"--no-install"_s, u"dance"_s });
    QCOMPARE(label.code, 2);
    QVERIFY(label.complaints.contains("unit"));
}

void Script::theLastLineCountsAndTheExitCodeTells()
{
    const Run good = run({ u"test"_s, u"--no-install"_s, u"unit"_s, u"--junit"_s, m_root + u"/junit"_s });
    QCOMPARE(good.code, 0);
    QVERIFY(good.out.endsWith("\n3 passed, 0 failed, 1 skipped\n"));
    QVERIFY(QFile::exists(m_root + u"/junit/unit.xml"_s));
    const Run all = run({ u"test"_s, u"--no-install"_s }); // The default labels that exist, and of them what is not on demand.
    QCOMPARE(all.code, 1);
    QVERIFY(all.out.contains("failed: B::three()\n        no\n"));
    QVERIFY(all.out.endsWith("\n2 passed, 1 failed, 1 skipped\n"));
}

void Script::nothingRunIsNoSuccess()
{
    const Run none = run({ u"test"_s, u"--no-install"_s, u"unit"_s, u"-k"_s, u"no_such_program"_s });
    QCOMPARE(none.code, 1);
    QVERIFY(none.out.endsWith("\n0 passed, 0 failed, 0 skipped\n"));
}

void Script::argumentsReachTheProgramWhole()
{
    const QString data = m_root + u"/some data"_s;
    const Run up = run({ u"up"_s, u"--no-install"_s, u"--port"_s, u"0"_s, u"--data"_s, data, u"--keep"_s });
    QCOMPARE(up.code, 0);
    QVERIFY(up.out.contains("<up><--port><0><--data><" + data.toUtf8() + ">"));
    QVERIFY(up.out.endsWith("<--keep>"));
    const Run demo = run({ u"demo"_s, u"--no-install"_s, u"--requests"_s, u"20"_s });
    QVERIFY(demo.out.endsWith("<--requests><20>"));
    QCOMPARE(run({ u"down"_s, u"--data"_s, data }).out, "<down><--data><" + data.toUtf8() + ">");
}

void Script::aTakenPortIsRefusedWithItsOwner()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    const Run up = run({ u"up"_s, u"--no-install"_s, u"--port"_s, QString::number(server.serverPort()) });
    QCOMPARE(up.code, 14);
    QVERIFY(up.complaints.contains("process " + QByteArray::number(QCoreApplication::applicationPid())));
    QVERIFY(up.complaints.contains("\ntry: "));
}

void Script::aFailedBuildShowsItsLog()
{
    write(u"CMakeLists.txt"_s, QByteArray(project) + "message(FATAL_ERROR \"out of rivets\")\n");
    const Run demo = run({ u"demo"_s, u"--no-install"_s });
    write(u"CMakeLists.txt"_s, project);
    QCOMPARE(demo.code, 16);
    QVERIFY(demo.complaints.contains("out of rivets"));
    QVERIFY(demo.complaints.contains("\nlog: "));
    QVERIFY(demo.complaints.contains("\ntry: "));
}

void Script::packagesThatCannotBeHadAreTold_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<int>("code");
    QTest::newRow("offline") << QByteArray("W: Failed to fetch: Temporary failure resolving") << 12;
    QTest::newRow("locked") << QByteArray("E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1") << 13;
    QTest::newRow("full") << QByteArray("E: You don't have enough free space in /var/cache/apt/archives/.") << 15;
}

void Script::packagesThatCannotBeHadAreTold()
{
    QFETCH(QByteArray, words);
    QFETCH(int, code);
    if (QFile os(u"/etc/os-release"_s); !os.open(QIODevice::ReadOnly) || !os.readAll().contains("bookworm"))
        QSKIP("only Debian 12 is asked for packages");
    // Stand-ins, so that nothing is asked of the real ones: the person may install, and apt says why it cannot.
    write(u"stubs/apt-get"_s, "#!/bin/sh\necho \"" + words + "\"\nexit 100\n");
    write(u"stubs/sudo"_s,
          "#!/bin/sh\nwhile [ \"$1\" = -n ] || [ \"$1\" = -v ]; do shift; done\n[ $# -eq 0 ] || exec \"$@\"\n");
    write(u"stubs/dpkg"_s, "#!/bin/sh\n");
    for (const auto &stub : { u"apt-get"_s, u"sudo"_s, u"dpkg"_s })
        QVERIFY(QFile::setPermissions(m_root + u"/stubs/"_s + stub,
                                      QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
    write(u"packaging/apt-packages"_s, "[build]\nno-such-package\n[run]\n[test]\n");
    m_path = m_root + u"/stubs"_s;
    const Run test = run({ u"test"_s });
    m_path.clear();
    QCOMPARE(test.code, code);
    QVERIFY(test.complaints.contains("\ntry: "));
}

void Script::anEndOnRequestLeavesNoProcessAndNoFile()
{
    const QString pidFile = m_root + u"/build/pid"_s;
    for (const auto &[signal, code] : { std::pair { SIGTERM, 143 }, { SIGINT, 130 } }) {
        QFile::remove(pidFile);
        const auto process = start({ u"test"_s, u"--no-install"_s, u"long"_s });
        const auto pid = [&] {
            QFile file(pidFile);
            return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toLongLong() : 0;
        };
        QVERIFY(await([&] { return pid() > 0; }, 60s));
        const pid_t test = pid_t(pid());
        ::kill(pid_t(process->processId()), signal);
        QVERIFY(await([&] { return process->state() == QProcess::NotRunning; }, 60s));
        QCOMPARE(process->exitCode(), code);
        QVERIFY(await([&] { return ::kill(test, 0) != 0; }, 10s));
        QVERIFY(QDir(m_root + u"/tmp"_s).isEmpty());
    }
}

QTEST_GUILESS_MAIN(Script)
#include "tst_script.moc"
