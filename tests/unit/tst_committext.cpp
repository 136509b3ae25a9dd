// SPDX-License-Identifier: GPL-3.0-only
#include "service/contract/callbackbody.h"
#include "service/contract/committext.h"
#include "shared/instant.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;

class CommitTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void peoplesTextGivesNoDirective_data();
    void peoplesTextGivesNoDirective();
    void markerNamesBatchAndBranch();
    void callbackFieldsAreCheckedTogether();
    void instantsKeepTheirMicrosecondsBothWays();
    void impossibleTimesAreRefused_data();
    void impossibleTimesAreRefused();
};

void CommitTextTest::peoplesTextGivesNoDirective_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : { "[skip ci]", "[ci skip]", "***NO_CI***", "a\nSlipway-Batch: 1 x", "/approve\n/merge", "@all",
                              "<script>", "\u202Eabc" })
        QTest::newRow(text) << QString::fromUtf8(text);
}

void CommitTextTest::peoplesTextGivesNoDirective()
{
    QFETCH(const QString, text);
    const QString line = memberLine(u"bind"_s, text, text, text, u"operation-1"_s);
    for (const char16_t forbidden : { u'[', u']', u'*', u'\n', u'\r', u'@', u'<', u'>', u'\u202E' })
        QVERIFY2(!line.contains(forbidden), qPrintable(line));
    QVERIFY(line.startsWith(u"- bind "));
}

void CommitTextTest::markerNamesBatchAndBranch()
{
    QCOMPARE(batchMarker(BatchId(812), u"slipway/batch-812-0123456789ab"_s),
             u"Slipway-Batch: 812 slipway/batch-812-0123456789ab"_s);
    QCOMPARE(batchTitle(1, BatchId(7)), u"Apply 1 change request (batch 7)"_s);
    QCOMPARE(batchTitle(20, BatchId(7)), u"Apply 20 change requests (batch 7)"_s);
}

void CommitTextTest::callbackFieldsAreCheckedTogether()
{
    CallbackBody body(
        { { u"eventId"_s, 7 }, { u"operationIds"_s, u"x"_s }, { u"mrIid"_s, 1.5 }, { u"occurredAt"_s, u"yesterday"_s } });
    body.text("eventId", 10);
    body.text("project", 10);
    body.optionalTexts("operationIds", 10, 10);
    body.optionalNumber("mrIid");
    body.optionalTime("occurredAt");
    try {
        body.finish();
        QFAIL("five wrong fields were accepted");
    } catch (const Error &error) {
        QCOMPARE(error.data().value("fields"_L1).toArray().size(), 5);
    }
}

void CommitTextTest::instantsKeepTheirMicrosecondsBothWays()
{
    const auto at = fromIso(u"2026-11-30T10:35:26.123456Z");
    QVERIFY(at.has_value());
    QCOMPARE(toIso(*at), u"2026-11-30T10:35:26.123456Z"_s);
    QCOMPARE(toSql(*at), u"2026-11-30 10:35:26.123456"_s);
    QVERIFY(fromSql(toSql(*at)) == at);
    QVERIFY(fromIso(u"2026-11-30T18:35:26.123456+08:00") == at);
}

void CommitTextTest::impossibleTimesAreRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : { "", "2026-02-30T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00",
                              "2026-01-01", "now", "2026-01-01T00:00:00+99:99", "2026-01-01T00:00:00-15:00",
                              "2026-01-01T00:00:00+01:60", "2026-01-01T00:00:00Z ", "2026-1-1T0:0:0Z" })
        QTest::newRow(text) << QString::fromLatin1(text);
}

void CommitTextTest::impossibleTimesAreRefused()
{
    QFETCH(const QString, text);
    QVERIFY(!fromIso(text).has_value());
}

QTEST_APPLESS_MAIN(CommitTextTest)
#include "tst_committext.moc"
