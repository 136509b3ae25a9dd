// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/commitbuilder.h"
#include "service/forge/loosepacker.h"
#include "service/forge/mirror.h"
#include "service/forge/publisher.h"
#include "shared/error.h"
#include "tests/service/gitupstream.h"

#include <QTest>
#include <QThread>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::forge;
using std::chrono::seconds;

namespace {

constexpr Instant authored { seconds(1'767'225'600) }; // 2026-01-01 00:00:00

const CommitBuilder builder(u"Slipway"_s, u"slipway@example.org"_s);

} // namespace

/// The local copy, the commits made in it and their publication, against repositories that git itself made.
class MirrorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_upstream = std::make_unique<Upstream>();
        m_directory = std::make_unique<QTemporaryDir>();
        m_mirror = std::make_unique<Mirror>(m_directory->filePath(u"sub/mirror"_s));
        m_repository = m_mirror->open();
        m_base = m_mirror->fetchBranch(m_repository.get(), m_upstream->access(), u"main"_s).head.value_or(Oid());
    }
    void cleanup() { m_repository.reset(); }

    void fetchingBringsTheBranchAndItsFiles();
    void fetchingFollowsTheBranchAlsoBackwards();
    void aMissingBranchIsNoFailure();
    void aMissingRepositoryIsAFailure();
    void aCommitOutsideTheTargetIsFetchedByItsReference();
    void aCommitIsWhatGitWouldHaveMade();
    void theSameOrderGivesTheSameCommitInAnotherMirror();
    void anOrderThatChangesNothingMakesNoCommit();
    void emptiedFoldersVanishAndMissingFilesNeedNoRemoval();
    void theModeOfAFileIsKept();
    void clashesAreRefused_data();
    void clashesAreRefused();
    void messagesSurviveWhateverTheyHold_data();
    void messagesSurviveWhateverTheyHold();
    void ancestryIsAnswered();
    void publishingMakesTheBranchAndRepeatingIsDone();
    void aBranchThatStandsElsewhereIsLeftAlone();
    void anExpectedBranchIsMoved();
    void aDamagedCopyIsToldAndMadeAnew();
    void looseObjectsArePackedAndNothingIsLost();
    void severalThreadsTakeTurns();

private:
    BuiltCommit build(const FileChanges &changes, const QString &message = u"m"_s)
    {
        return builder.build(m_repository.get(), { m_base, changes, message, authored });
    }
    Published publish(const QString &branch, const Oid &commit, const std::optional<Oid> &expected = {})
    {
        Publisher publisher(m_repository.get(), m_upstream->access());
        if (const auto settled = publisher.prepare(branch, commit, expected))
            return settled->published;
        return publisher.send().published;
    }

    std::unique_ptr<Upstream> m_upstream;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<Mirror> m_mirror;
    RepositoryHandle m_repository;
    Oid m_base;
};

void MirrorTest::fetchingBringsTheBranchAndItsFiles()
{
    QCOMPARE(m_base, m_upstream->head(u"main"_s));
    const auto files =
        Mirror::readFiles(m_repository.get(), m_base,
                          { u"README.md"_s, u"bindings"_s, u"bindings/aa/one.yaml"_s, u"nowhere/x"_s, u"README.md/x"_s });
    QCOMPARE(files.keys(), QStringList({ u"README.md"_s, u"bindings/aa/one.yaml"_s }));
    QCOMPARE(files[u"bindings/aa/one.yaml"_s], QByteArray("one\n"));
    QVERIFY(!Mirror::has(m_repository.get(), Oid(QString(40, u'1'))));
}

void MirrorTest::fetchingFollowsTheBranchAlsoBackwards()
{
    m_upstream->write(u"new.txt"_s, "x");
    m_upstream->commit(u"second"_s);
    const auto fetched = m_mirror->fetchBranch(m_repository.get(), m_upstream->access(), u"main"_s);
    QCOMPARE(fetched.head, std::optional(m_upstream->head(u"main"_s)));
    QVERIFY(fetched.head != m_base);
    git(m_upstream->path(), { u"update-ref"_s, u"refs/heads/main"_s, m_base.value() });
    QCOMPARE(m_mirror->fetchBranch(m_repository.get(), m_upstream->access(), u"main"_s).head, std::optional(m_base));
}

void MirrorTest::aMissingBranchIsNoFailure()
{
    const auto fetched = m_mirror->fetchBranch(m_repository.get(), m_upstream->access(), u"nope"_s);
    QVERIFY(!fetched.head);
    QVERIFY(!fetched.failure);
}

void MirrorTest::aMissingRepositoryIsAFailure()
{
    QVERIFY(m_mirror->fetchBranch(m_repository.get(), { u"/nowhere.git"_s, {} }, u"main"_s).failure);
}

void MirrorTest::aCommitOutsideTheTargetIsFetchedByItsReference()
{
    m_upstream->write(u"side.txt"_s, "x");
    git(m_upstream->work(), { u"add"_s, u"-A"_s });
    git(m_upstream->work(), { u"commit"_s, u"-q"_s, u"-m"_s, u"side"_s });
    git(m_upstream->work(), { u"push"_s, u"-q"_s, m_upstream->path(), u"HEAD:refs/merge-requests/7/head"_s });
    const Oid side = oidOf(git(m_upstream->work(), { u"rev-parse"_s, u"HEAD"_s }));
    QVERIFY(!Mirror::has(m_repository.get(), side));
    QVERIFY(!m_mirror->fetchTip(m_repository.get(), m_upstream->access(), side));
    QVERIFY(Mirror::has(m_repository.get(), side));
}

void MirrorTest::aCommitIsWhatGitWouldHaveMade()
{
    const BuiltCommit built = build({ { u"bindings/aa/one.yaml"_s, QByteArray("ONE\n") },
                                      { u"bindings/cc/two.yaml"_s, QByteArray("two\n") },
                                      { u"bindings/bb/only.yaml"_s, std::nullopt } },
                                    u"Change three\n\nSlipway-Batch: 7"_s);
    m_upstream->write(u"bindings/aa/one.yaml"_s, "ONE\n");
    m_upstream->write(u"bindings/cc/two.yaml"_s, "two\n");
    QFile::remove(m_upstream->work() + u"/bindings/bb/only.yaml"_s);
    git(m_upstream->work(), { u"add"_s, u"-A"_s });
    git(m_upstream->work(), { u"commit"_s, u"-q"_s, u"-F"_s, u"-"_s }, "Change three\n\nSlipway-Batch: 7\n");
    QCOMPARE(built.commit, oidOf(git(m_upstream->work(), { u"rev-parse"_s, u"HEAD"_s })));
    QCOMPARE(built.tree, oidOf(git(m_upstream->work(), { u"rev-parse"_s, u"HEAD^{tree}"_s })));
    QVERIFY(!built.changesNothing);
}

void MirrorTest::theSameOrderGivesTheSameCommitInAnotherMirror()
{
    Mirror other(m_directory->filePath(u"other"_s));
    const RepositoryHandle repository = other.open();
    other.fetchBranch(repository.get(), m_upstream->access(), u"main"_s);
    const FileChanges changes { { u"x/y"_s, QByteArray("1") }, { u"README.md"_s, std::nullopt } };
    const BuiltCommit here = build(changes);
    const BuiltCommit there = builder.build(repository.get(), { m_base, changes, u"m"_s, authored });
    QCOMPARE(there.commit, here.commit);
    QCOMPARE(build(changes).commit, here.commit);
    QVERIFY(builder.build(repository.get(), { m_base, changes, u"m"_s, authored + seconds(1) }).commit != here.commit);
}

void MirrorTest::anOrderThatChangesNothingMakesNoCommit()
{
    for (const FileChanges &changes : { FileChanges {}, FileChanges { { u"README.md"_s, QByteArray("hello\n") } },
                                        FileChanges { { u"gone/for/ever"_s, std::nullopt } } }) {
        const BuiltCommit built = build(changes);
        QVERIFY(built.changesNothing);
        QCOMPARE(built.commit, m_base);
        QCOMPARE(built.tree, oidOf(git(m_upstream->path(), { u"rev-parse"_s, u"main^{tree}"_s })));
    }
}

void MirrorTest::emptiedFoldersVanishAndMissingFilesNeedNoRemoval()
{
    const BuiltCommit built = build({ { u"bindings/bb/only.yaml"_s, std::nullopt },
                                      { u"bindings/bb/never.yaml"_s, std::nullopt },
                                      { u"README.md/below/a/file"_s, std::nullopt } });
    QCOMPARE(publish(u"slipway/1"_s, built.commit).kind, Published::Kind::Done);
    QCOMPARE(git(m_upstream->path(), { u"ls-tree"_s, u"-r"_s, u"--name-only"_s, u"slipway/1"_s }),
             QByteArray("README.md\nbindings/aa/one.yaml\nlink\ntool.sh\n"));
}

void MirrorTest::theModeOfAFileIsKept()
{
    const BuiltCommit built = build({ { u"tool.sh"_s, QByteArray("#!/bin/bash\n") } });
    QCOMPARE(publish(u"slipway/1"_s, built.commit).kind, Published::Kind::Done);
    QVERIFY(git(m_upstream->path(), { u"ls-tree"_s, u"slipway/1"_s, u"tool.sh"_s }).startsWith("100755 "));
}

void MirrorTest::clashesAreRefused_data()
{
    QTest::addColumn<QStringList>("paths");
    QTest::newRow("a file where a folder stands") << QStringList { u"bindings"_s };
    QTest::newRow("a folder where a file stands") << QStringList { u"README.md/x"_s };
    QTest::newRow("both in one order") << QStringList { u"n"_s, u"n/x"_s };
    QTest::newRow("a link") << QStringList { u"link"_s };
    QTest::newRow("git's own folder") << QStringList { u"a/.git/config"_s };
    QTest::newRow("up and out") << QStringList { u"../x"_s };
    QTest::newRow("a newline") << QStringList { u"a\nb"_s };
}

void MirrorTest::clashesAreRefused()
{
    QFETCH(QStringList, paths);
    FileChanges changes;
    for (const QString &path : paths)
        changes.insert(path, QByteArray("x"));
    try {
        build(changes);
        QFAIL("it was accepted");
    } catch (const Error &error) {
        QCOMPARE(error.code(), Code::InvalidRequest);
        QVERIFY(error.detail().contains(paths.constLast()));
    }
}

void MirrorTest::messagesSurviveWhateverTheyHold_data()
{
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("kept");
    QTest::newRow("unicode") << u"Grant 张伟 → 😀\n\nمرحبا\n"_s << u"Grant 张伟 → 😀\n\nمرحبا\n"_s;
    QTest::newRow("comment signs") << u"#1 first\n# second\n"_s << u"#1 first\n# second\n"_s;
    QTest::newRow("no newline") << u"one"_s << u"one\n"_s;
    QTest::newRow("NUL") << u"a\0b\n"_s << u"a\uFFFDb\n"_s;
    QTest::newRow("half a pair") << QString(u"a"_s + QChar(0xD83D) + u'\n') << u"a?\n"_s;
    QTest::newRow("long") << QString(100'000, u'x') + u'\n' << QString(100'000, u'x') + u'\n';
}

void MirrorTest::messagesSurviveWhateverTheyHold()
{
    QFETCH(QString, message);
    QFETCH(QString, kept);
    const BuiltCommit built = build({ { u"x"_s, QByteArray("x") } }, message);
    QCOMPARE(publish(u"slipway/1"_s, built.commit).kind, Published::Kind::Done);
    const QByteArray raw = git(m_upstream->path(), { u"cat-file"_s, u"commit"_s, built.commit.value() });
    QCOMPARE(QString::fromUtf8(raw.mid(raw.indexOf("\n\n") + 2)), kept);
}

void MirrorTest::ancestryIsAnswered()
{
    const Oid child = build({ { u"x"_s, QByteArray("x") } }).commit;
    QVERIFY(Mirror::contains(m_repository.get(), child, m_base));
    QVERIFY(Mirror::contains(m_repository.get(), child, child));
    QVERIFY(!Mirror::contains(m_repository.get(), m_base, child));
}

void MirrorTest::publishingMakesTheBranchAndRepeatingIsDone()
{
    const Oid commit = build({ { u"x"_s, QByteArray("x") } }).commit;
    QCOMPARE(publish(u"slipway/b-1"_s, commit).kind, Published::Kind::Done);
    QCOMPARE(m_upstream->head(u"slipway/b-1"_s), commit);
    QCOMPARE(publish(u"slipway/b-1"_s, commit).kind, Published::Kind::Done);
    QCOMPARE(m_upstream->head(u"main"_s), m_base);
}

void MirrorTest::aBranchThatStandsElsewhereIsLeftAlone()
{
    const Oid ours = build({ { u"x"_s, QByteArray("ours") } }).commit;
    const Oid theirs = build({ { u"x"_s, QByteArray("theirs") } }).commit;
    QCOMPARE(publish(u"slipway/b-1"_s, theirs).kind, Published::Kind::Done);
    for (const std::optional<Oid> &expected : { std::optional<Oid>(), std::optional(m_base) }) {
        const Published published = publish(u"slipway/b-1"_s, ours, expected);
        QCOMPARE(published.kind, Published::Kind::LeaseLost);
        QCOMPARE(published.found, std::optional(theirs));
    }
    QCOMPARE(m_upstream->head(u"slipway/b-1"_s), theirs);
}

void MirrorTest::anExpectedBranchIsMoved()
{
    const Oid first = build({ { u"x"_s, QByteArray("1") } }).commit;
    const Oid second = build({ { u"x"_s, QByteArray("2") } }).commit;
    QCOMPARE(publish(u"slipway/b-1"_s, first).kind, Published::Kind::Done);
    QCOMPARE(publish(u"slipway/b-1"_s, second, first).kind, Published::Kind::Done);
    QCOMPARE(m_upstream->head(u"slipway/b-1"_s), second);
}

void MirrorTest::aDamagedCopyIsToldAndMadeAnew()
{
    m_repository.reset();
    QDir objects(m_directory->filePath(u"sub/mirror/objects"_s));
    for (const QString &pack : QDir(objects.filePath(u"pack"_s)).entryList({ u"*.pack"_s })) {
        QFile file(objects.filePath(u"pack/"_s + pack));
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY(file.resize(40));
    }
    m_repository = m_mirror->open();
    QVERIFY_EXCEPTION_THROWN(m_mirror->fetchBranch(m_repository.get(), m_upstream->access(), u"main"_s), MirrorDamaged);
    m_repository.reset();
    m_mirror->discard();
    m_repository = m_mirror->open();
    QVERIFY(!Mirror::has(m_repository.get(), m_base));
    QCOMPARE(m_mirror->fetchBranch(m_repository.get(), m_upstream->access(), u"main"_s).head, std::optional(m_base));
}

void MirrorTest::looseObjectsArePackedAndNothingIsLost()
{
    FileChanges changes;
    for (int i = 0; i < 300; ++i)
        changes.insert(u"many/%1"_s.arg(i), QByteArray::number(i));
    const BuiltCommit built = build(changes);
    const QString directory = m_directory->filePath(u"sub/mirror"_s);
    const LoosePacker packer(directory);
    QVERIFY(!packer.isWorthIt());
    QVERIFY(packer.pack(m_repository.get()) > 300);
    QCOMPARE(packer.pack(m_repository.get()), 0);
    QVERIFY(git(directory, { u"count-objects"_s }).startsWith("0 objects"));
    m_repository = m_mirror->open();
    QCOMPARE(Mirror::readFiles(m_repository.get(), built.commit, changes.keys()).size(), 300);
    QCOMPARE(build(changes).commit, built.commit);
    QCOMPARE(publish(u"slipway/1"_s, built.commit).kind, Published::Kind::Done);
}

void MirrorTest::severalThreadsTakeTurns()
{
    QAtomicInt good = 0;
    std::vector<std::unique_ptr<QThread>> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back(QThread::create([&, i] {
            const std::lock_guard guard(m_mirror->lock());
            const RepositoryHandle own = m_mirror->open();
            const FileChanges changes { { u"t/%1"_s.arg(i), QByteArray::number(i) } };
            const Oid commit = builder.build(own.get(), { m_base, changes, u"m"_s, authored }).commit;
            Publisher publisher(own.get(), m_upstream->access());
            if (!publisher.prepare(u"slipway/t-%1"_s.arg(i), commit, {}))
                good += publisher.send().published.kind == Published::Kind::Done ? 1 : 0;
        }));
        threads.back()->start();
    }
    for (const auto &thread : threads)
        QTRY_VERIFY_WITH_TIMEOUT(thread->isFinished(), 20000);
    QCOMPARE(good.loadRelaxed(), 4);
    git(m_upstream->path(), { u"fsck"_s, u"--strict"_s });
}

QTEST_GUILESS_MAIN(MirrorTest)
#include "tst_mirror.moc"
