// SPDX-License-Identifier: GPL-3.0-only
#include "service/httpserver/requestparser.h"

#include "service/httpserver/acceptor.h"

#include <QRegularExpression>
#include <QTest>

using namespace slipway::httpserver;
using namespace Qt::StringLiterals;

namespace {

Head headOf(const QByteArray &text)
{
    Head head;
    if (readHead(text, {}, head) != 0)
        qFatal("the guard refuses a head of this test");
    return head;
}

} // namespace

/// The second reader of every head must be able to disagree, and must be as good as new afterwards.
class RequestParserTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void qtReadsWhatTheGuardRead_data();
    void qtReadsWhatTheGuardRead();
    void anotherReadingIsNoticed_data();
    void anotherReadingIsNoticed();

private:
    std::unique_ptr<RequestParser> m_parser;
};

void RequestParserTest::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    auto acceptor = std::make_unique<Acceptor>([](int) {});
    QVERIFY(acceptor->listen(QHostAddress::LocalHost));
    m_parser = std::make_unique<RequestParser>(acceptor.release());
}

void RequestParserTest::cleanup() { m_parser.reset(); }

void RequestParserTest::qtReadsWhatTheGuardRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("plain") << QByteArray("GET /a HTTP/1.1\r\nHost: h\r\n");
    QTest::newRow("every method") << QByteArray("PATCH /a HTTP/1.1\r\nHost: h\r\n");
    QTest::newRow("unknown method") << QByteArray("BREW /a HTTP/1.1\r\nHost: h\r\n");
    QTest::newRow("HTTP/1.0") << QByteArray("GET /a HTTP/1.0\r\n");
    QTest::newRow("escapes") << QByteArray("GET /a%2Fb/%C3%A4%20%25/c+d?x=%2B&y=/?z HTTP/1.1\r\nHost: h\r\n");
    QTest::newRow("odd bytes in the path") << QByteArray("GET /a;b=c,d/e:f@g/[h]'(i)!$&*~\"<>\\^`{|} HTTP/1.1\r\nHost: h\r\n");
    QTest::newRow("dots") << QByteArray("GET /a/../b/./c//d HTTP/1.1\r\nHost: h\r\n");
    QTest::newRow("empty value and blanks") << QByteArray("GET /a HTTP/1.1\r\nHost: h\r\nX:\r\nY: \t a  b \t\r\nX: 2\r\n");
    QTest::newRow("bytes above ASCII") << QByteArray("GET /a HTTP/1.1\r\nHost: h\r\nX: \xff\xc3\xa4\r\n");
    QTest::newRow("what frames a body stays outside")
        << QByteArray("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 70000000\r\nExpect: 100-continue\r\nX: y\r\n");
    QTest::newRow("chunks stay outside") << QByteArray("POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\nHost: h\r\n");
    QTest::newRow("upgrade stays outside") << QByteArray(
        "GET /a HTTP/1.1\r\nHost: h\r\nConnection: upgrade\r\nUpgrade: websocket\r\n");
    QTest::newRow("a hundred fields") << "GET /a HTTP/1.1\r\nHost: h\r\n" + QByteArray("X: y\r\n").repeated(99);
    QTest::newRow("host with a port") << QByteArray("GET /a HTTP/1.1\r\nHost: [::1]:8080\r\n");
}

void RequestParserTest::qtReadsWhatTheGuardRead()
{
    QFETCH(QByteArray, text);
    const Head head = headOf(text);
    for (int i = 0; i < 3; ++i)
        QVERIFY(m_parser->agrees(head));
}

void RequestParserTest::anotherReadingIsNoticed_data()
{
    QTest::addColumn<QByteArray>("requestLine");
    QTest::addColumn<QByteArray>("value");
    const QByteArray line = "GET /a HTTP/1.1", value = "y";
    QTest::newRow("method") << QByteArray("PUT /a HTTP/1.1") << value;
    QTest::newRow("path") << QByteArray("GET /b HTTP/1.1") << value;
    QTest::newRow("path behind an escape") << QByteArray("GET /%62 HTTP/1.1") << value;
    QTest::newRow("authority in place of the path") << QByteArray("GET //a HTTP/1.1") << value;
    QTest::newRow("refused line") << QByteArray("GET") << value;
    QTest::newRow("a second request in the head") << line + "\r\n\r\n" + line << value;
    QTest::newRow("a field too many in front") << line + "\r\nX: y" << value;
    QTest::newRow("a field too many behind") << line << QByteArray("y\r\nX: y");
    QTest::newRow("a folded line") << line << QByteArray("y\r\n z");
    QTest::newRow("an early end") << line << QByteArray("y\r\n\r\nrest");
    QTest::newRow("a body") << line + "\r\nContent-Length: 3" << value;
    QTest::newRow("a body that looks like a request")
        << line << QByteArray("y\r\nContent-Length: 33\r\n\r\nGET /b HTTP/1.1\r\nHost: h");
}

/// Tampers with what the guard hands on, as a mistake of the guard would.
void RequestParserTest::anotherReadingIsNoticed()
{
    QFETCH(QByteArray, requestLine);
    QFETCH(QByteArray, value);
    const Head honest = headOf("GET /a HTTP/1.1\r\nHost: h\r\nX: y\r\n");
    QVERIFY(m_parser->agrees(honest));
    Head tampered = honest;
    tampered.requestLine = requestLine;
    tampered.path = "/a";
    tampered.fields[1].value = value;
    QVERIFY(!m_parser->agrees(tampered));
    QVERIFY(m_parser->agrees(honest));
}

QTEST_GUILESS_MAIN(RequestParserTest)
#include "tst_requestparser.moc"
