// SPDX-License-Identifier: GPL-3.0-only
#include "tests/unit/guardreading.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

using namespace slipway::test;
using namespace Qt::StringLiterals;

/// What a request is must not depend on how its bytes were cut into packets.
class GuardSplitsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void everySplitReadsTheSame();
    void everySplitOfARefusedRequestIsRefusedTheSame();
};

void GuardSplitsTest::init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

namespace {

QByteArray randomRequest(QRandomGenerator &random, QByteArray *expected)
{
    const QByteArray path = "/r" + QByteArray::number(random.bounded(1000));
    QByteArray body;
    for (int i = random.bounded(200); i > 0; --i)
        body.append("\r\n\0 aG:/%0"[random.bounded(10)]);
    const QByteArray start = path + " HTTP/1.1\r\nHost: h\r\nX: " + QByteArray(random.bounded(60), 'x') + "\r\n";
    switch (random.bounded(3)) {
    case 0: *expected = "GET " + path + ' '; return "GET " + start + "\r\n";
    case 1:
        *expected = "POST " + path + ' ' + body;
        return "POST " + start + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
    default: break;
    }
    *expected = "PUT " + path + ' ' + body;
    QByteArray bytes = "PUT " + start + "Transfer-Encoding: chunked\r\n\r\n";
    for (qsizetype at = 0; at < body.size();) {
        const qsizetype part = qMin<qsizetype>(body.size() - at, 1 + random.bounded(50));
        bytes += QByteArray::number(part, 16) + (random.bounded(4) == 0 ? ";ext=1" : "") + "\r\n" + body.mid(at, part) + "\r\n";
        at += part;
    }
    return bytes + (random.bounded(2) ? "0\r\n\r\n" : "0\r\nX-T: v\r\n\r\n");
}

QList<QByteArray> randomPieces(QRandomGenerator &random, const QByteArray &bytes)
{
    QList<QByteArray> pieces;
    const int longest = 1 << random.bounded(10);
    for (qsizetype at = 0; at < bytes.size(); at += pieces.last().size())
        pieces.append(bytes.mid(at, 1 + random.bounded(longest)));
    return pieces;
}

} // namespace

void GuardSplitsTest::everySplitReadsTheSame()
{
    QRandomGenerator random(20261130);
    for (int connection = 0; connection < 400; ++connection) {
        QByteArray bytes;
        QList<QByteArray> expected;
        for (int i = 1 + random.bounded(12); i > 0; --i)
            bytes += randomRequest(random, &expected.emplaceBack());
        const Reading reading = readingOf(randomPieces(random, bytes));
        QCOMPARE(reading.refusal, 0);
        QCOMPARE(reading.requests, expected);
        QVERIFY(!reading.unfinished);
    }
}

void GuardSplitsTest::everySplitOfARefusedRequestIsRefusedTheSame()
{
    QRandomGenerator random(20261130);
    int refused = 0;
    for (int connection = 0; connection < 4000; ++connection) {
        QByteArray expected;
        QByteArray bytes = randomRequest(random, &expected) + randomRequest(random, &expected);
        for (int i = 1 + random.bounded(3); i > 0; --i)
            bytes[random.bounded(int(bytes.size()))] = "\r\n\0 ,:;G0\t\x80"[random.bounded(11)];
        const Reading whole = readingOf({ bytes });
        QCOMPARE(readingOf(randomPieces(random, bytes)), whole);
        refused += whole.refusal != 0;
    }
    QVERIFY2(refused > 400, qPrintable(QString::number(refused)));
}

QTEST_GUILESS_MAIN(GuardSplitsTest)
#include "tst_guardsplits.moc"
