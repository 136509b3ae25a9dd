// SPDX-License-Identifier: GPL-3.0-only
// The twin's repositories through the real git program.
#include "tests/twin/driver/twinstage.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using slipway::twin::TwinStage;

namespace {

struct GitOutcome {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
};

GitOutcome git(const QString &directory, const QStringList &arguments, const QByteArray &input = {})
{
    QProcess process;
    QProcessEnvironment environment;
    environment.insert(u"PATH"_s, qEnvironmentVariable("PATH"));
    environment.insert(u"HOME"_s, directory);
    environment.insert(u"LC_ALL"_s, u"C"_s);
    environment.insert(u"GIT_CONFIG_NOSYSTEM"_s, u"1"_s);
    environment.insert(u"GIT_TERMINAL_PROMPT"_s, u"0"_s);
    environment.insert(u"MALLOC_TOP_PAD_"_s, u"16777216"_s); // see the twin's own runner
    environment.insert(u"MALLOC_TRIM_THRESHOLD_"_s, u"268435456"_s);
    for (const QString &role : { u"AUTHOR"_s, u"COMMITTER"_s }) {
        environment.insert(u"GIT_%1_NAME"_s.arg(role), u"Tester"_s);
        environment.insert(u"GIT_%1_EMAIL"_s.arg(role), u"tester@example.org"_s);
    }
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(directory);
    process.start(u"git"_s, arguments);
    process.write(input);
    process.closeWriteChannel();
    process.waitForFinished(100000);
    return { process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError() };
}

} // namespace

class TwinGitTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_stage.start(), QString()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_stage.newProject();
        m_directory = std::make_unique<QTemporaryDir>();
        m_clone = m_directory->filePath(u"clone"_s);
    }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void aCloneHoldsTheSeededFiles()
    {
        QVERIFY(clone());
        QFile file(m_clone + u"/dir/a.yaml"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("a\n"));
        QCOMPARE(QString::fromLatin1(git(m_clone, { u"rev-parse"_s, u"HEAD"_s }).out).trimmed(), m_stage.head(u"main"_s));
    }

    void nobodyComesInWithoutAToken()
    {
        QVERIFY(git(m_directory->path(), { u"clone"_s, u"-q"_s, url(u"wrong"_s), m_clone }).exitCode != 0);
        const auto hidden = git(m_directory->path(), { u"clone"_s, u"-q"_s, url(u"outsider"_s), m_clone });
        QVERIFY2(hidden.err.contains("not found"), hidden.err.constData());
    }

    void aPushMovesTheMergeRequest()
    {
        const int iid = m_stage.openMergeRequest(u"topic"_s);
        QTRY_COMPARE(m_stage.status(iid), u"mergeable"_s);
        QVERIFY(clone());
        QCOMPARE(git(m_clone, { u"checkout"_s, u"-q"_s, u"topic"_s }).exitCode, 0);
        const QString made = commitFile(u"pushed.txt"_s, "pushed\n");
        const auto pushed = git(m_clone, { u"push"_s, u"origin"_s, u"topic"_s });
        QVERIFY2(pushed.exitCode == 0, pushed.err.constData());
        QCOMPARE(m_stage.head(u"topic"_s), made);
        QTRY_COMPARE(m_stage.mergeRequest(iid)[u"sha"_s].toString(), made);
        QTRY_COMPARE(m_stage.mergeRequest(iid)[u"head_pipeline"_s][u"sha"_s].toString(), made);
        QCOMPARE(m_stage.effects(u"push"_s), 1);
        QCOMPARE(git(m_clone, { u"fetch"_s, u"-q"_s, u"origin"_s, u"refs/merge-requests/%1/head"_s.arg(iid) }).exitCode, 0);
    }

    void aPushToAProtectedBranchIsRefused()
    {
        QVERIFY(clone());
        const QString before = m_stage.head(u"main"_s);
        commitFile(u"direct.txt"_s, "direct\n");
        const auto refused = git(m_clone, { u"push"_s, u"origin"_s, u"main"_s });
        QVERIFY(refused.exitCode != 0);
        QVERIFY2(refused.err.contains("pre-receive hook declined"), refused.err.constData());
        QVERIFY2(refused.err.contains("protected branches"), refused.err.constData());
        QCOMPARE(m_stage.head(u"main"_s), before);
        QCOMPARE(m_stage.effects(u"push"_s), 0);
    }

    void aBranchIsForcedAndRemovedByPush()
    {
        QVERIFY(clone());
        QCOMPARE(git(m_clone, { u"push"_s, u"-q"_s, u"origin"_s, u"main:free"_s }).exitCode, 0);
        const QString other = commitFile(u"a.txt"_s, "a\n");
        QCOMPARE(git(m_clone, { u"push"_s, u"-q"_s, u"origin"_s, u"main:free"_s }).exitCode, 0);
        QCOMPARE(m_stage.head(u"free"_s), other);
        QCOMPARE(git(m_clone, { u"push"_s, u"-q"_s, u"-f"_s, u"origin"_s, u"main~1:free"_s }).exitCode, 0);
        QCOMPARE(m_stage.head(u"free"_s), m_stage.head(u"main"_s));
        QCOMPARE(git(m_clone, { u"push"_s, u"-q"_s, u"origin"_s, u":free"_s }).exitCode, 0);
        QCOMPARE(m_stage.head(u"free"_s), QString());
    }

    void manyFilesArePushedAndClonedWhole()
    {
        QVERIFY(clone());
        QByteArray stream = "commit refs/heads/many\ncommitter T <t@example.org> 1700000000 +0000\ndata 4\nmany\nfrom "
                            "refs/heads/main\n";
        for (int i = 0; i < 20000; ++i) {
            const QByteArray text = "value: " + QByteArray::number(i * 7919) + '\n';
            stream += "M 100644 inline bindings/" + QByteArray::number(i % 256, 16) + '/' + QByteArray::number(i)
                + ".yaml\ndata " + QByteArray::number(text.size()) + '\n' + text;
        }
        QCOMPARE(git(m_clone, { u"fast-import"_s, u"--quiet"_s }, stream).exitCode, 0);
        // A small buffer makes git send the pack chunked.
        const auto pushed = git(m_clone, { u"-c"_s, u"http.postBuffer=65536"_s, u"push"_s, u"-q"_s, u"origin"_s, u"many"_s });
        QVERIFY2(pushed.exitCode == 0, pushed.err.constData());
        const auto cloned = git(m_directory->path(), { u"clone"_s, u"-q"_s, u"--bare"_s, url(u"author"_s), u"second"_s });
        QVERIFY2(cloned.exitCode == 0, cloned.err.constData());
        const auto listed = git(m_directory->filePath(u"second"_s), { u"ls-tree"_s, u"-r"_s, u"--name-only"_s, u"many"_s });
        QCOMPARE(listed.out.count('\n'), 20002);
    }

    void aWrongStartSaysWhy()
    {
        const QString program = QCoreApplication::applicationDirPath() + u"/slipway-twin"_s;
        const auto exitCode = [&](const QStringList &arguments) {
            QProcess process;
            process.setProcessChannelMode(QProcess::SeparateChannels);
            process.start(program, arguments);
            process.waitForFinished(30000);
            return process.readAllStandardError().trimmed().isEmpty() ? -1 : process.exitCode();
        };
        const QString fresh = m_directory->filePath(u"fresh"_s);
        QCOMPARE(exitCode({}), 2);
        QCOMPARE(exitCode({ u"--data"_s, fresh, u"--listen"_s, u"0.0.0.0:0"_s }), 2);
        QCOMPARE(exitCode({ u"--data"_s, fresh, u"--seed"_s, u"/no/such/file"_s }), 2);
        QCOMPARE(exitCode({ u"--data"_s, u"/proc/nothing"_s }), 3);
        QCOMPARE(exitCode({ u"--data"_s, QDir::rootPath() + u"usr"_s }), 3);
        const QString taken = m_stage.twin.apiUrl().mid(7);
        QCOMPARE(exitCode({ u"--data"_s, fresh, u"--listen"_s, taken }), 4);
    }

private:
    QString url(const QString &token) const
    {
        return QString(m_stage.twin.apiUrl()).replace(u"http://"_s, u"http://oauth2:%1@"_s.arg(token)) + u'/'
            + m_stage.projectPath() + u".git"_s;
    }
    bool clone()
    {
        const auto cloned = git(m_directory->path(), { u"clone"_s, u"-q"_s, url(u"author"_s), m_clone });
        if (cloned.exitCode != 0)
            qCritical("%s", cloned.err.constData());
        return cloned.exitCode == 0;
    }
    QString commitFile(const QString &name, const QByteArray &content)
    {
        QFile file(m_clone + u'/' + name);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) < 0)
            return {};
        file.close();
        git(m_clone, { u"add"_s, u"-A"_s });
        git(m_clone, { u"commit"_s, u"-q"_s, u"-m"_s, u"Add "_s + name });
        return QString::fromLatin1(git(m_clone, { u"rev-parse"_s, u"HEAD"_s }).out).trimmed();
    }

    TwinStage m_stage;
    std::unique_ptr<QTemporaryDir> m_directory;
    QString m_clone;
};

QTEST_GUILESS_MAIN(TwinGitTest)
#include "tst_twingit.moc"
