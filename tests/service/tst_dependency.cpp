// SPDX-License-Identifier: GPL-3.0-only
#include "service/outbound/dependency.h"
#include "shared/error.h"
#include "shared/failpoint.h"
#include "tests/service/rawserver.h"

#include <QTemporaryFile>
#include <QTest>
#include <QThread>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::outbound;
using std::chrono::milliseconds;
using Transport = Answer::Transport;

namespace {

Call callTo(const QUrl &url, Verb verb)
{
    Call call { .operation = "test" };
    call.verb = verb;
    call.url = url;
    call.deadline = milliseconds(5000);
    return call;
}

} // namespace

/// Staying away from a system in trouble, all threads together.
class DependencyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aPauseIsSharedByAllThreadsAndNothingIsSentMeanwhile();
    void theBreakerOpensAndComesBackByItself();
    void failpointsSurroundACall();
};

void DependencyTest::aPauseIsSharedByAllThreadsAndNothingIsSentMeanwhile()
{
    RawServer server([](QTcpSocket &socket, const RawServer::Request &) {
        socket.write(
            RawServer::answer("429 Too Many Requests", "Retry later", "Content-Type: text/plain\r\nRetry-After: 30\r\n"));
    });
    const SystemClock clock;
    Dependency dependency({}, clock);
    QCOMPARE(dependency.perform(callTo(server.url(), Verb::Post)).status, 429);
    Answer other;
    const std::unique_ptr<QThread> thread(
        QThread::create([&] { other = dependency.perform(callTo(server.url(), Verb::Post)); }));
    thread->start();
    QTRY_VERIFY(thread->isFinished());
    QCOMPARE(other.transport, Transport::NotSent);
    QVERIFY(other.retryAfter() > milliseconds(25000) && other.retryAfter() <= milliseconds(30000));
    QCOMPARE(server.requests.size(), 1);
    QVERIFY(dependency.health().pausedUntil.has_value());
    QCOMPARE(dependency.health().breaker.state, Breaker::State::Closed);
}

void DependencyTest::theBreakerOpensAndComesBackByItself()
{
    bool broken = true;
    RawServer server([&](QTcpSocket &socket, const RawServer::Request &) {
        socket.write(broken ? RawServer::answer("502 Bad Gateway", "<html>", "Content-Type: text/html\r\n")
                            : RawServer::answer("200 OK", "{}"));
    });
    const SystemClock clock;
    Dependency::Settings settings;
    settings.breaker = { .failuresToOpen = 3, .openFor = milliseconds(200), .openForAtMost = milliseconds(400) };
    Dependency dependency(settings, clock);
    const Call call = callTo(server.url(), Verb::Get);
    for (int i = 0; i < 3; ++i)
        QCOMPARE(dependency.perform(call).status, 502);
    const Answer refused = dependency.perform(call);
    QCOMPARE(refused.transport, Transport::NotSent);
    QVERIFY(refused.wait.has_value());
    QCOMPARE(server.requests.size(), 3);
    QCOMPARE(dependency.health().breaker.state, Breaker::State::Open);
    QVERIFY(dependency.health().breaker.nextTry.has_value());
    broken = false;
    QTRY_COMPARE(dependency.perform(call).status, 200);
    QCOMPARE(dependency.health().breaker.state, Breaker::State::Closed);
    QVERIFY(dependency.health().problem.isEmpty());
}

void DependencyTest::failpointsSurroundACall()
{
    QTemporaryFile census;
    QVERIFY(census.open());
    qputenv("SLIPWAY_FAILPOINTS", "remote.mr.merge.after=error;census=" + census.fileName().toLocal8Bit());
    failpoint::arm();
    RawServer server([](QTcpSocket &socket, const RawServer::Request &) { socket.write(RawServer::answer("200 OK", "{}")); });
    Call call = callTo(server.url(), Verb::Put);
    call.operation = "mr.merge";
    const SystemClock clock;
    Dependency::Settings settings;
    settings.concurrentCalls = 1;
    Dependency dependency(settings, clock);
    QVERIFY_EXCEPTION_THROWN(dependency.perform(call), Error);
    QCOMPARE(server.requests.size(), 1);
    QCOMPARE(census.readAll(), QByteArray("remote.mr.merge.before\nremote.mr.merge.after\n"));
    // The place was given back although the call ended in an exception.
    QVERIFY(dependency.perform(call).isSuccess());
    failpoint::detail::armed = false;
}

QTEST_GUILESS_MAIN(DependencyTest)
#include "tst_dependency.moc"
