// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/guardedstream.h"
#include "service/forge/mirror.h"
#include "tests/service/rawserver.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTimer>

using namespace Qt::StringLiterals;
using namespace slipway::forge;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Transfers of Git against servers that never come to an end by themselves.
class GuardedStreamTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_directory = std::make_unique<QTemporaryDir>();
        m_mirror = std::make_unique<Mirror>(m_directory->filePath(u"mirror"_s));
        m_mirror->open();
    }

    void aSilentServerEndsInTime_data();
    void aSilentServerEndsInTime();
    void aTransferIsEndedFromOutside();
    void aRefusedTokenEndsTheConversation();

private:
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<Mirror> m_mirror;
};

void GuardedStreamTest::aSilentServerEndsInTime_data()
{
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<bool>("drips");
    QTest::newRow("silent") << u"http"_s << QByteArray() << false;
    QTest::newRow("silent after the head") << u"http"_s << QByteArray("HTTP/1.1 200 OK\r\n") << false;
    QTest::newRow("drips") << u"http"_s << QByteArray("HTTP/1.1 200 OK\r\nX-Slow: ") << true;
    QTest::newRow("silent below TLS") << u"https"_s << QByteArray() << false;
}

void GuardedStreamTest::aSilentServerEndsInTime()
{
    QFETCH(QString, scheme);
    QFETCH(QByteArray, first);
    QFETCH(bool, drips);
    RawServer server([&](QTcpSocket &socket, const RawServer::Request &) {
        socket.write(first);
        if (!drips)
            return;
        auto *timer = new QTimer(&socket);
        connect(timer, &QTimer::timeout, &socket, [&socket] { socket.write("x"); });
        timer->start(30);
    });
    QUrl url = server.url("/g/p.git");
    url.setScheme(scheme);
    std::optional<GitFailure> failure;
    qint64 took = 0;
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        const RepositoryHandle own = m_mirror->open();
        const NetworkGuard guard({ milliseconds(300), milliseconds(300), milliseconds(600) }, nullptr);
        QElapsedTimer timer;
        timer.start();
        failure = RemoteSession(own.get(), { url.toString(), "token" }).connect(GIT_DIRECTION_PUSH);
        took = timer.elapsed();
    }));
    thread->start();
    QTRY_VERIFY_WITH_TIMEOUT(thread->isFinished(), 15000);
    QVERIFY(failure);
    QCOMPARE(failure->kind, GitFailure::Kind::Unreachable);
    QVERIFY2(took >= 250 && took < 8000, qPrintable(QString::number(took)));
}

void GuardedStreamTest::aTransferIsEndedFromOutside()
{
    RawServer server([](QTcpSocket &, const RawServer::Request &) {});
    std::atomic<bool> stop { false };
    std::optional<GitFailure> failure;
    const QString url = server.url("/g/p.git").toString();
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        const RepositoryHandle own = m_mirror->open();
        const NetworkGuard guard({}, &stop);
        failure = RemoteSession(own.get(), { url, "token" }).connect(GIT_DIRECTION_FETCH);
    }));
    thread->start();
    QTRY_COMPARE(server.requests.size(), 1);
    stop = true;
    QTRY_VERIFY(thread->isFinished());
    QVERIFY(failure);
    QVERIFY2(failure->text.contains("stops"_L1), qPrintable(failure->text));
}

void GuardedStreamTest::aRefusedTokenEndsTheConversation()
{
    RawServer server([](QTcpSocket &socket, const RawServer::Request &) {
        // libgit2 1.5 trips over the body of an answer without a type; GitLab names one.
        socket.write(RawServer::answer("401 Unauthorized", "HTTP Basic: Access denied\n",
                                       "Content-Type: text/plain\r\nWWW-Authenticate: Basic realm=\"GitLab\"\r\n"));
    });
    std::optional<GitFailure> failure;
    const QString url = server.url("/g/p.git").toString();
    const std::unique_ptr<QThread> thread(QThread::create([&] {
        const RepositoryHandle own = m_mirror->open();
        const NetworkGuard guard({ seconds(5), seconds(5), seconds(10) }, nullptr);
        failure = RemoteSession(own.get(), { url, "wrong" }).connect(GIT_DIRECTION_FETCH);
    }));
    thread->start();
    QTRY_VERIFY_WITH_TIMEOUT(thread->isFinished(), 15000);
    QVERIFY(failure);
    QVERIFY2(failure->kind == GitFailure::Kind::TokenRefused, qPrintable(failure->text));
    QCOMPARE(server.requests.size(), 2);
}

QTEST_GUILESS_MAIN(GuardedStreamTest)
#include "tst_guardedstream.moc"
