// SPDX-License-Identifier: GPL-3.0-only
#include "service/outbound/breaker.h"
#include "service/outbound/httpclient.h"
#include "service/outbound/retryafter.h"
#include "service/outbound/sharedpause.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::outbound;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

/// Stands still until told otherwise.
class HandClock final : public Clock {
public:
    Instant now() const override { return Instant(seconds(1'800'000'000)) + m_passed; }
    std::chrono::steady_clock::time_point steady() const override { return std::chrono::steady_clock::time_point(m_passed); }
    void pass(milliseconds time) { m_passed += time; }

private:
    milliseconds m_passed { 0 };
};

constexpr Instant reference { seconds(1'445'412'480) }; // 2015-10-21 07:28:00

} // namespace

/// How long to stay away, as the other side says it and as we decide by ourselves.
class StayingAwayTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void eachFormIsUnderstood_data();
    void eachFormIsUnderstood();
    void aDateIsMeasuredAgainstTheServersOwnClock();
    void transientAnswersAreWorthRepeating_data();
    void transientAnswersAreWorthRepeating();

    void aPauseHasAFloorAndACap_data();
    void aPauseHasAFloorAndACap();
    void aPauseIsNeverShortened();
    void anUnnamedPauseIsAboutTwoSeconds();

    void theBreakerOpensOnlyAfterFailuresInARow();
    void oneProbeAtATimeDecides();
    void aFailedProbeDoublesTheWaitUpToTheLimit();
    void oldResultsDoNotMoveIt();
    void anAbandonedProbeGivesItsPlaceBack();
};

void StayingAwayTest::eachFormIsUnderstood_data()
{
    QTest::addColumn<Headers>("headers");
    QTest::addColumn<qint64>("expected"); // -1 = nothing
    QTest::newRow("seconds") << Headers { { "Retry-After", "30" } } << 30000LL;
    QTest::newRow("zero") << Headers { { "retry-after", "0" } } << 0LL;
    QTest::newRow("with spaces") << Headers { { "RETRY-AFTER", " 7 " } } << 7000LL;
    QTest::newRow("a day") << Headers { { "Retry-After", "86400" } } << 86'400'000LL;
    QTest::newRow("beyond counting") << Headers { { "Retry-After", "99999999999999999999999" } } << 10LL * 366 * 86400 * 1000;
    QTest::newRow("a date") << Headers { { "Retry-After", "Wed, 21 Oct 2015 07:28:30 GMT" } } << 30000LL;
    QTest::newRow("a date of the old form") << Headers { { "Retry-After", "Wednesday, 21-Oct-15 07:28:30 GMT" } } << 30000LL;
    QTest::newRow("a date of the oldest form") << Headers { { "Retry-After", "Wed Oct 21 07:28:30 2015" } } << 30000LL;
    QTest::newRow("a date gone by") << Headers { { "Retry-After", "Wed, 21 Oct 2015 07:27:00 GMT" } } << 0LL;
    QTest::newRow("a point in time") << Headers { { "RateLimit-Reset", "1445412540" } } << 60000LL;
    QTest::newRow("a point gone by") << Headers { { "RateLimit-Reset", "1445412000" } } << 0LL;
    QTest::newRow("seconds to the reset") << Headers { { "RateLimit-Reset", "15" } } << 15000LL;
    QTest::newRow("both") << Headers { { "RateLimit-Reset", "1445412540" }, { "Retry-After", "5" } } << 5000LL;
    QTest::newRow("rubbish and a reset") << Headers { { "Retry-After", "soon" }, { "RateLimit-Reset", "9" } } << 9000LL;
    QTest::newRow("negative") << Headers { { "Retry-After", "-5" } } << -1LL;
    QTest::newRow("fraction") << Headers { { "Retry-After", "1.5" } } << -1LL;
    QTest::newRow("empty") << Headers { { "Retry-After", "" } } << -1LL;
    QTest::newRow("nothing") << Headers {} << -1LL;
}

void StayingAwayTest::eachFormIsUnderstood()
{
    QFETCH(Headers, headers);
    QFETCH(qint64, expected);
    const auto wait = retryAfterOf(headers, reference);
    QCOMPARE(wait ? qint64(wait->count()) : -1LL, expected);
}

void StayingAwayTest::aDateIsMeasuredAgainstTheServersOwnClock()
{
    const Headers headers { { "Date", "Wed, 21 Oct 2015 09:00:00 GMT" }, { "Retry-After", "Wed, 21 Oct 2015 09:00:10 GMT" } };
    QCOMPARE(retryAfterOf(headers, reference), std::optional(milliseconds(10000)));
}

void StayingAwayTest::transientAnswersAreWorthRepeating_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("transient");
    for (const int status : { 408, 429, 500, 502, 503, 504 })
        QTest::addRow("%d", status) << status << QByteArray("{}") << true;
    for (const int status : { 200, 301, 400, 401, 403, 404, 405, 409, 422 })
        QTest::addRow("%d", status) << status << QByteArray("{}") << false;
    QTest::newRow("a page instead of JSON") << 200 << QByteArray("<html>") << true;
    QTest::newRow("half of the JSON") << 200 << QByteArray("{\"a\":") << true;
    QTest::newRow("a list") << 200 << QByteArray("[]") << false;
    QTest::newRow("no content") << 204 << QByteArray() << false;
}

void StayingAwayTest::transientAnswersAreWorthRepeating()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(bool, transient);
    Answer answer;
    QVERIFY(answer.isTransient());
    answer.transport = Answer::Transport::Lost;
    QVERIFY(answer.isTransient());
    answer.transport = Answer::Transport::Answered;
    answer.status = status;
    answer.body = body;
    QCOMPARE(answer.isTransient(), transient);
}

void StayingAwayTest::aPauseHasAFloorAndACap_data()
{
    QTest::addColumn<qint64>("asked");
    QTest::addColumn<qint64>("kept");
    QTest::newRow("zero") << 0LL << 1000LL;
    QTest::newRow("half a minute") << 30000LL << 30000LL;
    QTest::newRow("a day") << 86'400'000LL << 900'000LL;
}

void StayingAwayTest::aPauseHasAFloorAndACap()
{
    QFETCH(qint64, asked);
    QFETCH(qint64, kept);
    HandClock clock;
    SharedPause pause({}, clock);
    QCOMPARE(pause.left(), milliseconds(0));
    QCOMPARE(pause.askedFor(milliseconds(asked)), milliseconds(kept));
    QCOMPARE(pause.left(), milliseconds(kept));
    clock.pass(milliseconds(kept - 1));
    QCOMPARE(pause.left(), milliseconds(1));
    clock.pass(milliseconds(1));
    QCOMPARE(pause.left(), milliseconds(0));
}

void StayingAwayTest::aPauseIsNeverShortened()
{
    HandClock clock;
    SharedPause pause({}, clock);
    pause.askedFor(milliseconds(30000));
    clock.pass(milliseconds(1000));
    QCOMPARE(pause.askedFor(milliseconds(2000)), milliseconds(29000));
}

void StayingAwayTest::anUnnamedPauseIsAboutTwoSeconds()
{
    HandClock clock;
    for (int i = 0; i < 20; ++i) {
        SharedPause pause({}, clock);
        const auto kept = pause.askedFor(std::nullopt);
        QVERIFY(kept >= milliseconds(2000) && kept <= milliseconds(3000));
    }
}

void StayingAwayTest::theBreakerOpensOnlyAfterFailuresInARow()
{
    HandClock clock;
    Breaker breaker({ .failuresToOpen = 3 }, clock);
    for (int i = 0; i < 2; ++i)
        breaker.failed(breaker.admit().generation);
    breaker.succeeded(breaker.admit().generation);
    for (int i = 0; i < 2; ++i)
        breaker.failed(breaker.admit().generation);
    QVERIFY(breaker.admit().allowed);
    breaker.failed(breaker.admit().generation);
    const Breaker::Admission refused = breaker.admit();
    QVERIFY(!refused.allowed);
    QCOMPARE(refused.wait, milliseconds(5000));
    QCOMPARE(breaker.snapshot().state, Breaker::State::Open);
    QCOMPARE(breaker.snapshot().nextTry, std::optional(clock.now() + seconds(5)));
}

void StayingAwayTest::oneProbeAtATimeDecides()
{
    HandClock clock;
    Breaker breaker({ .failuresToOpen = 1 }, clock);
    breaker.failed(breaker.admit().generation);
    clock.pass(milliseconds(5000));
    const Breaker::Admission probe = breaker.admit();
    QVERIFY(probe.allowed);
    QCOMPARE(breaker.snapshot().state, Breaker::State::HalfOpen);
    QVERIFY(!breaker.admit().allowed);
    breaker.succeeded(probe.generation);
    QCOMPARE(breaker.snapshot().state, Breaker::State::Closed);
    QVERIFY(breaker.admit().allowed);
}

void StayingAwayTest::aFailedProbeDoublesTheWaitUpToTheLimit()
{
    HandClock clock;
    Breaker breaker({ .failuresToOpen = 1, .openFor = seconds(5), .openForAtMost = seconds(15) }, clock);
    breaker.failed(breaker.admit().generation);
    for (const auto wait : { 5000, 10000, 15000, 15000 }) {
        QCOMPARE(breaker.admit().wait, milliseconds(wait));
        clock.pass(milliseconds(wait));
        breaker.failed(breaker.admit().generation);
    }
    clock.pass(milliseconds(15000));
    breaker.succeeded(breaker.admit().generation);
    breaker.failed(breaker.admit().generation);
    QCOMPARE(breaker.admit().wait, milliseconds(5000));
}

void StayingAwayTest::oldResultsDoNotMoveIt()
{
    HandClock clock;
    Breaker breaker({ .failuresToOpen = 1 }, clock);
    const auto slow = breaker.admit();
    breaker.failed(breaker.admit().generation);
    breaker.succeeded(slow.generation);
    QCOMPARE(breaker.snapshot().state, Breaker::State::Open);
    clock.pass(milliseconds(5000));
    const auto probe = breaker.admit();
    breaker.failed(slow.generation);
    QCOMPARE(breaker.snapshot().state, Breaker::State::HalfOpen);
    breaker.succeeded(probe.generation);
    QCOMPARE(breaker.snapshot().state, Breaker::State::Closed);
}

void StayingAwayTest::anAbandonedProbeGivesItsPlaceBack()
{
    HandClock clock;
    Breaker breaker({ .failuresToOpen = 1 }, clock);
    breaker.failed(breaker.admit().generation);
    clock.pass(milliseconds(5000));
    const auto probe = breaker.admit();
    QVERIFY(!breaker.admit().allowed);
    breaker.abandoned(probe.generation);
    QVERIFY(breaker.admit().allowed);
}

QTEST_GUILESS_MAIN(StayingAwayTest)
#include "tst_stayingaway.moc"
