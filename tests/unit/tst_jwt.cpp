// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/jwt.h"
#include "tests/support/identityprovider.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::http;
using Problem = TokenVerdict::Problem;

namespace {

const Instant now { std::chrono::seconds(1'900'000'000) };
const TokenTerms terms { u"https://login.example"_s, u"slipway"_s };

qint64 secondsFromNow(qint64 seconds) { return 1'900'000'000 + seconds; }

QJsonObject sound()
{
    return {
        { u"iss"_s, terms.issuer }, { u"aud"_s, terms.audience }, { u"sub"_s, u"alice"_s }, { u"exp"_s, secondsFromNow(300) }
    };
}

QJsonObject with(QJsonObject claims, const QString &name, const QJsonValue &value)
{
    claims.insert(name, value);
    return claims;
}

} // namespace

/// Whom a token is believed to name, and everything that is no reason to.
class JwtTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        for (const char *algorithm : { "RS256", "PS256", "ES256" })
            m_provider.addKey(QString::fromLatin1(algorithm).toLower(), algorithm);
    }
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void eachPinnedAlgorithmIsTaken_data()
    {
        QTest::addColumn<QString>("key");
        for (const QString &key : { u"rs256"_s, u"ps256"_s, u"es256"_s })
            QTest::newRow(qPrintable(key)) << key;
    }
    void eachPinnedAlgorithmIsTaken()
    {
        QFETCH(QString, key);
        const TokenVerdict verdict = judge(m_provider.token(key, sound()));
        QVERIFY2(verdict.isSound(), qPrintable(QString::number(int(verdict.problem))));
        QCOMPARE(verdict.claims[u"sub"_s], u"alice"_s);
    }

    void whatTheTokenSaysOfItselfMustFit_data()
    {
        QTest::addColumn<QJsonObject>("claims");
        QTest::addColumn<int>("problem");
        const auto row = [](const char *name, const QJsonObject &claims, Problem problem) {
            QTest::newRow(name) << claims << int(problem);
        };
        row("other issuer", with(sound(), u"iss"_s, u"https://evil.example"_s), Problem::Issuer);
        row("no issuer", with(sound(), u"iss"_s, QJsonValue::Null), Problem::Issuer);
        row("other audience", with(sound(), u"aud"_s, u"payroll"_s), Problem::Audience);
        row("no audience", with(sound(), u"aud"_s, QJsonArray()), Problem::Audience);
        row("one of its audiences", with(sound(), u"aud"_s, QJsonArray { u"payroll"_s, u"slipway"_s }), Problem::None);
        row("expired", with(sound(), u"exp"_s, secondsFromNow(-31)), Problem::Expired);
        row("expired within what clocks differ", with(sound(), u"exp"_s, secondsFromNow(-29)), Problem::None);
        row("without an end", with(sound(), u"exp"_s, QJsonValue::Null), Problem::Expired);
        row("an end that is text", with(sound(), u"exp"_s, u"2099"_s), Problem::Expired);
        row("not yet", with(sound(), u"nbf"_s, secondsFromNow(31)), Problem::NotYet);
        row("a beginning that is text", with(sound(), u"nbf"_s, u"now"_s), Problem::NotYet);
        row("just begun", with(sound(), u"nbf"_s, secondsFromNow(29)), Problem::None);
    }
    void whatTheTokenSaysOfItselfMustFit()
    {
        QFETCH(QJsonObject, claims);
        const TokenVerdict verdict = judge(m_provider.token(u"rs256"_s, claims));
        QTEST(int(verdict.problem), "problem");
        QCOMPARE(verdict.claims.isEmpty(), !verdict.isSound());
    }

    void unsetTermsAreMetByNothing()
    {
        const QJsonObject silent { { u"iss"_s, u""_s }, { u"aud"_s, u""_s }, { u"exp"_s, secondsFromNow(300) } };
        QVERIFY(!verify(m_provider.token(u"rs256"_s, silent), keys(), {}, now).isSound());
    }

    void aPublicKeyIsNoSharedSecret()
    {
        const QByteArray secret = m_provider.keySet();
        const QJsonObject header { { u"alg"_s, u"HS256"_s }, { u"kid"_s, u"rs256"_s } };
        QCOMPARE(judge(support::IdentityProvider::hmacToken(secret, sound(), header)).problem, Problem::Algorithm);
    }

    void noAlgorithmIsNone()
    {
        const QJsonObject header { { u"alg"_s, u"none"_s } };
        const QByteArray token = support::IdentityProvider::hmacToken("x", sound(), header);
        QCOMPARE(judge(token).problem, Problem::Algorithm);
        QCOMPARE(judge(token.left(token.lastIndexOf('.') + 1)).problem, Problem::Malformed);
    }

    void aKeyServesItsOwnAlgorithmOnly()
    {
        QCOMPARE(judge(m_provider.token(u"rs256"_s, sound(), { { u"kid"_s, u"ps256"_s } })).problem, Problem::UnknownKey);
        QCOMPARE(judge(m_provider.token(u"rs256"_s, sound(), { { u"kid"_s, u"es256"_s } })).problem, Problem::UnknownKey);
    }

    void anUnknownKeyIsToldFromAWrongSignature()
    {
        QCOMPARE(judge(m_provider.token(u"rs256"_s, sound(), { { u"kid"_s, u"new"_s } })).problem, Problem::UnknownKey);
        support::IdentityProvider impostor;
        impostor.addKey(u"rs256"_s, "RS256");
        QCOMPARE(judge(impostor.token(u"rs256"_s, sound())).problem, Problem::Signature);
    }

    void keysATokenBringsAlongAreNotUsed()
    {
        support::IdentityProvider impostor;
        impostor.addKey(u"rs256"_s, "RS256");
        const QJsonObject own = QJsonDocument::fromJson(impostor.keySet()).object()[u"keys"_s][0].toObject();
        const QJsonObject header { { u"jwk"_s, own }, { u"jku"_s, u"https://evil.example/keys"_s } };
        QCOMPARE(judge(impostor.token(u"rs256"_s, sound(), header)).problem, Problem::Signature);
    }

    void extensionsWeDoNotKnowAreRefused()
    {
        const QJsonObject header { { u"crit"_s, QJsonArray { u"b64"_s } }, { u"b64"_s, false } };
        QVERIFY(!judge(m_provider.token(u"es256"_s, sound(), header)).isSound());
        QVERIFY(!judge(m_provider.token(u"es256"_s, sound(), { { u"typ"_s, u"logout+jwt"_s } })).isSound());
        QVERIFY(judge(m_provider.token(u"es256"_s, sound(), { { u"typ"_s, u"at+jwt"_s } })).isSound());
    }

    void everyChangedByteIsNoticed()
    {
        const QByteArray token = m_provider.token(u"es256"_s, sound());
        QVERIFY(judge(token).isSound());
        for (qsizetype i = 0; i < token.lastIndexOf('.'); ++i) {
            QByteArray changed = token;
            changed[i] = changed[i] == 'A' ? 'B' : 'A';
            QVERIFY2(changed == token || !judge(changed).isSound(), qPrintable(QString::number(i)));
        }
    }

    void nonsenseIsMalformed_data()
    {
        QTest::addColumn<QByteArray>("token");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no dots") << QByteArray("abc");
        QTest::newRow("two parts") << QByteArray("e30.e30");
        QTest::newRow("four parts") << QByteArray("e30.e30.e30.e30");
        QTest::newRow("no base64") << QByteArray("!!!.e30.e30");
        QTest::newRow("no object") << QByteArray("W10.e30.e30");
        QTest::newRow("too long") << QByteArray(9000, 'a') + ".e30.e30";
        QTest::newRow("NUL") << QByteArray("e30\0.e30.e30", 12);
    }
    void nonsenseIsMalformed()
    {
        QFETCH(QByteArray, token);
        QCOMPARE(judge(token).problem, Problem::Malformed);
    }

    void aSetOfNothingUsableIsNoSet_data()
    {
        QTest::addColumn<QByteArray>("set");
        QTest::newRow("no JSON") << QByteArray("<html>");
        QTest::newRow("no keys") << QByteArray("{}");
        QTest::newRow("symmetric") << QByteArray(R"({"keys":[{"kty":"oct","k":"c2VjcmV0","kid":"a"}]})");
        QTest::newRow("short RSA") << QByteArray(R"({"keys":[{"kty":"RSA","n":"sXchDaQebHnPiGvyDOAT","e":"AQAB"}]})");
        QTest::newRow("other curve") << QByteArray(R"({"keys":[{"kty":"EC","crv":"P-521","x":"AA","y":"AA"}]})");
        QTest::newRow("for encryption") << m_provider.keySet().replace(R"("use":"sig")", R"("use":"enc")");
    }
    void aSetOfNothingUsableIsNoSet()
    {
        QFETCH(QByteArray, set);
        QVERIFY(std::holds_alternative<QString>(KeySet::parse(set)));
    }

private:
    KeySet keys() const { return std::get<KeySet>(KeySet::parse(m_provider.keySet())); }
    TokenVerdict judge(const QByteArray &token) const { return verify(token, keys(), terms, now); }

    support::IdentityProvider m_provider;
};

QTEST_APPLESS_MAIN(JwtTest)
#include "tst_jwt.moc"
