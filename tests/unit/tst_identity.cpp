// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/clientaddress.h"
#include "service/http/identityresolver.h"
#include "service/http/permissions.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::http;

namespace {

httpserver::Request from(const char *peer, const QList<httpserver::Header> &headers = {})
{
    httpserver::Request request;
    request.peer = QHostAddress(QString::fromLatin1(peer));
    request.headers = headers;
    return request;
}

configuration::BootSettings behindGateway()
{
    configuration::BootSettings boot;
    boot.identity.source = configuration::IdentitySource::Header;
    boot.identity.header = "X-Forwarded-User";
    boot.identity.domains = { u"corp.example"_s };
    boot.http.trustedProxies = { *configuration::Network::parse(u"10.0.0.0/8"_s) };
    return boot;
}

configuration::BootSettings withDevelopers()
{
    configuration::BootSettings boot;
    boot.identity.source = configuration::IdentitySource::Dev;
    boot.identity.devUsers = { u"alice"_s, u"bob"_s };
    return boot;
}

QString accountOf(const configuration::BootSettings &boot, const httpserver::Request &request)
{
    const auto identity = IdentityResolver(boot).resolve(request);
    return identity ? identity->account : QString();
}

} // namespace

class IdentityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void oneRuleTableMakesOneAccountOfEverySpelling_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("account");
        QTest::newRow("account") << u"alice"_s << u"alice"_s;
        QTest::newRow("case") << u"Alice"_s << u"alice"_s;
        QTest::newRow("full width") << u"ａｌｉｃｅ"_s << u"alice"_s;
        QTest::newRow("blanks around") << u"  alice\t"_s << u"alice"_s;
        QTest::newRow("our domain") << u"Alice@CORP.example"_s << u"alice"_s;
        QTest::newRow("other domain") << u"alice@evil.example"_s << u"alice@evil.example"_s;
        QTest::newRow("subdomain is other") << u"alice@x.corp.example"_s << u"alice@x.corp.example"_s;
        QTest::newRow("mapped number") << u"00123"_s << u"carol"_s;
        QTest::newRow("full width number") << u"００１２３"_s << u"carol"_s;
        QTest::newRow("number at our domain") << u"00123@corp.example"_s << u"carol"_s;
        QTest::newRow("unmapped number") << u"777"_s << u"staff:777"_s;
        QTest::newRow("composed") << u"e\u0301ric"_s << u"\u00E9ric"_s;
        QTest::newRow("tag stays") << u"alice+x@corp.example"_s << u"alice+x"_s;
        QTest::newRow("claims to be staff") << u"staff:777"_s << QString();
        QTest::newRow("claims to be the system") << u"system:expiry"_s << QString();
        QTest::newRow("empty") << QString() << QString();
        QTest::newRow("blank") << u"   "_s << QString();
        QTest::newRow("inner blank") << u"al ice"_s << QString();
        QTest::newRow("zero width") << u"al\u200Bice"_s << QString();
        QTest::newRow("direction") << u"\u202Ealice"_s << QString();
        QTest::newRow("soft hyphen") << u"al\u00ADice"_s << QString();
        QTest::newRow("NUL") << u"alice\0"_s << QString();
        QTest::newRow("line feed") << u"alice\nbob"_s << QString();
        QTest::newRow("two at signs") << u"alice@corp.example@evil.example"_s << QString();
        QTest::newRow("no local part") << u"@corp.example"_s << QString();
        QTest::newRow("no domain") << u"alice@"_s << QString();
        QTest::newRow("two accounts") << u"alice,bob"_s << QString();
        QTest::newRow("lone surrogate") << u"alice"_s + QChar(0xD800) << QString();
        QTest::newRow("too long") << QString(129, u'x') << QString();
        QTest::newRow("dotted I") << u"\u0130van"_s << u"i\u0307van"_s;
    }

    void oneRuleTableMakesOneAccountOfEverySpelling()
    {
        const AccountRules rules { { u"corp.example"_s }, { { u"00123"_s, u"carol"_s } } };
        QFETCH(QString, name);
        const QString account = rules.canonical(name).value_or(QString());
        QTEST(account, "account");
        // A canonical account stays what it is, unless its prefix is one nobody may claim.
        if (!account.isEmpty() && !account.contains(u':'))
            QCOMPARE(rules.canonical(account), std::optional(account));
    }

    void theGatewayIsBelievedOnlyWhenItIsTheGateway()
    {
        const auto boot = behindGateway();
        const QList<httpserver::Header> headers { { "x-forwarded-user", "Alice@corp.example" } };
        QCOMPARE(accountOf(boot, from("10.1.2.3", headers)), u"alice"_s);
        QCOMPARE(accountOf(boot, from("::ffff:10.1.2.3", headers)), u"alice"_s);
        QCOMPARE(accountOf(boot, from("11.1.2.3", headers)), QString());
        QCOMPARE(accountOf(boot, from("127.0.0.1", headers)), QString());
    }

    void twoIdentityHeadersAreNobody()
    {
        const QList<httpserver::Header> headers { { "X-Forwarded-User", "alice" }, { "X-Forwarded-User", "root" } };
        QCOMPARE(accountOf(behindGateway(), from("10.1.2.3", headers)), QString());
    }

    void bytesThatAreNoTextAreNobody()
    {
        QCOMPARE(accountOf(behindGateway(), from("10.1.2.3", { { "X-Forwarded-User", "al\xC0\xAFice" } })), QString());
        QCOMPARE(accountOf(behindGateway(), from("10.1.2.3", { { "X-Forwarded-User", "" } })), QString());
        QCOMPARE(accountOf(behindGateway(), from("10.1.2.3")), QString());
    }

    void aDeveloperMustBeListedAndLocal()
    {
        const auto boot = withDevelopers();
        QCOMPARE(accountOf(boot, from("127.0.0.1", { { "X-Slipway-Dev-User", "alice" } })), u"alice"_s);
        QCOMPARE(accountOf(boot, from("127.0.0.1", { { "Cookie", "a=b; slipway-dev-user=bob" } })), u"bob"_s);
        QCOMPARE(accountOf(boot, from("127.0.0.1", { { "X-Slipway-Dev-User", "mallory" } })), QString());
        QCOMPARE(accountOf(boot, from("127.0.0.1", { { "X-Slipway-Dev-User", "alice" }, { "X-Slipway-Dev-User", "olga" } })),
                 QString());
        QCOMPARE(
            accountOf(boot, from("127.0.0.1", { { "X-Slipway-Dev-User", "mallory" }, { "Cookie", "slipway-dev-user=bob" } })),
            QString());
        QCOMPARE(accountOf(boot, from("192.168.0.9", { { "X-Slipway-Dev-User", "alice" } })), QString());
        QCOMPARE(accountOf(boot, from("127.0.0.1")), QString());
        QCOMPARE(accountOf(behindGateway(), from("127.0.0.1", { { "X-Slipway-Dev-User", "alice" } })), QString());
    }

    void aChangedDirectoryActsAtOnce()
    {
        IdentityResolver resolver(behindGateway());
        const auto request = from("10.1.2.3", { { "X-Forwarded-User", "42" } });
        QCOMPARE(resolver.resolve(request)->account, u"staff:42"_s);
        resolver.replaceStaff({ { u"42"_s, u"Dave@corp.example"_s }, { u"43"_s, u"not an account"_s } });
        QCOMPARE(resolver.resolve(request)->account, u"dave"_s);
    }

    void theClientIsTheLastHopNobodyTrustedWrote_data()
    {
        QTest::addColumn<QString>("peer");
        QTest::addColumn<QByteArray>("forwarded");
        QTest::addColumn<QString>("client");
        QTest::newRow("no header") << u"10.0.0.1"_s << QByteArray() << u"10.0.0.1"_s;
        QTest::newRow("one hop") << u"10.0.0.1"_s << QByteArray("203.0.113.7") << u"203.0.113.7"_s;
        QTest::newRow("forged first hop") << u"10.0.0.1"_s << QByteArray("1.1.1.1, 203.0.113.7") << u"203.0.113.7"_s;
        QTest::newRow("two proxies") << u"10.0.0.1"_s << QByteArray("1.1.1.1, 203.0.113.7, 10.0.0.2") << u"203.0.113.7"_s;
        QTest::newRow("untrusted peer") << u"203.0.113.9"_s << QByteArray("1.1.1.1") << u"203.0.113.9"_s;
        QTest::newRow("port") << u"10.0.0.1"_s << QByteArray("203.0.113.7:5555") << u"203.0.113.7"_s;
        QTest::newRow("v6 with port") << u"10.0.0.1"_s << QByteArray("[2001:db8::1]:443") << u"2001:db8::1"_s;
        QTest::newRow("junk") << u"10.0.0.1"_s << QByteArray("1.1.1.1, unknown") << u"10.0.0.1"_s;
        QTest::newRow("all trusted") << u"10.0.0.1"_s << QByteArray("10.0.0.5, 10.0.0.6") << u"10.0.0.5"_s;
    }

    void theClientIsTheLastHopNobodyTrustedWrote()
    {
        QFETCH(QString, peer);
        QFETCH(QByteArray, forwarded);
        QList<httpserver::Header> headers;
        if (!forwarded.isEmpty())
            headers.append({ "X-Forwarded-For", forwarded });
        const auto client = clientAddress(from(qPrintable(peer), headers), behindGateway().http.trustedProxies);
        QTEST(client.toString(), "client");
    }

    void withoutProxiesThePeerIsTheClient()
    {
        const QList<httpserver::Header> headers { { "X-Forwarded-For", "203.0.113.7" } };
        QCOMPARE(clientAddress(from("10.0.0.1", headers), {}).toString(), u"10.0.0.1"_s);
        QCOMPARE(clientAddress(from("127.0.0.1", headers), {}).toString(), u"127.0.0.1"_s);
    }

    void oneHouseholdIsOneLimitSubject()
    {
        QCOMPARE(limitSubject(QHostAddress(u"2001:db8:1:2:3:4:5:6"_s)), u"ip:2001:db8:1:2::/64"_s);
        QCOMPARE(limitSubject(QHostAddress(u"203.0.113.7"_s)), u"ip:203.0.113.7"_s);
    }

    void rolesFailClosed()
    {
        const AccountRules rules { { u"corp.example"_s }, {} };
        Permissions permissions;
        QVERIFY(!permissions.holds(u"alice"_s, Permission::OpsRead));
        QVERIFY(permissions.replace("ops.read = [\"Alice@corp.example\", \"bob\"]\n[ops]\nact = [\"bob\"]\n", rules).size()
                == 1);
        QVERIFY(!permissions.holds(u"bob"_s, Permission::OpsAct));
        QVERIFY(permissions.replace("[ops]\nread = [\"Alice@corp.example\", \"bob\"]\nact = [\"bob\"]\n", rules).isEmpty());
        QVERIFY(permissions.holds(u"alice"_s, Permission::OpsRead));
        QVERIFY(!permissions.holds(u"alice"_s, Permission::OpsAct));
        QVERIFY(permissions.holds(u"bob"_s, Permission::OpsAct));
        QVERIFY(!permissions.holds(QString(), Permission::OpsRead));
        QVERIFY(!permissions.ask(u"bob"_s).hasAny({}));
        QVERIFY(permissions.ask(u"alice"_s).hasAny({ Permission::OpsAct, Permission::OpsRead }));
        QVERIFY(!permissions.look(u"staff:777"_s, Permissions::Age::Fresh)->has(Permission::OpsRead));
        permissions.replace("[ops]\nread = [\"777\", \"bob\"]\n", rules);
        QVERIFY(!permissions.look(u"staff:777"_s, Permissions::Age::Fresh)->has(Permission::OpsRead)); // A number is nobody's account.
        QCOMPARE(permissions.replace("[ops]\nread = [\"bo", rules).size(), 1);
        QVERIFY(!permissions.holds(u"bob"_s, Permission::OpsRead));
        permissions.replace("[ops]\nread = [\"bob\"]\n", rules);
        permissions.replace(std::nullopt, rules);
        QVERIFY(!permissions.holds(u"bob"_s, Permission::OpsRead));
        QVERIFY(permissions.replace("[ops]\nraed = [\"bob\"]\n", rules)[0].contains(u"did you mean 'ops.read'?"_s));
    }
};

QTEST_APPLESS_MAIN(IdentityTest)
#include "tst_identity.moc"
