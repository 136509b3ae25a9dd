// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/bootsettings.h"
#include "service/configuration/configreference.h"
#include "service/configuration/hotfile.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::configuration;

class BootSettingsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_folder.reset(new QTemporaryDir);
        QVERIFY(m_folder->isValid());
        qunsetenv("CREDENTIALS_DIRECTORY");
    }

    void aSmallFileIsEnough()
    {
        const auto loaded = load("identity.source = \"dev\"\nidentity.devUsers = [\"alice\", \"bob\"]\n");
        const auto *settings = std::get_if<BootSettings>(&loaded);
        QVERIFY2(settings, qPrintable(texts(loaded)));
        QVERIFY(settings->database.embedded);
        QCOMPARE(settings->http.listen.port, 8420);
        QVERIFY(settings->http.listen.address.isLoopback());
        QCOMPARE(settings->http.workers, 16);
        QCOMPARE(settings->identity.devUsers, QStringList({ u"alice"_s, u"bob"_s }));
        QCOMPARE(settings->catalogueFile, m_folder->filePath(u"catalogue.json"_s));
        QCOMPARE(settings->dataDirectory, u"/var/lib/slipway"_s);
    }

    void everyProblemIsNamedAtOnceWithItsLine()
    {
        const auto loaded = load("identity.source = \"dve\"\n[http]\nworkers = 0\nlisten = \"localhost:80\"\nworker = 3\n");
        const QString all = texts(loaded);
        QVERIFY2(all.contains(u":1: identity.source is 'dve', but must be one of header|jwt|dev (did you mean 'dev'?)"_s),
                 qPrintable(all));
        QVERIFY2(all.contains(u":3: http.workers must be a whole number from 1 to 256"_s), qPrintable(all));
        QVERIFY2(all.contains(u":4: http.listen"_s), qPrintable(all));
        QVERIFY2(all.contains(u":5: http.worker is no known key (did you mean 'http.workers'?)"_s), qPrintable(all));
    }

    void aMissingSourceOfIdentityIsRefused() { QVERIFY(texts(load("")).contains(u"identity.source must be set"_s)); }

    void brokenTomlNamesItsLine() { QVERIFY(texts(load("a = 1\nb = = 2\n")).contains(u"slipway.toml:2: "_s)); }

    void aHotKeyInTheBootFileIsSentAway()
    {
        QVERIFY(texts(load("identity.source = \"dev\"\nbatch.lingerMs = 5\n")).contains(u"batch.lingerMs is a hot key"_s));
    }

    void tokensNeedToKnowWhoseTheyAre()
    {
        const QString all = texts(load("identity.source = \"jwt\"\n"));
        for (const QString &key : { u"identity.issuer"_s, u"identity.audience"_s, u"identity.jwks"_s })
            QVERIFY2(all.contains(key), qPrintable(all));
    }

    void whatDecidesWhoSomebodyIsIsNotAskedInTheClear_data()
    {
        QTest::addColumn<QByteArray>("address");
        QTest::addColumn<bool>("isTaken");
        QTest::newRow("https") << QByteArray("https://login.example/keys") << true;
        QTest::newRow("this machine") << QByteArray("http://127.0.0.1:9000/keys") << true;
        QTest::newRow("a file") << QByteArray("file:///etc/slipway/keys.json") << true;
        QTest::newRow("in the clear") << QByteArray("http://login.example/keys") << false;
        QTest::newRow("no address") << QByteArray("login") << false;
        QTest::newRow("other scheme") << QByteArray("ftp://login.example/keys") << false;
    }
    void whatDecidesWhoSomebodyIsIsNotAskedInTheClear()
    {
        QFETCH(QByteArray, address);
        QFETCH(bool, isTaken);
        const QByteArray jwt = "identity.source = \"jwt\"\nidentity.issuer = \"i\"\nidentity.audience = \"a\"\n";
        QCOMPARE(texts(load(jwt + "identity.jwks = \"" + address + "\"\n")).contains(u"identity.jwks"_s), !isTaken);
        const bool isService = isTaken && !address.startsWith("file");
        const QByteArray http = "identity.source = \"header\"\npermission.source = \"http\"\n";
        QCOMPARE(texts(load(http + "permission.url = \"" + address + "\"\n")).contains(u"permission.url"_s), !isService);
        if (address.contains("://")) // Else it is a file.
            QCOMPARE(texts(load(http + "identity.directory = \"" + address + "\"\n")).contains(u"identity.directory"_s),
                     !isService);
    }

    void devUsersNeedLoopbackAndNoProxy()
    {
        QVERIFY(texts(load("identity.source = \"dev\"\nhttp.listen = \"0.0.0.0:8420\"\n")).contains(u"loopback"_s));
        QVERIFY(
            texts(load("identity.source = \"dev\"\nhttp.trustedProxies = [\"10.0.0.0/8\"]\n")).contains(u"trustedProxies"_s));
    }

    void aMistypedProxyIsIgnoredNotTrusted()
    {
        const auto loaded = load("identity.source = \"header\"\nhttp.trustedProxies = [\"10.0.0.0/8\", \"ten.zero\"]\n");
        const auto *settings = std::get_if<BootSettings>(&loaded);
        QVERIFY2(settings, qPrintable(texts(loaded)));
        QCOMPARE(settings->http.trustedProxies.size(), 1);
        QVERIFY(settings->http.trustedProxies[0].contains(QHostAddress(u"10.2.3.4"_s)));
        QVERIFY(settings->http.trustedProxies[0].contains(QHostAddress(u"::ffff:10.2.3.4"_s)));
        QVERIFY(!settings->http.trustedProxies[0].contains(QHostAddress(u"11.2.3.4"_s)));
        QCOMPARE(settings->warnings.size(), 1);
    }

    void noProxyIsNoProxyHoweverItIsWritten()
    {
        for (const char *blank : { "", "trustedProxies = []", "trustedProxies = \"\"", "trustedProxies = [\" \"]" }) {
            const auto loaded = load(QByteArray("[http]\n") + blank + "\n[identity]\nsource = \"dev\"\n");
            const auto *settings = std::get_if<BootSettings>(&loaded);
            QVERIFY2(settings, qPrintable(texts(loaded)));
            QVERIFY(settings->http.trustedProxies.isEmpty());
            QVERIFY2(settings->warnings.isEmpty(), blank);
        }
    }

    void aSecretMustExistAndBelongToItsOwnerAlone()
    {
        const QByteArray boot = "identity.source = \"dev\"\ncallbacks.deploySecret = \"deploy\"\n";
        QVERIFY(texts(load(boot)).contains(u"create that file with mode 0600"_s));
        QVERIFY(QDir(m_folder->path()).mkdir(u"secrets"_s));
        const QString path = m_folder->filePath(u"secrets/deploy"_s);
        write(path, "new\nold\n");
        QVERIFY(QFile::setPermissions(path, QFileDevice::ReadOwner | QFileDevice::ReadGroup));
        QVERIFY(texts(load(boot)).contains(u"chmod 600"_s));
        QVERIFY(QFile::setPermissions(path, QFileDevice::ReadOwner));
        const auto loaded = load(boot);
        const auto *settings = std::get_if<BootSettings>(&loaded);
        QVERIFY2(settings, qPrintable(texts(loaded)));
        QCOMPARE(settings->secrets.value(u"deploy"_s), "new");
        QCOMPARE(settings->secrets.values(u"deploy"_s), QList<QByteArray>({ "new", "old" }));
    }

    void aSecretsNameCannotLeaveItsFolder()
    {
        const QString all = texts(load("identity.source = \"dev\"\ncallbacks.deploySecret = \"../slipway.toml\"\n"));
        QVERIFY2(all.contains(u"is no name of a secret"_s), qPrintable(all));
    }

    void credentialsOfTheServiceSupervisorComeFirst()
    {
        QVERIFY(QDir(m_folder->path()).mkdir(u"credentials"_s));
        write(m_folder->filePath(u"credentials/deploy"_s), "supervised");
        qputenv("CREDENTIALS_DIRECTORY", m_folder->filePath(u"credentials"_s).toLocal8Bit());
        const auto loaded = load("identity.source = \"dev\"\ncallbacks.deploySecret = \"deploy\"\n");
        qunsetenv("CREDENTIALS_DIRECTORY");
        const auto *settings = std::get_if<BootSettings>(&loaded);
        QVERIFY2(settings, qPrintable(texts(loaded)));
        QCOMPARE(settings->secrets.value(u"deploy"_s), "supervised");
    }

    void theLintReadsTheHotFileToo()
    {
        write(m_folder->filePath(u"slipway.toml"_s), "identity.source = \"dev\"\n");
        write(m_folder->filePath(u"hot.toml"_s), "[batch]\nlingerMs = 5\nmaxRequest = 3\n");
        const QStringList problems = checkConfig(m_folder->filePath(u"slipway.toml"_s));
        QCOMPARE(problems.size(), 1);
        QVERIFY2(problems[0].contains(u"hot.toml:3: batch.maxRequest"_s), qPrintable(problems[0]));
    }

    void aChangedHotFileActsByItself()
    {
        const QString path = m_folder->filePath(u"hot.toml"_s);
        write(path, "access.mode = \"OPEN\"\n");
        HotConfig config;
        HotFile source(config, path);
        QCOMPARE(config.text(key("access.mode")), u"OPEN"_s);
        write(path, "access.mode = \"CLOSED\"\n");
        QTRY_COMPARE(config.text(key("access.mode")), u"CLOSED"_s);
        write(path + u".new"_s, "access.mode = \"OPEN\"\n");
        QVERIFY(QFile::remove(path) && QFile::rename(path + u".new"_s, path));
        QTRY_COMPARE(config.text(key("access.mode")), u"OPEN"_s);
    }

    void aPipeInPlaceOfTheHotFileKeepsNobodyWaiting()
    {
        const QString path = m_folder->filePath(u"hot.toml"_s);
        write(path, "access.mode = \"OPEN\"\n");
        HotConfig config;
        HotFile source(config, path);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"last good values"_s));
        QVERIFY(QFile::remove(path));
        QCOMPARE(::mkfifo(QFile::encodeName(path).constData(), 0600), 0);
        QTRY_COMPARE(config.warnings().size(), 1);
        QCOMPARE(config.text(key("access.mode")), u"OPEN"_s);
        QVERIFY(QFile::remove(path));
        write(path, "access.mode = \"CLOSED\"\n");
        QTRY_COMPARE(config.text(key("access.mode")), u"CLOSED"_s);
    }

    void aHalfWrittenHotFileChangesNothing()
    {
        const QString path = m_folder->filePath(u"hot.toml"_s);
        write(path, "access.mode = \"OPEN\"\nbatch.lingerMs = 5\n");
        HotConfig config;
        HotFile source(config, path);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"last good values"_s));
        write(path, "access.mode = \"CLOSED\"\nbatch.lin");
        QTRY_COMPARE(config.warnings().size(), 1);
        QCOMPARE(config.text(key("access.mode")), u"OPEN"_s);
        QCOMPARE(config.number(key("batch.lingerMs")), 5);
    }

    void aMissingHotFileMeansTheDefaultsAndIsWarnedOf()
    {
        HotConfig config;
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"is not there"_s));
        HotFile source(config, m_folder->filePath(u"hot.toml"_s));
        QCOMPARE(config.text(key("access.mode")), u"TEST_WINDOW"_s);
        QCOMPARE(config.number(key("limit.apply.count")), 10);
        QCOMPARE(config.warnings().size(), 1);
    }

    void anEmptiedHotFileChangesNothingHoweverLongItStaysSo()
    {
        const QString path = m_folder->filePath(u"hot.toml"_s);
        write(path, "access.mode = \"OPEN\"\n");
        HotConfig config;
        HotFile source(config, path);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"is empty. The last good values"_s));
        write(path, {});
        QTRY_COMPARE(config.warnings().size(), 1);
        QCOMPARE(config.text(key("access.mode")), u"OPEN"_s);
        write(path, "# Nothing but the defaults.\n");
        QTRY_COMPARE(config.text(key("access.mode")), u"TEST_WINDOW"_s);
        QVERIFY(config.warnings().isEmpty());
    }

    void anEmptyHotFileAtTheStartMeansTheDefaults()
    {
        const QString path = m_folder->filePath(u"hot.toml"_s);
        write(path, {});
        HotConfig config;
        HotFile source(config, path);
        QVERIFY(config.warnings().isEmpty());
    }

private:
    using Loaded = std::variant<BootSettings, QList<BootProblem>>;

    void write(const QString &path, const QByteArray &content)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }

    Loaded load(const QByteArray &content)
    {
        write(m_folder->filePath(u"slipway.toml"_s), content);
        return loadBootSettings(m_folder->filePath(u"slipway.toml"_s));
    }

    static QString texts(const Loaded &loaded)
    {
        QStringList lines;
        if (const auto *problems = std::get_if<QList<BootProblem>>(&loaded)) {
            for (const BootProblem &problem : *problems)
                lines.append(problem.toString());
        }
        return lines.join(u'\n');
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(BootSettingsTest)
#include "tst_bootsettings.moc"
