// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/replywriter.h"

#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>
#include <QTest>

using namespace slipway::httpserver;
using namespace Qt::StringLiterals;

class ReplyWriterTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void theHeadIsExact();
    void nothingCanBeInjected_data();
    void nothingCanBeInjected();
    void whatBelongsToTheServerIsNotTakenFromHandlers();
    void statusesWithoutABodyNeitherTypeNorLength();
    void theDateIsTheStandardsForm();
};

void ReplyWriterTest::init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

void ReplyWriterTest::theHeadIsExact()
{
    const Reply reply { 202, "application/json", "{}", { { "X-A", "1" }, { "X-A", "2" } }, false };
    QCOMPARE(composeHead(reply, Framing::Length, false, "D"),
             QByteArray("HTTP/1.1 202 Accepted\r\nDate: D\r\nContent-Type: application/json\r\nX-A: 1\r\nX-A: 2\r\n"
                        "Content-Length: 2\r\n\r\n"));
    QCOMPARE(composeHead({ 200, "a/b", {}, {}, false }, Framing::Chunks, true, "D"),
             QByteArray("HTTP/1.1 200 OK\r\nDate: D\r\nContent-Type: a/b\r\nTransfer-Encoding: chunked\r\nConnection: "
                        "close\r\n\r\n"));
    QCOMPARE(composeHead({ 200, {}, {}, {}, false }, Framing::UntilClose, true, "D"),
             QByteArray("HTTP/1.1 200 OK\r\nDate: D\r\nConnection: close\r\n\r\n"));
}

void ReplyWriterTest::nothingCanBeInjected_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("CRLF in a value") << QByteArray("X") << QByteArray("a\r\nSet-Cookie: evil");
    QTest::newRow("LF in a value") << QByteArray("X") << QByteArray("a\nSet-Cookie: evil");
    QTest::newRow("CR in a value") << QByteArray("X") << QByteArray("a\rSet-Cookie: evil");
    QTest::newRow("NUL in a value") << QByteArray("X") << QByteArray("evil\0a", 6);
    QTest::newRow("CRLF in a name") << QByteArray("X: a\r\nSet-Cookie") << QByteArray("evil");
    QTest::newRow("colon in a name") << QByteArray("Set-Cookie: evil; X") << QByteArray("a");
    QTest::newRow("empty name") << QByteArray() << QByteArray("evil");
    QTest::newRow("NUL in a name") << QByteArray("X\0", 2) << QByteArray("evil");
}

void ReplyWriterTest::nothingCanBeInjected()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, value);
    const QByteArray head = composeHead({ 200, "a/b", {}, { { name, value } }, false }, Framing::Length, false, "D");
    QCOMPARE(head, QByteArray("HTTP/1.1 200 OK\r\nDate: D\r\nContent-Type: a/b\r\nContent-Length: 0\r\n\r\n"));
    const QByteArray typed = composeHead({ 200, "a/b\r\nX: evil", {}, {}, false }, Framing::Length, false, "D");
    QVERIFY(!typed.contains("evil"));
}

void ReplyWriterTest::whatBelongsToTheServerIsNotTakenFromHandlers()
{
    Reply reply { 200, "a/b", "xy", {}, false };
    for (const char *name :
         { "content-length", "Transfer-Encoding", "CONNECTION", "Date", "Keep-Alive", "Upgrade", "Content-Type" })
        reply.headers.append(Header(name, "evil"));
    QCOMPARE(composeHead(reply, Framing::Length, false, "D"),
             QByteArray("HTTP/1.1 200 OK\r\nDate: D\r\nContent-Type: a/b\r\nContent-Length: 2\r\n\r\n"));
}

void ReplyWriterTest::statusesWithoutABodyNeitherTypeNorLength()
{
    for (int status : { 204, 304 }) {
        const QByteArray head =
            composeHead({ status, "a/b", "xy", { { "ETag", "\"1\"" } }, false }, Framing::Length, false, "D");
        QVERIFY(!head.contains("Content-"));
        QVERIFY(head.endsWith("Date: D\r\nETag: \"1\"\r\n\r\n"));
    }
}

void ReplyWriterTest::theDateIsTheStandardsForm()
{
    DateLine date;
    const QString text = QString::fromLatin1(date.now());
    const QDateTime read = QLocale::c().toDateTime(text, u"ddd, dd MMM yyyy hh:mm:ss 'GMT'"_s);
    QVERIFY2(read.isValid(), qPrintable(text));
    QDateTime utc(read.date(), read.time(), Qt::UTC);
    QVERIFY(qAbs(utc.secsTo(QDateTime::currentDateTimeUtc())) <= 2);
}

QTEST_GUILESS_MAIN(ReplyWriterTest)
#include "tst_replywriter.moc"
