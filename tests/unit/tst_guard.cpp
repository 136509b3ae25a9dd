// SPDX-License-Identifier: GPL-3.0-only
#include "tests/unit/guardreading.h"

#include <QRegularExpression>
#include <QTest>

using namespace slipway::httpserver;
using namespace slipway::test;

namespace {

QByteArray get(const QByteArray &fields) { return "GET /a HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n"; }

QByteArray post(const QByteArray &fields, const QByteArray &body)
{
    return "POST /a HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n" + body;
}

QByteArray chunked(const QByteArray &body) { return post("Transfer-Encoding: chunked\r\n", body); }

const QByteArray inner = "GET /inner HTTP/1.1\r\nHost: h\r\n\r\n";

} // namespace

class GuardTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void whateverCouldBeReadDifferentlyIsRefused_data();
    void whateverCouldBeReadDifferentlyIsRefused();
    void whatIsUnambiguousPasses_data();
    void whatIsUnambiguousPasses();
    void theRouteDecidesWhichBodyPasses_data();
    void theRouteDecidesWhichBodyPasses();
    void nothingIsReadAfterARefusal();
    void aClaimedLengthCostsNoMemory();
};

void GuardTest::init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

namespace {

void row(const char *name, const QByteArray &bytes, int status = 400) { QTest::newRow(name) << bytes << status; }

void addRowsAboutFields()
{
    row("bare LF after the request line", "GET /a HTTP/1.1\nHost: h\r\n\r\n");
    row("bare LF after a field", "GET /a HTTP/1.1\r\nHost: h\nX: y\r\n\r\n");
    row("head ended by LF LF", "GET /a HTTP/1.1\r\nHost: h\n\n");
    row("head ended by CRLF LF", "GET /a HTTP/1.1\r\nHost: h\r\n\n");
    row("head ended by LF CRLF", "GET /a HTTP/1.1\r\nHost: h\n\r\n");
    row("bare LF in a head that never ends", "GET /a HTTP/1.1\r\nHost: h\nX");
    row("bare CR in a field", get("X: a\rb\r\n"));
    row("bare CR in the request line", "GET /a\r HTTP/1.1\r\nHost: h\r\n\r\n");
    row("NUL in a value", get(QByteArray("X: a\0b\r\n", 8)));
    row("NUL in a name", get(QByteArray("X\0: a\r\n", 7)));
    row("NUL in the target", QByteArray("GET /a\0b HTTP/1.1\r\nHost: h\r\n\r\n", 31));
    row("NUL in a head that never ends", QByteArray("GET /a\0", 7));
    row("control character in a value", get("X: a\x01z\r\n"));
    row("DEL in a value", get("X: a\x7f\r\n"));
    row("folded line", get("X: a\r\n b\r\n"));
    row("folded line with a tab", get("X: a\r\n\tb\r\n"));
    row("first field is folded", "GET /a HTTP/1.1\r\n Host: h\r\n\r\n");
    row("field without a colon", get("Xab\r\n"));
    row("empty field name", get(": a\r\n"));
    row("space before the colon", get("X : a\r\n"));
    row("tab before the colon", get("X\t: a\r\n"));
    row("space in a name", get("X Y: a\r\n"));
    row("bytes above ASCII in a name", get("X\xc3\xa4: a\r\n"));
    row("parentheses in a name", get("X(y): a\r\n"));
}

void addRowsAboutLengths()
{
    row("two content lengths that differ", post("Content-Length: 3\r\nContent-Length: 40\r\n", "abc" + inner));
    row("two content lengths that agree", post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"));
    row("content length as a list", post("Content-Length: 3, 3\r\n", "abc"));
    row("negative content length", post("Content-Length: -1\r\n", inner));
    row("signed content length", post("Content-Length: +3\r\n", "abc"));
    row("hexadecimal content length", post("Content-Length: 0x3\r\n", "abc"));
    row("content length with text", post("Content-Length: 3a\r\n", "abc"));
    row("content length in quotes", post("Content-Length: \"3\"\r\n", "abc"));
    row("empty content length", post("Content-Length:\r\n", inner));
    row("content length of 2^64 - 1", post("Content-Length: 18446744073709551615\r\n", inner));
    row("content length of 2^64 + 3", post("Content-Length: 18446744073709551619\r\n", "abc"));
    row("content length with a space before the colon", post("Content-Length : 3\r\n", "abc"));
    row("content length with a bare LF before it", post("X: y\nContent-Length: 3\r\n", "abc"));
}

void addRowsAboutCodings()
{
    row("length and coding", post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"));
    row("coding and length", post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"));
    row("coding with a prefix", post("Transfer-Encoding: xchunked\r\n", inner));
    row("coding with a suffix", post("Transfer-Encoding: chunkedx\r\n", inner));
    row("coding in quotes", post("Transfer-Encoding: \"chunked\"\r\n", inner));
    row("coding identity", post("Transfer-Encoding: identity\r\n", inner));
    row("coding gzip", post("Transfer-Encoding: gzip\r\n", inner));
    row("coding gzip, chunked", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"));
    row("coding chunked, identity", post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"));
    row("coding chunked twice in one field", post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"));
    row("coding in two fields", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n"));
    row("coding with a space before the colon", post("Transfer-Encoding : chunked\r\n", "0\r\n\r\n"));
    row("coding after a vertical tab",
        post("Transfer-Encoding: \x0b"
             "chunked\r\n",
             "0\r\n\r\n"));
    row("folded coding", post("Transfer-Encoding:\r\n chunked\r\n", "0\r\n\r\n"));
    row("empty coding", post("Transfer-Encoding:\r\n", inner));
    row("coding in HTTP/1.0", "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
}

void addRowsAboutChunks()
{
    row("chunk size without digits", chunked("\r\n\r\n"));
    row("chunk size of other letters", chunked("zz\r\n\r\n"));
    row("negative chunk size", chunked("-1\r\n\r\n"));
    row("signed chunk size", chunked("+3\r\nabc\r\n0\r\n\r\n"));
    row("chunk size with 0x", chunked("0x3\r\nabc\r\n0\r\n\r\n"));
    row("chunk size after a space", chunked(" 3\r\nabc\r\n0\r\n\r\n"));
    row("space after the chunk size", chunked("3 \r\nabc\r\n0\r\n\r\n"));
    row("space before the extension", chunked("3 ;x=y\r\nabc\r\n0\r\n\r\n"));
    row("chunk size of 2^64 + 3", chunked("10000000000000003\r\nabc\r\n0\r\n\r\n"));
    row("chunk size of 16 digits", chunked("0000000000000003\r\nabc\r\n0\r\n\r\n"));
    row("chunk size above the limit", chunked("fffffff\r\n"), 413);
    row("chunks above the limit together", chunked("3e8\r\n" + QByteArray(1000, 'x') + "\r\n1\r\n"), 413);
    row("chunk size line ended by LF", chunked("3\nabc\r\n0\r\n\r\n"));
    row("chunk ended by LF", chunked("3\r\nabc\n0\r\n\r\n"));
    row("chunk longer than its size", chunked("3\r\nabcd\r\n0\r\n\r\n"));
    row("chunk shorter than its size", chunked("5\r\nabc\r\n0\r\n\r\n"));
    row("last chunk ended by LF LF", chunked("0\n\n"));
    row("body ended by LF", chunked("0\r\n\n"));
}

void addRowsAboutExtensionsAndTrailers()
{
    row("extension with a bare LF", chunked("3;x\n\r\nabc\r\n0\r\n\r\n"));
    row("extension with a bare CR", chunked("3;x\ry\r\nabc\r\n0\r\n\r\n"));
    row("extension with a NUL", chunked(QByteArray("3;x\0\r\nabc\r\n0\r\n\r\n", 17)));
    row("endless extension", chunked("3;" + QByteArray(5000, 'x')));
    QByteArray extended;
    for (int i = 0; i < 100; ++i)
        extended += "1;" + QByteArray(300, 'x') + "\r\na\r\n";
    row("more extension than body", chunked(extended));
    row("trailer without a colon", chunked("0\r\nabc\r\n\r\n"));
    row("folded trailer", chunked("0\r\nX: a\r\n b\r\n\r\n"));
    row("trailer with a space before the colon", chunked("0\r\nX : a\r\n\r\n"));
    row("trailer with a bare LF", chunked("0\r\nX: a\n\r\n"));
    row("a request in place of trailers", chunked("0\r\n" + inner));
    QByteArray trailers;
    for (int i = 0; i < 100; ++i)
        trailers += "X: " + QByteArray(300, 'x') + "\r\n";
    row("endless trailers", chunked("0\r\n" + trailers));
}

void addRowsAboutHosts()
{
    row("no host", "GET /a HTTP/1.1\r\n\r\n");
    row("two hosts", "GET /a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
    row("two hosts that agree", "GET /a HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n");
    row("two hosts in HTTP/1.0", "GET /a HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n");
    row("empty host", "GET /a HTTP/1.1\r\nHost:\r\n\r\n");
    row("host with a path", "GET /a HTTP/1.1\r\nHost: a/b\r\n\r\n");
    row("host with a user", "GET /a HTTP/1.1\r\nHost: u@a\r\n\r\n");
    row("list of hosts", "GET /a HTTP/1.1\r\nHost: a, b\r\n\r\n");
}

void addRowsAboutRequestLines()
{
    row("absolute form", "GET http://h/a HTTP/1.1\r\nHost: h\r\n\r\n");
    row("authority form", "CONNECT h:443 HTTP/1.1\r\nHost: h\r\n\r\n");
    row("asterisk form", "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n");
    row("network path", "GET //evil/a HTTP/1.1\r\nHost: h\r\n\r\n");
    row("fragment", "GET /a#b HTTP/1.1\r\nHost: h\r\n\r\n");
    row("relative target", "GET a HTTP/1.1\r\nHost: h\r\n\r\n");
    row("no target", "GET HTTP/1.1\r\nHost: h\r\n\r\n");
    row("empty target", "GET  HTTP/1.1\r\nHost: h\r\n\r\n");
    row("space in the target", "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n");
    row("tab in the target", "GET /a\tb HTTP/1.1\r\nHost: h\r\n\r\n");
    row("bytes above ASCII in the target", "GET /\xc3\xa4 HTTP/1.1\r\nHost: h\r\n\r\n");
    row("escape that is none", "GET /%zz HTTP/1.1\r\nHost: h\r\n\r\n");
    row("escape cut short", "GET /a%2 HTTP/1.1\r\nHost: h\r\n\r\n");
    row("two spaces before the version", "GET /a  HTTP/1.1\r\nHost: h\r\n\r\n");
    row("space after the version", "GET /a HTTP/1.1 \r\nHost: h\r\n\r\n");
    row("space before the method", " GET /a HTTP/1.1\r\nHost: h\r\n\r\n");
    row("tabs for spaces", "GET\t/a\tHTTP/1.1\r\nHost: h\r\n\r\n");
    row("method with a bracket", "GE[T /a HTTP/1.1\r\nHost: h\r\n\r\n");
    row("HTTP/0.9", "GET /a\r\n\r\n");
    row("HTTP/0.9 in full", "GET /a HTTP/0.9\r\n\r\n", 400);
    row("HTTP/1.2", "GET /a HTTP/1.2\r\nHost: h\r\n\r\n", 400);
    row("HTTP/9.9", "GET /a HTTP/9.9\r\nHost: h\r\n\r\n", 400);
    row("preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400);
    row("version without its number", "GET /a HTTPxx.y\r\nHost: h\r\n\r\n");
    row("version in lower case", "GET /a http/1.1\r\nHost: h\r\n\r\n");
    row("version with more digits", "GET /a HTTP/1.10\r\nHost: h\r\n\r\n");
    row("client hello of TLS", QByteArray("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11));
}

void addRowsAboutAmounts()
{
    row("another expectation", post("Expect: 200-ok\r\nContent-Length: 3\r\n", "abc"));
    row("two expectations", post("Expect: 100-continue\r\nExpect: 100-continue\r\nContent-Length: 3\r\n", "abc"));
    row("more than a hundred fields", get(QByteArray("X: y\r\n").repeated(100)), 431);
    row("a hundred and twenty fields before a body",
        post(QByteArray("X: y\r\n").repeated(120) + "Content-Length: 33\r\n", inner), 431);
    row("head above its limit", get("X: " + QByteArray(17 * 1024, 'y') + "\r\n"), 431);
    row("head above its limit that never ends", "GET /a HTTP/1.1\r\nX: " + QByteArray(17 * 1024, 'y'), 431);
    row("target above its limit", "GET /" + QByteArray(4096, 'y') + " HTTP/1.1\r\nHost: h\r\n\r\n", 431);
    row("empty lines without end", "\r\n\r\n\r\nGET /a HTTP/1.1\r\nHost: h\r\n\r\n");
    row("bare LF before the request", "\nGET /a HTTP/1.1\r\nHost: h\r\n\r\n");
    row("bare CR before the request", "\rGET /a HTTP/1.1\r\nHost: h\r\n\r\n");
}

} // namespace

void GuardTest::whateverCouldBeReadDifferentlyIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    addRowsAboutFields();
    addRowsAboutLengths();
    addRowsAboutCodings();
    addRowsAboutChunks();
    addRowsAboutExtensionsAndTrailers();
    addRowsAboutHosts();
    addRowsAboutRequestLines();
    addRowsAboutAmounts();
}

void GuardTest::whateverCouldBeReadDifferentlyIsRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, status);
    const Reading reading = readingOf({ bytes });
    QCOMPARE(reading.requests, QList<QByteArray>());
    QCOMPARE(reading.refusal, status);
}

void GuardTest::whatIsUnambiguousPasses_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QList<QByteArray>>("requests");
    const auto row = [](const char *name, const QByteArray &bytes, const QList<QByteArray> &requests) {
        QTest::newRow(name) << bytes << requests;
    };
    row("plain", get({}), { "GET /a " });
    row("empty line before the request", "\r\n" + get({}), { "GET /a " });
    row("exactly a hundred fields", get(QByteArray("X: y\r\n").repeated(99)), { "GET /a " });
    row("value with bytes above ASCII", get("X: \xc3\xa4\r\n"), { "GET /a " });
    row("empty value", get("X:\r\n"), { "GET /a " });
    row("blanks around a value", post("Content-Length: \t3 \r\n", "abc"), { "POST /a abc" });
    row("names in any case", post("cOnTeNt-LeNgTh: 3\r\n", "abc"), { "POST /a abc" });
    row("a body of zero bytes", post("Content-Length: 0\r\n", {}) + inner, { "POST /a ", "GET /inner " });
    row("a body that looks like a request", post("Content-Length: 32\r\n", inner) + get({}), { "POST /a " + inner, "GET /a " });
    row("a body with bare LF and NUL", post("Content-Length: 4\r\n", QByteArray("\n\0\n\n", 4)),
        { QByteArray("POST /a \n\0\n\n", 12) });
    row("body without a length is none", post({}, {}) + inner, { "POST /a ", "GET /inner " });
    row("chunks", chunked("3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n") + inner, { "POST /a abc0123456789", "GET /inner " });
    row("coding in other case", post("transfer-encoding: Chunked\r\n", "0\r\n\r\n"), { "POST /a " });
    row("extensions", chunked("3;x=\"y z\";q\r\nabc\r\n0;last\r\n\r\n") + inner, { "POST /a abc", "GET /inner " });
    row("trailers", chunked("3\r\nabc\r\n0\r\nX-Sum: 1\r\nContent-Length: 5\r\n\r\n") + inner,
        { "POST /a abc", "GET /inner " });
    row("chunk size with leading zeros", chunked("0003\r\nabc\r\n000\r\n\r\n"), { "POST /a abc" });
    row("unknown method", "BREW /a HTTP/1.1\r\nHost: h\r\n\r\n", { "OTHER /a " });
    row("HTTP/1.0 without host", "GET /a HTTP/1.0\r\n\r\n", { "GET /a " });
    row("host with a port", "GET /a HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", { "GET /a " });
    row("query with anything", "GET /a?b=c%zz&d=/?e HTTP/1.1\r\nHost: h\r\n\r\n", { "GET /a " });
    row("body at the limit", post("Content-Length: 1000\r\n", QByteArray(1000, 'x')), { "POST /a " + QByteArray(1000, 'x') });
}

void GuardTest::whatIsUnambiguousPasses()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QList<QByteArray>, requests);
    const Reading reading = readingOf({ bytes });
    QCOMPARE(reading.refusal, 0);
    QCOMPARE(reading.requests, requests);
    QVERIFY(!reading.unfinished);
}

void GuardTest::theRouteDecidesWhichBodyPasses_data()
{
    QTest::addColumn<BodyMode>("mode");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    const QByteArray sized = post("Content-Length: 3\r\n", "abc"), none = post("Content-Length: 0\r\n", {});
    const QByteArray tooLong = post("Content-Length: 1001\r\n", {}), coded = chunked("3\r\nabc\r\n0\r\n\r\n");
    QTest::newRow("none, no body") << BodyMode::None << none << 0;
    QTest::newRow("none, length") << BodyMode::None << sized << 413;
    QTest::newRow("none, chunks") << BodyMode::None << coded << 413;
    QTest::newRow("none, empty chunks") << BodyMode::None << chunked("0\r\n\r\n") << 413;
    QTest::newRow("buffered, length") << BodyMode::Buffered << sized << 0;
    QTest::newRow("buffered, too long, before a byte of it came") << BodyMode::Buffered << tooLong << 413;
    QTest::newRow("buffered, chunks") << BodyMode::Buffered << coded << 411;
    QTest::newRow("chunked, length") << BodyMode::Chunked << sized << 0;
    QTest::newRow("chunked, too long, before a byte of it came") << BodyMode::Chunked << tooLong << 413;
    QTest::newRow("chunked, chunks") << BodyMode::Chunked << coded << 0;
    QTest::newRow("a mode nobody set, length") << BodyMode::Unset << sized << 413;
}

void GuardTest::theRouteDecidesWhichBodyPasses()
{
    QFETCH(BodyMode, mode);
    QFETCH(QByteArray, bytes);
    QFETCH(int, status);
    const Reading reading = readingOf({ bytes }, mode);
    QCOMPARE(reading.refusal, status);
    QCOMPARE(reading.requests.size(), status == 0 ? 1 : 0);
}

void GuardTest::nothingIsReadAfterARefusal()
{
    const Reading reading = readingOf({ get({}) + "GET /a HTTP/1.1\nHost: h\r\n\r\n" + inner, inner });
    QCOMPARE(reading.requests, QList<QByteArray>({ "GET /a " }));
    QCOMPARE(reading.refusal, 400);
}

void GuardTest::aClaimedLengthCostsNoMemory()
{
    Guard guard;
    const QByteArray bytes = post("Content-Length: 900000000000\r\n", {});
    QByteArrayView input(bytes);
    QCOMPARE(guard.take(input), Guard::Step::Head);
    QCOMPARE(guard.admit(BodyMode::Buffered, qint64(1) << 50), 0);
    QCOMPARE(guard.take(input), Guard::Step::Hungry);
    QVERIFY(guard.takeBody().capacity() <= 64 * 1024);
}

QTEST_GUILESS_MAIN(GuardTest)
#include "tst_guard.moc"
