// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/maintainer.h"
#include "tests/support/await.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway::support;

namespace {

struct Ended {
    int code = -1;
    QString out;
    QString err;
};

Ended run(const QStringList &arguments)
{
    QProcess program;
    program.start(QCoreApplication::applicationDirPath() + u"/slipwayd"_s, arguments);
    if (!program.waitForFinished(60'000) || program.exitStatus() != QProcess::NormalExit)
        return {};
    return { program.exitCode(), QString::fromUtf8(program.readAllStandardOutput()),
             QString::fromUtf8(program.readAllStandardError()) };
}

} // namespace

/// What slipwayd answers to somebody who asks it from a shell.
class CommandLineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_folder.reset(new QTemporaryDir);
        write(u"catalogue.json"_s, R"({"partitions":[{"key":"main","project":"config/access","branch":"main"}],"targets":[]})");
        write(u"roles.toml"_s, "[ops]\nread = [\"olga\"]\n");
        write(u"hot.toml"_s, "");
    }

    void soundFilesAreSound()
    {
        write(u"slipway.toml"_s,
              "[identity]\nsource = \"dev\"\ndevUsers = [\"alice\"]\n[forge]\nurl = \"https://gitlab.example.org\"\n"
              "authorToken = \"author\"\nreviewerTokens = [\"one\", \"two\"]\n[callbacks]\ndeploySecret = \"deploy\"\n");
        for (const QString &secret : { u"author"_s, u"one"_s, u"two"_s, u"deploy"_s })
            writeSecret(secret);
        const Ended ended = run({ u"--check-config"_s, m_folder->filePath(u"slipway.toml"_s) });
        QVERIFY2(ended.code == 0, qPrintable(ended.err));
        QVERIFY(ended.out.contains(u"no problems"_s));
    }

    void whatTheServiceCannotDoWithoutIsNamed()
    {
        write(u"slipway.toml"_s, "[identity]\nsource = \"dev\"\ndevUsers = [\"alice\"]\n");
        Ended ended = run({ u"--check-config"_s, m_folder->filePath(u"slipway.toml"_s) });
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.err.contains(u"forge.url is not set"_s), qPrintable(ended.err));
        QVERIFY2(ended.err.contains(u"callbacks.deploySecret is not set"_s), qPrintable(ended.err));
        QVERIFY2(!ended.err.contains(u"approval.external"_s), qPrintable(ended.err));
        write(
            u"catalogue.json"_s,
            R"({"partitions":[{"key":"main","project":"config/access","branch":"main"}],"targets":[{"key":"vpn",)"
            R"("title":{"en":"VPN"},"partition":"main","format":"yaml","entry":{"on":"yes"},"approval":{"provider":"external"}}]})");
        ended = run({ u"--check-config"_s, m_folder->filePath(u"slipway.toml"_s) });
        QVERIFY2(ended.err.contains(u"approval.external.url is not set"_s), qPrintable(ended.err));
        QVERIFY2(ended.err.contains(u"approval.external.secret is not set"_s), qPrintable(ended.err));
    }

    void settingsWithoutEffectAreNamed()
    {
        write(u"slipway.toml"_s,
              "[identity]\nsource = \"dev\"\n[cards]\nprovider = \"dingtalk\"\n[notices]\nsmtp = \"mail:25\"\n"
              "[debounce]\nstore = \"redis\"\n");
        const Ended ended = run({ u"--check-config"_s, m_folder->filePath(u"slipway.toml"_s) });
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.err.contains(u"cards.provider is set, but has no effect"_s), qPrintable(ended.err));
        QVERIFY2(ended.err.contains(u"notices.smtp is set, but has no effect"_s), qPrintable(ended.err));
        QVERIFY2(ended.err.contains(u"debounce.store is redis"_s), qPrintable(ended.err));
    }

    /// A guide whose files the program does not take helps nobody.
    void theGuidesFilesAreTaken()
    {
        QFile guide(QStringLiteral(SLIPWAY_SOURCE_DIR "/docs/administration.md"));
        QVERIFY(guide.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(guide.readAll());
        static const QRegularExpression block(u"```(?:toml|json)\n(.*?)```"_s, QRegularExpression::DotMatchesEverythingOption);
        const QStringList names { u"slipway.toml"_s, u"hot.toml"_s, u"roles.toml"_s, u"catalogue.json"_s };
        qsizetype found = 0;
        for (auto it = block.globalMatch(text); it.hasNext(); ++found) {
            QString content = it.next().captured(1);
            QVERIFY(found < names.size());
            write(names[found], content.replace(u"/etc/slipway"_s, m_folder->path()).toUtf8());
        }
        QCOMPARE(found, names.size());
        for (const QString &secret : { u"author-token"_s, u"reviewer-1-token"_s, u"reviewer-2-token"_s, u"webhook-secret"_s,
                                       u"approval-secret"_s, u"deploy-secret"_s })
            writeSecret(secret);
        const Ended ended = run({ u"--check-config"_s, m_folder->filePath(u"slipway.toml"_s) });
        QVERIFY2(ended.code == 0, qPrintable(ended.err));
    }

    void everyTypingErrorIsNamedWithItsLineAndWhatWasMeant()
    {
        // Line by line: what stands there, and what the lint has to say of it.
        const QList<std::array<const char *, 2>> boot {
            { "identity.sorce = \"dev\"", "did you mean 'identity.source'" },
            { "identity.source = \"dve\"", "did you mean 'dev'" },
            { "http.lisen = \"127.0.0.1:1\"", "did you mean 'http.listen'" },
            { "metrics.listen = \"localhost\"", "an address and a port" },
            { "http.workers = \"many\"", "a whole number from 1 to 256" },
            { "http.queue = 0", "a whole number from 1 to 100000" },
            { "database.mode = \"embeded\"", "did you mean 'embedded'" },
            { "database.prot = 3306", "did you mean 'database.port'" },
            { "permission.sauce = \"roles-file\"", "did you mean 'permission.source'" },
            { "access.mode = \"OPEN\"", "is a hot key" },
            { "forge.authorToken = \"glpat-1 2\"", "is no name of a secret" },
        };
        const QList<std::array<const char *, 2>> hot {
            { "access.mode = \"OPNE\"", "did you mean 'OPEN'" },
            { "access.window = \"mon-fry 09:00-18:00\"", "cannot be read" },
            { "access.timezone = \"Asia/Shanghai\"", "did you mean 'access.timeZone'" },
            { "limit.aply.count = 10", "did you mean 'limit.apply.count'" },
            { "limit.apply.count = \"ten\"", "is not a whole number" },
            { "flow.batching = \"ture\"", "is neither true nor false" },
            { "approve.maxRetrys = 3", "did you mean 'approve.maxRetries'" },
            { "idempotency.hour = 72", "did you mean 'idempotency.hours'" },
            { "limit.scope = \"fleat\"", "did you mean 'fleet'" },
        };
        write(u"slipway.toml"_s, joined(boot));
        write(u"hot.toml"_s, joined(hot));
        const Ended ended = run({ u"--check-config"_s, m_folder->filePath(u"slipway.toml"_s) });
        QCOMPARE(ended.code, 1);
        for (qsizetype i = 0; i < boot.size(); ++i)
            expect(ended.err, u"slipway.toml"_s, i + 1, boot[i][1]);
        for (qsizetype i = 0; i < hot.size(); ++i)
            expect(ended.err, u"hot.toml"_s, i + 1, hot[i][1]);
        QCOMPARE(boot.size() + hot.size(), 20);
    }

    void theOtherFilesAreLookedAtToo()
    {
        write(u"slipway.toml"_s, "[identity]\nsource = \"dev\"\n");
        write(u"roles.toml"_s, "[ops]\nraed = [\"olga\"]\n");
        write(u"catalogue.json"_s, R"({"partitions":[{"key":"main","project":"a/b","brnch":"main"}],"targets":[]})");
        const Ended ended = run({ u"--check-config"_s, m_folder->filePath(u"slipway.toml"_s) });
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.err.contains(u"did you mean 'ops.read'"_s), qPrintable(ended.err));
        QVERIFY2(ended.err.contains(u"did you mean 'branch'"_s), qPrintable(ended.err));
    }

    void aWrongCatalogueIsRefusedWithLineAndName()
    {
        write(u"catalogue.json"_s,
              "{\n \"partitions\": [{\"key\": \"main\", \"project\": \"a/b\", \"brnch\": \"main\"}],\n \"targets\": []\n}\n");
        const Ended ended = run({ u"--check-catalogue"_s, m_folder->filePath(u"catalogue.json"_s) });
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.err.contains(u"did you mean 'branch'"_s), qPrintable(ended.err));
        write(u"catalogue.json"_s, "{\n \"partitions\": [\n");
        QCOMPARE(run({ u"--check-catalogue"_s, m_folder->filePath(u"catalogue.json"_s) }).code, 1);
    }

    void theReferenceIsMadeOfTheTable()
    {
        const Ended page = run({ u"--print-config-reference"_s, u"markdown"_s });
        QCOMPARE(page.code, 0);
        QVERIFY(page.out.contains(u"| `limit.apply.count` |"_s) && page.out.contains(u"| `identity.jwks` |"_s));
        for (const QString &form : { u"boot-schema"_s, u"hot-schema"_s }) {
            const QJsonObject schema =
                QJsonDocument::fromJson(run({ u"--print-config-reference"_s, form }).out.toUtf8()).object();
            QCOMPARE(schema[u"$schema"_s], u"https://json-schema.org/draft/2020-12/schema"_s);
            QVERIFY(!schema[u"properties"_s].toObject().isEmpty());
        }
        QCOMPARE(run({ u"--print-config-reference"_s, u"poem"_s }).code, 2);
        QCOMPARE(run({ u"audit"_s, u"frobnicate"_s }).code, 2);
    }

    void theAuditIsVerifiedWhileTheServiceRunsAndAfterwards()
    {
        Maintainers maintainers;
        Journey journey({}, {}, maintainers.boot());
        journey.start();
        maintainers.work(journey);
        const QString partition = maintainers.get(u"/ops/v1/overview"_s)["partitions"_L1][0]["key"_L1].toString();
        maintainers.act(u"PAUSE_PARTITION"_s, u"partition"_s, partition);
        maintainers.act(u"RESUME_PARTITION"_s, u"partition"_s, partition);
        const QString boot = journey.stack().files().bootFile();
        QVERIFY(await([&] { return journey.count("SELECT COUNT(*) AS n FROM audit_log WHERE seq IS NULL") == 0; }, 20s));
        Ended ended = run({ u"audit"_s, u"verify"_s, u"--config"_s, boot });
        QVERIFY2(ended.code == 0 && ended.out.contains(u"the chain ends at"_s), qPrintable(ended.out + ended.err));
        const auto end = QRegularExpression(u"ends at (\\d+:[0-9a-f]{64})"_s).match(ended.out).captured(1);
        QVERIFY(!end.isEmpty());

        maintainers.sql("UPDATE audit_log SET actor = 'nobody' WHERE seq = 2");
        ended = run({ u"audit"_s, u"verify"_s, u"--config"_s, boot });
        QVERIFY2(ended.code == 1 && ended.err.contains(u"row 2 "_s), qPrintable(ended.out + ended.err));
        maintainers.sql("UPDATE audit_log SET actor = 'olga' WHERE seq = 2");
        QCOMPARE(run({ u"audit"_s, u"verify"_s, u"--config"_s, boot }).code, 0);

        maintainers.sql("DELETE FROM audit_log WHERE seq = (SELECT m FROM (SELECT MAX(seq) AS m FROM audit_log) x)");
        ended = run({ u"audit"_s, u"verify"_s, u"--config"_s, boot, u"--anchor"_s, end });
        QVERIFY2(ended.code == 1 && ended.err.contains(u"cut off"_s), qPrintable(ended.out + ended.err));
        QCOMPARE(journey.stack().stopService(), 0);
        // Its own database is started for the question; the ends kept beside it tell the same.
        ended = run({ u"audit"_s, u"verify"_s, u"--config"_s, boot });
        QVERIFY2(ended.code == 1 && ended.err.contains(u"cut off"_s), qPrintable(ended.out + ended.err));
        QCOMPARE(run({ u"audit"_s, u"verify"_s, u"--config"_s, boot, u"--anchor"_s, u"7:xyz"_s }).code, 2);
    }

private:
    void write(const QString &name, const QByteArray &content)
    {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    void writeSecret(const QString &secret)
    {
        QDir(m_folder->path()).mkdir(u"secrets"_s);
        const QString name = u"secrets/"_s + secret;
        write(name, "x");
        QFile::setPermissions(m_folder->filePath(name), QFile::ReadOwner | QFile::WriteOwner);
    }
    static QByteArray joined(const QList<std::array<const char *, 2>> &lines)
    {
        QByteArray all;
        for (const auto &line : lines)
            all += QByteArray(line[0]) + '\n';
        return all;
    }
    static void expect(const QString &said, const QString &file, qsizetype line, const char *what)
    {
        const QString place = u"%1:%2:"_s.arg(file).arg(line);
        bool isSaid = false;
        for (const QString &each : said.split(u'\n'))
            isSaid = isSaid || (each.contains(place) && each.contains(QString::fromUtf8(what)));
        QVERIFY2(isSaid, qPrintable(place + u' ' + QString::fromUtf8(what) + u"\nsaid:\n"_s + said));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(CommandLineTest)
#include "tst_commandline.moc"
