// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/accessmode.h"
#include "service/configuration/timewindows.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::configuration;

namespace {

Instant at(const char *iso) { return *fromIso(QString::fromLatin1(iso)); }

HotValues with(std::initializer_list<std::pair<const char *, const char *>> values)
{
    RawValues raw;
    for (const auto &[name, value] : values)
        raw.emplace(QString::fromLatin1(name), rawText(QString::fromLatin1(value)));
    return HotValues(raw);
}

} // namespace

class AccessModeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void onlyTheThreeWordsMeanAnything_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<AccessMode>("mode");
        QTest::newRow("open") << u" open "_s << AccessMode::Open;
        QTest::newRow("blank") << u"  "_s << AccessMode::TestWindow;
        QTest::newRow("window") << u"Test_Window"_s << AccessMode::TestWindow;
        QTest::newRow("closed") << u"closed"_s << AccessMode::Closed;
        QTest::newRow("typing error") << u"OPNE"_s << AccessMode::Closed;
        QTest::newRow("turkish i") << u"test_w\u0131ndow"_s << AccessMode::Closed;
    }

    void onlyTheThreeWordsMeanAnything()
    {
        QFETCH(QString, text);
        QTEST(accessModeFrom(text), "mode");
    }

    /// 2026-11-30 is a Monday; Shanghai is eight hours ahead of UTC.
    void theWindowIsReadInItsOwnZone()
    {
        const HotValues values = with({ { "access.window", "mon-fri 09:00-18:00" } });
        QVERIFY(accessFor(values, u"alice"_s, at("2026-11-30T01:00:00Z")).admitted);
        QVERIFY(accessFor(values, u"alice"_s, at("2026-11-30T09:59:59.999999Z")).admitted);
        QVERIFY(!accessFor(values, u"alice"_s, at("2026-11-30T10:00:00Z")).admitted);
        QVERIFY(!accessFor(values, u"alice"_s, at("2026-11-30T00:59:59.999999Z")).admitted);
    }

    void whenItOpensIsSaid()
    {
        const HotValues values = with({ { "access.window", "mon-fri 09:00-18:00" } });
        const Access evening = accessFor(values, {}, at("2026-11-30T10:00:00Z"));
        QCOMPARE(evening.opensAt, std::optional(at("2026-12-01T01:00:00Z")));
        const Access weekend = accessFor(values, {}, at("2026-12-05T04:00:00Z"));
        QCOMPARE(weekend.opensAt, std::optional(at("2026-12-07T01:00:00Z")));
    }

    void testersPassAtAnyTime()
    {
        const HotValues values = with({ { "access.window", "never" }, { "access.testers", "bob, carol" } });
        QVERIFY(accessFor(values, u"carol"_s, at("2026-11-30T20:00:00Z")).admitted);
        QVERIFY(!accessFor(values, u"alice"_s, at("2026-11-30T20:00:00Z")).admitted);
        QVERIFY(!accessFor(values, {}, at("2026-11-30T20:00:00Z")).admitted);
    }

    void closedIsClosedForTestersToo()
    {
        const HotValues values = with({ { "access.mode", "CLOSED" }, { "access.testers", "carol" } });
        const Access access = accessFor(values, u"carol"_s, at("2026-11-30T02:00:00Z"));
        QVERIFY(!access.admitted);
        QVERIFY(!access.opensAt);
    }

    void aWindowNobodyCanReadIsClosed()
    {
        const HotValues values = with({ { "access.window", "mon-fry 09:00-18:00" } });
        QVERIFY(!accessFor(values, {}, at("2026-11-30T02:00:00Z")).admitted);
    }

    void aWindowMayGoOverMidnight()
    {
        const auto windows = TimeWindows::parse({ u"fri 22:00-06:00"_s }, QTimeZone::utc());
        QVERIFY(windows);
        QVERIFY(windows->contains(at("2026-12-04T23:00:00Z")));
        QVERIFY(windows->contains(at("2026-12-05T05:59:00Z")));
        QVERIFY(!windows->contains(at("2026-12-05T06:00:00Z")));
        QVERIFY(!windows->contains(at("2026-12-05T22:30:00Z")));
        QVERIFY(!windows->contains(at("2026-12-04T05:00:00Z")));
    }

    void daysMayGoOverTheEndOfTheWeek()
    {
        const auto windows = TimeWindows::parse({ u"sat-mon 00:00-24:00"_s }, QTimeZone::utc());
        QVERIFY(windows);
        QVERIFY(windows->contains(at("2026-11-30T12:00:00Z")));
        QVERIFY(!windows->contains(at("2026-12-01T00:00:00Z")));
    }

    void aSpanIsReadInTheZone()
    {
        const auto windows = TimeWindows::parse({ u"2026-12-20T18:00/2027-01-03T09:00"_s }, *zoneNamed(u"Asia/Shanghai"_s));
        QVERIFY(windows);
        QVERIFY(windows->contains(at("2026-12-20T10:00:00Z")));
        QVERIFY(!windows->contains(at("2026-12-20T09:59:00Z")));
        QVERIFY(!windows->contains(at("2027-01-03T01:00:00Z")));
        QCOMPARE(windows->nextStart(at("2026-12-01T00:00:00Z")), std::optional(at("2026-12-20T10:00:00Z")));
    }

    void aTimeThatDaylightSavingSkipsStillOpens()
    {
        // Berlin jumps from 02:00 to 03:00 on 2027-03-28, a Sunday.
        const auto windows = TimeWindows::parse({ u"sun 02:30-10:00"_s }, *zoneNamed(u"Europe/Berlin"_s));
        QVERIFY(windows);
        QVERIFY(windows->contains(at("2027-03-28T01:30:00Z")));
        QVERIFY(windows->nextStart(at("2027-03-27T00:00:00Z")).has_value());
    }

    void oneUnreadableWindowSpoilsTheCalendar_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text :
             { "mon", "mon 9:00-18:00", "mon 09:00-09:00", "mon 24:00-25:00", "mon 09:00-24:01", "mo 09:00-18:00",
               "2026-12-20T18:00/2026-12-20T18:00", "2026-02-30T00:00/2026-03-01T00:00", "/", "mon 09:00-18:00, nonsense" })
            QTest::newRow(text) << QString::fromLatin1(text);
    }

    void oneUnreadableWindowSpoilsTheCalendar()
    {
        QFETCH(QString, text);
        QVERIFY(!TimeWindows::parse({ text }, QTimeZone::utc()));
    }
};

QTEST_APPLESS_MAIN(AccessModeTest)
#include "tst_accessmode.moc"
