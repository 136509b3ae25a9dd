// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/signature.h"

#include <QRegularExpression>
#include <QTest>

#include <limits>

using namespace Qt::StringLiterals;
using namespace slipway::http;

class SignatureTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    /// Computed with: printf '1796000000.{"a":1}' | openssl dgst -sha256 -hmac secret
    void theSignatureIsTheOneOthersCompute()
    {
        QCOMPARE(signatureOf("secret", "1796000000", "{\"a\":1}"),
                 QByteArray("v1=e4c2bd0832e34a806934ead6e003220b15f175d0cb6c6cd8015acf5248be7409"));
    }

    void onlyTheExactBytesAreSigned_data()
    {
        QTest::addColumn<QByteArray>("timestamp");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("signature");
        QTest::addColumn<bool>("good");
        const QByteArray good = signatureOf("secret", "1000", "{}");
        QTest::newRow("good") << QByteArray("1000") << QByteArray("{}") << good << true;
        QTest::newRow("other body") << QByteArray("1000") << QByteArray("{} ") << good << false;
        QTest::newRow("other time") << QByteArray("1001") << QByteArray("{}") << good << false;
        QTest::newRow("moved dot") << QByteArray("100") << QByteArray("0.{}") << good << false;
        QTest::newRow("empty") << QByteArray("1000") << QByteArray("{}") << QByteArray() << false;
        QTest::newRow("no version") << QByteArray("1000") << QByteArray("{}") << good.mid(3) << false;
        QTest::newRow("upper case") << QByteArray("1000") << QByteArray("{}") << good.toUpper() << false;
        QTest::newRow("cut") << QByteArray("1000") << QByteArray("{}") << good.chopped(1) << false;
    }

    void onlyTheExactBytesAreSigned()
    {
        QFETCH(QByteArray, timestamp);
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, signature);
        QFETCH(bool, good);
        QCOMPARE(isSigned({ "secret" }, timestamp, signature, body, 1000), good);
        QVERIFY(!isSigned({ "other" }, timestamp, signature, body, 1000));
        QVERIFY(!isSigned({}, timestamp, signature, body, 1000));
    }

    void fiveMinutesEitherWayAndNoMore()
    {
        const auto at = [](const QByteArray &timestamp, qint64 now) {
            return isSigned({ "secret" }, timestamp, signatureOf("secret", timestamp, "{}"), "{}", now);
        };
        QVERIFY(at("1000", 1300));
        QVERIFY(!at("1000", 1301));
        QVERIFY(at("1300", 1000));
        QVERIFY(!at("1301", 1000));
        QVERIFY(!at("", 1000));
        QVERIFY(!at("1000.5", 1000));
        QVERIFY(!at(QByteArray::number(std::numeric_limits<qint64>::max()), 1000));
        QVERIFY(!at(QByteArray::number(std::numeric_limits<qint64>::min()), 1000));
    }

    void bothSecretsHoldWhileOneReplacesTheOther()
    {
        for (const char *secret : { "new", "old" })
            QVERIFY(isSigned({ "new", "old" }, "1000", signatureOf(secret, "1000", "{}"), "{}", 1000));
        QVERIFY(!isSigned({ "new" }, "1000", signatureOf("old", "1000", "{}"), "{}", 1000));
    }

    void anEmptyTokenIsNoToken()
    {
        QVERIFY(isToken({ "token" }, "token"));
        QVERIFY(!isToken({ "token" }, "toke"));
        QVERIFY(!isToken({ "token" }, ""));
        QVERIFY(!isToken({}, ""));
        QVERIFY(!isToken({ "" }, ""));
    }
};

QTEST_APPLESS_MAIN(SignatureTest)
#include "tst_signature.moc"
