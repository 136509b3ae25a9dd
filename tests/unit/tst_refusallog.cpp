// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/refusallog.h"

#include <QRegularExpression>
#include <QTest>

#include <mutex>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::http;
using namespace std::chrono_literals;

namespace {

/// A clock that a test moves, and everything logged meanwhile.
class HandMovedClock final : public Clock {
public:
    Instant now() const override { return SystemClock().now(); }
    std::chrono::steady_clock::time_point steady() const override { return m_steady; }
    void advance(std::chrono::milliseconds step) { m_steady += step; }

private:
    std::chrono::steady_clock::time_point m_steady { 1h };
};

QStringList &lines()
{
    static QStringList said;
    return said;
}

void collect(QtMsgType type, const QMessageLogContext &, const QString &message)
{
    static std::mutex lock;
    const std::lock_guard guard(lock);
    lines().append(type == QtWarningMsg ? message : u"not a warning: "_s + message);
}

Exchange turnedAwayAt(const Route &route, std::string_view place)
{
    Exchange exchange;
    exchange.route = &route;
    exchange.place = place;
    return exchange;
}

} // namespace

class RefusalLogTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_apply.path = "/api/v1/changes"; }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        lines().clear();
        m_before = qInstallMessageHandler(collect);
    }
    void cleanup() { qInstallMessageHandler(m_before); }

    void fewRefusalsHaveALineEach()
    {
        HandMovedClock clock;
        RefusalLog log(clock);
        for (int i = 0; i < RefusalLog::linesOfAKind; ++i)
            refuse(log, u"bucket apply, subject al…1"_s);
        refuse(log, u"bucket apply, subject bo…2"_s);
        QCOMPARE(lines().count(u"refused: bucket apply, subject al…1"_s), RefusalLog::linesOfAKind);
        QCOMPARE(lines().count(u"refused: bucket apply, subject bo…2"_s), 1);
    }

    void aFloodIsCountedAndToldWithTheNumber()
    {
        HandMovedClock clock;
        RefusalLog log(clock);
        for (int i = 0; i < 822; ++i)
            refuse(log, u"bucket apply, subject al…1"_s);
        QCOMPARE(lines().size(), RefusalLog::linesOfAKind);
        clock.advance(1s);
        refuse(log, u"bucket apply, subject bo…2"_s);
        QCOMPARE(lines().mid(RefusalLog::linesOfAKind),
                 QStringList({ u"refused: bucket apply, subject al…1 … and 812 more within a second"_s,
                               u"refused: bucket apply, subject bo…2"_s }));
    }

    void theNextSecondBeginsWithLinesAgain()
    {
        HandMovedClock clock;
        RefusalLog log(clock);
        for (int i = 0; i < 11; ++i)
            refuse(log, u"no identity from 10.0.0.1"_s);
        clock.advance(1s);
        for (int i = 0; i < 11; ++i)
            refuse(log, u"no identity from 10.0.0.1"_s);
        QCOMPARE(lines().size(), 10 + 1 + 10);
    }

    void whatIsLeftIsToldWhenNobodyComesAnyMore()
    {
        HandMovedClock clock;
        RefusalLog log(clock);
        for (int i = 0; i < 12; ++i)
            refuse(log, u"no identity from 10.0.0.1"_s);
        clock.advance(2s);
        QTRY_COMPARE(lines().last(), u"refused: no identity from 10.0.0.1 … and 2 more within a second"_s);
        QCOMPARE(lines().size(), 11);
    }

    void aSecondOldIsOldEnoughForTheRest()
    {
        HandMovedClock clock;
        RefusalLog log(clock);
        for (int i = 0; i < 12; ++i)
            refuse(log, u"no identity from 10.0.0.1"_s);
        clock.advance(999ms);
        log.tellRest();
        QCOMPARE(lines().size(), 10);
        clock.advance(1ms);
        log.tellRest();
        QCOMPARE(lines().mid(10), QStringList({ u"refused: no identity from 10.0.0.1 … and 2 more within a second"_s }));
    }

    void theTimerNeverComesBeforeTheSecondIsOver()
    {
        const SystemClock clock; // The timer's own time: one that came too early would find nothing to tell, and never come again.
        RefusalLog log(clock);
        for (int round = 0; round < 3; ++round) {
            lines().clear();
            for (int i = 0; i < 12; ++i)
                refuse(log, u"round %1"_s.arg(round));
            QTRY_COMPARE(lines().last(), u"refused: round %1 … and 2 more within a second"_s.arg(round));
        }
    }

    void whatIsLeftIsToldAtTheEnd()
    {
        HandMovedClock clock;
        {
            RefusalLog log(clock);
            for (int i = 0; i < 12; ++i)
                refuse(log, u"no identity from 10.0.0.1"_s);
        }
        QCOMPARE(lines().last(), u"refused: no identity from 10.0.0.1 … and 2 more within a second"_s);
    }

    void aThousandAddressesShareWhatTheLogHasRoomFor()
    {
        HandMovedClock clock;
        RefusalLog log(clock);
        for (int i = 0; i < RefusalLog::mostKinds + 500; ++i)
            refuse(log, u"no identity from %1"_s.arg(i));
        QCOMPARE(lines().size(), RefusalLog::mostKinds + RefusalLog::linesOfAKind);
        clock.advance(1s);
        log.tellRest();
        QCOMPARE(lines().last(), u"refused: others … and 490 more within a second"_s);
    }

private:
    void refuse(RefusalLog &log, const QString &detail) const
    {
        log.note(turnedAwayAt(m_apply, "rate limit"), Error(Code::RateLimited, detail));
    }

    Route m_apply;
    QtMessageHandler m_before = nullptr;
};

QTEST_GUILESS_MAIN(RefusalLogTest)
#include "tst_refusallog.moc"
