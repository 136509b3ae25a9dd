// SPDX-License-Identifier: GPL-3.0-only
#include "tests/service/forgestage.h"
#include "tests/service/rawserver.h"

#include <QThread>

using namespace forgetest;

/// The Git half of GitLabForge against the twin: building, publishing, what the server refuses.
class ForgeGitTest : public ForgeStage {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(m_stage.start(), QString()); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        stand();
    }
    void cleanup() { m_forge.reset(); }
    void cleanupTestCase() { QCOMPARE(m_stage.twin.stop(), 0); }

    void aCommitIsBuiltAndPublishedOnceHoweverOftenItIsAsked();
    void theFilesOfACommitAreRead();
    void aProjectNamedByItsNumberIsTheSame();
    void aLostLeaseWritesNothing();
    void aPushToAProtectedBranchIsRefusedInTheForgesWords();
    void aPushTheServerForbidsIsRefused();
    void aPushWhoseAnswerIsLostIsUnknownAndFoundDoneLater();
    void aRebasedHeadsTreeIsKnown();
    void aMirrorThatIsDamagedIsMadeAnew();
    void stoppingEndsATransfer();
};

void ForgeGitTest::aCommitIsBuiltAndPublishedOnceHoweverOftenItIsAsked()
{
    const BuiltCommit built = build(u"b\n"_s, u"Grant 张伟 → 😀"_s);
    QCOMPARE(build(u"b\n"_s, u"Grant 张伟 → 😀"_s).commit, built.commit);
    for (int i = 0; i < 3; ++i) {
        const Published published = m_forge->publish(m_project, u"slipway/b-1"_s, built.commit, {});
        QVERIFY2(published.kind == Published::Kind::Done, qPrintable(published.text));
    }
    QCOMPARE(m_forge->branchHead(m_project, u"slipway/b-1"_s), std::optional(built.commit));
    QCOMPARE(m_forge->parentsOf(m_project, built.commit), std::optional(std::vector { m_forge->fetchTarget(m_project) }));
    QCOMPARE(m_stage.effects(u"push"_s), 1);
    // Only what was sent is in the ledger: the repeats were settled by looking.
    QCOMPARE(m_ledger.lines.size(), 1u);
    QCOMPARE(m_ledger.lines[0].call.operation, u"git.push"_s);
    QCOMPARE(m_ledger.lines[0].call.subject, u"slipway/b-1"_s);
    QVERIFY(m_ledger.lines[0].outcome && m_ledger.lines[0].outcome->isDone());
    m_mirrors = std::make_unique<QTemporaryDir>();
    m_forge = forgeAt(QUrl(m_stage.twin.apiUrl()));
    QCOMPARE(build(u"b\n"_s, u"Grant 张伟 → 😀"_s).commit, built.commit);
}

void ForgeGitTest::theFilesOfACommitAreRead()
{
    const BuiltCommit built = build();
    const auto files =
        m_forge->readFiles(m_project, built.commit, { u"dir/b.yaml"_s, u"dir/a.yaml"_s, u"dir/none"_s, u"dir"_s });
    QCOMPARE(files, (QMap<QString, QByteArray> { { u"dir/a.yaml"_s, "a\n" }, { u"dir/b.yaml"_s, "b\n" } }));
    QCOMPARE(m_forge->treeOf(m_project, built.commit), built.tree);
    const Oid main = m_forge->fetchTarget(m_project);
    QVERIFY(m_forge->contains(m_project, built.commit, main));
    QVERIFY(!m_forge->contains(m_project, main, built.commit));
    QVERIFY(!m_forge->contains(m_project, main, Oid(QString(40, u'1'))));
}

void ForgeGitTest::aProjectNamedByItsNumberIsTheSame()
{
    const int number = m_stage.twin.api("GET", m_stage.at(), u"author"_s).json[u"id"_s].toInt();
    const Project numbered { QString::number(number), u"main"_s };
    QCOMPARE(m_forge->fetchTarget(numbered), m_forge->fetchTarget(m_project));
    QCOMPARE(m_forge->branchHead(numbered, u"main"_s), std::optional(m_forge->fetchTarget(m_project)));
}

void ForgeGitTest::aLostLeaseWritesNothing()
{
    const Oid theirs(m_stage.commit(u"slipway/b-1"_s, u"x.txt"_s, u"x"_s));
    const BuiltCommit built = build();
    const Published published = m_forge->publish(m_project, u"slipway/b-1"_s, built.commit, {});
    QCOMPARE(published.kind, Published::Kind::LeaseLost);
    QCOMPARE(published.found, std::optional(theirs));
    QCOMPARE(m_stage.head(u"slipway/b-1"_s), theirs.value());
    QVERIFY(m_ledger.lines.empty());
    QCOMPARE(m_forge->publish(m_project, u"slipway/b-1"_s, built.commit, theirs).kind, Published::Kind::Done);
    QCOMPARE(m_stage.head(u"slipway/b-1"_s), built.commit.value());
}

void ForgeGitTest::aPushToAProtectedBranchIsRefusedInTheForgesWords()
{
    const BuiltCommit built = build();
    const Oid main = m_forge->fetchTarget(m_project);
    const Published published = m_forge->publish(m_project, u"main"_s, built.commit, main);
    QCOMPARE(published.kind, Published::Kind::Refused);
    QVERIFY2(published.text.contains("protected"_L1), qPrintable(published.text));
    QCOMPARE(m_forge->fetchTarget(m_project), main);
    QCOMPARE(m_ledger.lines.back().outcome->kind, Outcome::Kind::Refused);
}

void ForgeGitTest::aPushTheServerForbidsIsRefused()
{
    fault({ { u"op"_s, u"git.push"_s } }, u"before"_s,
          { { u"kind"_s, u"status"_s }, { u"code"_s, 403 }, { u"body"_s, u"no"_s } });
    const BuiltCommit built = build();
    const Published published = m_forge->publish(m_project, u"slipway/b-1"_s, built.commit, {});
    QVERIFY2(published.kind == Published::Kind::Refused, qPrintable(published.text));
    QVERIFY(m_stage.head(u"slipway/b-1"_s).isEmpty());
}

void ForgeGitTest::aPushWhoseAnswerIsLostIsUnknownAndFoundDoneLater()
{
    fault({ { u"op"_s, u"git.push"_s } }, u"after_effect"_s, { { u"kind"_s, u"drop"_s } });
    const BuiltCommit built = build();
    QCOMPARE(m_forge->publish(m_project, u"slipway/b-1"_s, built.commit, {}).kind, Published::Kind::Unknown);
    QCOMPARE(m_ledger.lines.back().outcome->kind, Outcome::Kind::Unknown);
    QCOMPARE(m_forge->branchHead(m_project, u"slipway/b-1"_s), std::optional(built.commit));
    QCOMPARE(m_forge->publish(m_project, u"slipway/b-1"_s, built.commit, {}).kind, Published::Kind::Done);
    QCOMPARE(m_stage.effects(u"push"_s), 1);
}

void ForgeGitTest::aRebasedHeadsTreeIsKnown()
{
    const MergeRequest request = opened();
    m_stage.twin.admin("POST", u"/human"_s,
                       { { u"project"_s, m_project.path },
                         { u"iid"_s, request.iid.value() },
                         { u"op"_s, u"push_target"_s },
                         { u"user"_s, u"maintainer"_s },
                         { u"files"_s, QJsonObject { { u"other.txt"_s, u"x"_s } } } });
    QVERIFY(m_forge->rebase(m_project, request.iid).isDone());
    const auto rebased = [&] {
        const auto now = m_forge->mergeRequest(m_project, request.iid);
        return now->rebaseInProgress == false && now->head != request.head ? now->head : Oid();
    };
    QTRY_VERIFY_WITH_TIMEOUT(rebased() != Oid(), 10000);
    const Oid head = rebased();
    const auto files = m_forge->readFiles(m_project, head, { u"other.txt"_s, u"dir/b.yaml"_s });
    QCOMPARE(files.size(), 2);
    QVERIFY(m_forge->treeOf(m_project, head) != m_forge->treeOf(m_project, request.head));
}

void ForgeGitTest::aMirrorThatIsDamagedIsMadeAnew()
{
    const Oid head = m_forge->fetchTarget(m_project);
    const QDir mirrors(m_mirrors->filePath(u"mirror"_s));
    const QStringList names = mirrors.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QCOMPARE(names.size(), 1);
    QVERIFY(QFile::remove(mirrors.filePath(names[0] + u"/HEAD"_s)));
    QCOMPARE(codeOf([&] { m_forge->treeOf(m_project, head); }), Code::Unavailable);
    QVERIFY(!m_forge->treeOf(m_project, head).value().isEmpty());
}

void ForgeGitTest::stoppingEndsATransfer()
{
    RawServer silent([](QTcpSocket &, const RawServer::Request &) {});
    m_forge = forgeAt(silent.url());
    Code code = Code::Ok;
    const std::unique_ptr<QThread> thread(QThread::create([&] { code = codeOf([&] { m_forge->fetchTarget(m_project); }); }));
    thread->start();
    QTRY_COMPARE(silent.requests.size(), 1);
    m_forge->stop();
    QTRY_VERIFY(thread->isFinished());
    QCOMPARE(code, Code::Unavailable);
}

QTEST_GUILESS_MAIN(ForgeGitTest)
#include "tst_forgegit.moc"
