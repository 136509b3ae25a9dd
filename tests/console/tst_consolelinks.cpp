// SPDX-License-Identifier: GPL-3.0-only
#include "console/actions/actioncatalogue.h"
#include "console/session/keychain.h"
#include "console/session/linkdoor.h"
#include "console/session/recordednetwork.h"
#include "console/views/languages.h"
#include "console/views/mainwindow.h"
#include "console/views/page.h"
#include "console/views/traynotice.h"
#include "tests/console/desk.h"

#include <QFile>
#include <QLocalSocket>
#include <QProcess>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::console;
using recovery::Action;

/// What reaches the window from outside of it: links, and what it says while nobody looks.
class ConsoleLinksTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints).*"_s));
        qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8()); // Nobody's own window is disturbed.
    }

    void aLinkGoesToTheWindowThatIsOpen();
    void theDoorOfAKilledWindowIsTakenOver();
    void whatIsNoLinkIsNotTaken();
    void theDesktopHandsLinksToTheConsole();
    void aBatchThatBecomesBlockedIsToldOf();

private:
    QTemporaryDir m_folder;
    QString m_console;
};

void ConsoleLinksTest::initTestCase()
{
    languages::use(u"en"_s);
    QCoreApplication::setApplicationName(u"slipway-console"_s);
    m_console = QCoreApplication::applicationDirPath() + u"/slipway-console"_s;
}

void ConsoleLinksTest::aLinkGoesToTheWindowThatIsOpen()
{
    QFile file(u":/console/recording.json"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    RecordedNetwork network(file.readAll());
    Keychain keychain;
    QSettings settings(m_folder.filePath(u"console.ini"_s), QSettings::IniFormat);
    Session session(network);
    MainWindow window(session, keychain, settings);
    Profile profile = Profile::fresh(Profile::Stage::Development);
    profile.url = QUrl(u"http://recording.invalid"_s);
    window.openProfile(profile);
    window.showPage(u"audit"_s);
    LinkDoor door;
    connect(&door, &LinkDoor::linkCame, &window, &MainWindow::comeForward);
    QVERIFY(door.open());
    QVERIFY(!LinkDoor().open()); // One door for one person.
    QProcess second;
    QSignalSpy ended(&second, &QProcess::finished);
    second.start(m_console, { u"slipway://batch/11"_s });
    QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 20'000);
    QCOMPARE(second.exitCode(), 0);
    QCOMPARE(window.currentPage()->name(), u"batches"_s);
    QTRY_COMPARE(window.currentPage()->selection().size(), 1);
    QCOMPARE(window.currentPage()->selection().first().id, u"11"_s);
}

void ConsoleLinksTest::theDoorOfAKilledWindowIsTakenOver()
{
    QVERIFY(!LinkDoor::hand(u"slipway://audit"_s)); // Nobody is there.
    QProcess first;
    first.start(m_console, { u"--demo"_s });
    QTRY_VERIFY_WITH_TIMEOUT(LinkDoor::hand(u"slipway://audit"_s), 20'000);
    first.kill();
    QVERIFY(first.waitForFinished());
    QVERIFY(!LinkDoor::hand(u"slipway://audit"_s));
    LinkDoor door;
    QVERIFY(door.open());
}

void ConsoleLinksTest::whatIsNoLinkIsNotTaken()
{
    LinkDoor door;
    QVERIFY(door.open());
    QSignalSpy came(&door, &LinkDoor::linkCame);
    for (const QByteArray &text : { QByteArray("https://example.com/batch/1\n"), QByteArray(5000, 'x') }) {
        QLocalSocket socket;
        socket.connectToServer(m_folder.filePath(u"slipway-console/links"_s));
        QTRY_COMPARE(socket.state(), QLocalSocket::ConnectedState);
        socket.write(text);
        QTRY_COMPARE(socket.state(), QLocalSocket::UnconnectedState);
        QCOMPARE(socket.readAll(), QByteArray());
    }
    QCOMPARE(came.size(), 0);
}

void ConsoleLinksTest::theDesktopHandsLinksToTheConsole()
{
    QSettings entry(QStringLiteral(SLIPWAY_SOURCE_DIR "/resources/console/org.slipway.Console.desktop"), QSettings::IniFormat);
    entry.beginGroup(u"Desktop Entry"_s);
    QCOMPARE(entry.value(u"MimeType"_s).toString(), u"x-scheme-handler/slipway"_s);
    QCOMPARE(entry.value(u"Exec"_s).toString(), u"slipway-console %u"_s);
}

void ConsoleLinksTest::aBatchThatBecomesBlockedIsToldOf()
{
    support::Journey journey = journeyWith({}, { { u"pipeline_result"_s, u"running"_s } });
    journey.start();
    QNetworkAccessManager network;
    Keychain keychain;
    QSettings settings(m_folder.filePath(u"service.ini"_s), QSettings::IniFormat);
    Session session(network);
    session.setPace(std::chrono::milliseconds(500));
    MainWindow window(session, keychain, settings); // Not shown: nobody looks at it.
    QSignalSpy told(window.findChild<TrayNotice *>(), &TrayNotice::told);
    Profile profile = Profile::fresh(Profile::Stage::Development);
    profile.url = journey.stack().serviceUrl();
    profile.account = u"olga"_s;
    window.openProfile(profile);
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), Session::State::Fresh, 20'000);
    Desk bob(journey, u"bob"_s);
    const QString operation = approvedRequest(journey);
    journey.awaitStep(operation, 10009);
    QCOMPARE(told.size(), 0); // That it runs is no news.
    const qint64 id = journey.read(operation)["batchId"_L1].toInteger();
    Desk::await(u"the batch is held"_s,
                [&] { return bob.act(Action::Block, { bob.awaitBatch(id, u"RUNNING"_s) }) == "DONE"_L1; });
    QTRY_VERIFY_WITH_TIMEOUT(!told.isEmpty(), 20'000);
    QVERIFY2(told.first()[1].toString().contains("blocked by bob"_L1), qPrintable(told.first()[1].toString()));
    bob.awaitAttention(u"batch"_s, u"BLOCKED_OTHER"_s);
    QCOMPARE(told.size(), 1); // Once, however often it is read.
}

QTEST_MAIN(ConsoleLinksTest)
#include "tst_consolelinks.moc"
