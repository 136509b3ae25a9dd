// SPDX-License-Identifier: GPL-3.0-only
#include "service/forge/commitbuilder.h"
#include "service/forge/gitfailure.h"
#include "service/forge/gitlabmutations.h"
#include "service/forge/gitlabtypes.h"
#include "service/forge/gitlibrary.h"
#include "service/forge/publisher.h"

#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway::forge;
using namespace slipway::forge::gitlab;
using slipway::MergeRequestIid;

using FailureKind = GitFailure::Kind;
Q_DECLARE_METATYPE(FailureKind)

namespace {

QJsonObject json(const QByteArray &text)
{
    const QJsonDocument document = QJsonDocument::fromJson(text);
    return document.object();
}

const QString shaA = QString(40, u'a');
const QString shaB = QString(40, u'b');

} // namespace

/// GitLab's and Git's words as our values: tolerant of what is missing, never optimistic about it.
class GitLabTypesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aWholeMergeRequestIsUnderstood();
    void anEmptyOrMistypedMergeRequestPromisesNothing_data();
    void anEmptyOrMistypedMergeRequestPromisesNothing();
    void theDetailedStatusSurvivesOldAndNewWords_data();
    void theDetailedStatusSurvivesOldAndNewWords();
    void theMergeCommitIsFoundInEachMergeMethod_data();
    void theMergeCommitIsFoundInEachMergeMethod();
    void aForksBranchOfTheSameNameIsNotOurs();
    void approvalsOfBothEditionsAreUnderstood();
    void pipelinesSkipWhatIsNone();
    void objectNamesAreStrict();

    void titlesAreCutBetweenCharacters_data();
    void titlesAreCutBetweenCharacters();
    void branchNamesAreOursOnly_data();
    void branchNamesAreOursOnly();
    void filePathsAreThoseGitCanHold_data();
    void filePathsAreThoseGitCanHold();
    void gitFailuresAreTold_data();
    void gitFailuresAreTold();
    void sidebandIsKeptReadable();
};

void GitLabTypesTest::aWholeMergeRequestIsUnderstood()
{
    const MergeRequest request =
        mergeRequestFrom(json(R"({"iid":7,"id":9001,"state":"opened","detailed_merge_status":"ci_still_running",
        "has_conflicts":false,"source_branch":"slipway/b-1","target_branch":"main","title":"t","description":"d",
        "author":{"username":"bot"},"sha":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","merge_error":"e","rebase_in_progress":false,
        "merge_user":{"username":"m"},"closed_by":{"username":"c"},"web_url":"u","updated_at":"2026-01-01T00:00:00Z","new_field":[]})"));
    QCOMPARE(request.iid, MergeRequestIid(7));
    QCOMPARE(request.state, u"opened"_s);
    QCOMPARE(request.detailedStatus, u"ci_still_running"_s);
    QCOMPARE(request.head, Oid(shaA));
    QCOMPARE(request.author, u"bot"_s);
    QCOMPARE(request.mergeError, u"e"_s);
    QCOMPARE(request.rebaseInProgress, std::optional(false));
    QCOMPARE(request.mergedBy, u"m"_s);
    QCOMPARE(request.closedBy, u"c"_s);
    QVERIFY(!request.mergeCommit);
}

void GitLabTypesTest::anEmptyOrMistypedMergeRequestPromisesNothing_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray("{}");
    QTest::newRow("nulls") << QByteArray(
        R"({"iid":null,"state":null,"sha":null,"author":null,"merge_user":null,"merged_by":null,
        "detailed_merge_status":null,"merge_status":null,"has_conflicts":null,"merge_commit_sha":null,"rebase_in_progress":null})");
    QTest::newRow("mistyped") << QByteArray(
        R"({"iid":{},"state":7,"sha":[],"author":"x","merge_user":1,"detailed_merge_status":true,
        "has_conflicts":"no","merge_commit_sha":false,"rebase_in_progress":"true"})");
}

void GitLabTypesTest::anEmptyOrMistypedMergeRequestPromisesNothing()
{
    QFETCH(QByteArray, text);
    const MergeRequest request = mergeRequestFrom(json(text));
    QCOMPARE(request.iid, MergeRequestIid(0));
    QVERIFY(request.state.isEmpty());
    QCOMPARE(request.detailedStatus, u"unchecked"_s);
    QVERIFY(request.head.value().isEmpty());
    QVERIFY(!request.mergeCommit);
    QVERIFY(!request.rebaseInProgress);
    QVERIFY(!request.hasConflicts);
}

void GitLabTypesTest::theDetailedStatusSurvivesOldAndNewWords_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("status");
    QTest::newRow("today's") << QByteArray(R"({"detailed_merge_status":"need_rebase","merge_status":"can_be_merged"})")
                             << u"need_rebase"_s;
    QTest::newRow("unknown kept") << QByteArray(R"({"detailed_merge_status":"moon_phase"})") << u"moon_phase"_s;
    QTest::newRow("alias blocked") << QByteArray(R"({"detailed_merge_status":"blocked_status"})") << u"merge_request_blocked"_s;
    QTest::newRow("alias broken") << QByteArray(R"({"detailed_merge_status":"broken_status"})") << u"conflict"_s;
    QTest::newRow("old good") << QByteArray(R"({"merge_status":"can_be_merged"})") << u"mergeable"_s;
    QTest::newRow("old good, draft") << QByteArray(R"({"merge_status":"can_be_merged","work_in_progress":true})")
                                     << u"draft_status"_s;
    QTest::newRow("old good, open threads")
        << QByteArray(R"({"merge_status":"can_be_merged","blocking_discussions_resolved":false})")
        << u"discussions_not_resolved"_s;
    QTest::newRow("old bad") << QByteArray(R"({"merge_status":"cannot_be_merged"})") << u"conflict"_s;
    QTest::newRow("old stale") << QByteArray(R"({"merge_status":"cannot_be_merged_recheck"})") << u"checking"_s;
    QTest::newRow("old busy") << QByteArray(R"({"merge_status":"checking"})") << u"checking"_s;
    QTest::newRow("nothing") << QByteArray("{}") << u"unchecked"_s;
}

void GitLabTypesTest::theDetailedStatusSurvivesOldAndNewWords()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, status);
    QCOMPARE(detailedStatusFrom(json(text)), status);
}

void GitLabTypesTest::theMergeCommitIsFoundInEachMergeMethod_data()
{
    QTest::addColumn<QJsonObject>("object");
    QTest::addColumn<QString>("commit");
    const QJsonObject merged { { u"state"_s, u"merged"_s }, { u"sha"_s, shaA } };
    auto object = merged;
    object[u"merge_commit_sha"_s] = shaB;
    QTest::newRow("merge commit") << object << shaB;
    object = merged;
    object[u"squash_commit_sha"_s] = shaB;
    QTest::newRow("squash") << object << shaB;
    QTest::newRow("fast-forward") << merged << shaA;
    QTest::newRow("not merged yet") << QJsonObject { { u"state"_s, u"opened"_s }, { u"sha"_s, shaA } } << QString();
}

void GitLabTypesTest::theMergeCommitIsFoundInEachMergeMethod()
{
    QFETCH(QJsonObject, object);
    QFETCH(QString, commit);
    QCOMPARE(mergeRequestFrom(object).mergeCommit.value_or(Oid()).value(), commit);
}

void GitLabTypesTest::aForksBranchOfTheSameNameIsNotOurs()
{
    QVERIFY(isFromOwnProject(json(R"({"source_project_id":1,"target_project_id":1})")));
    QVERIFY(isFromOwnProject(json("{}")));
    QVERIFY(!isFromOwnProject(json(R"({"source_project_id":2,"target_project_id":1})")));
    QVERIFY(!isFromOwnProject(json(R"({"source_project_id":null,"target_project_id":1})")));
}

void GitLabTypesTest::approvalsOfBothEditionsAreUnderstood()
{
    const Approvals enterprise =
        approvalsFrom(json(R"({"approved":false,"approvals_required":2,"approvals_left":1,"user_can_approve":true,
        "user_has_approved":false,"approved_by":[{"user":{"username":"a"}},{"user":null},null]})"));
    QCOMPARE(enterprise.approvedBy, QStringList { u"a"_s });
    QCOMPARE(enterprise.left, std::optional(1));
    QCOMPARE(enterprise.userCanApprove, std::optional(true));
    const Approvals community = approvalsFrom(json(R"({"approved":true,"approved_by":[],"user_has_approved":false})"));
    QVERIFY(community.approvedBy.isEmpty());
    QVERIFY(!community.left);
    QVERIFY(!community.userCanApprove);
}

void GitLabTypesTest::pipelinesSkipWhatIsNone()
{
    const auto pipelines = pipelinesFrom(
        QJsonDocument::fromJson(
            R"([{"id":5,"sha":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","status":"success","ref":"r","source":"push"},null,7])")
            .array());
    QCOMPARE(pipelines.size(), 1u);
    QCOMPARE(pipelines[0].id, 5);
    QCOMPARE(pipelines[0].sha, Oid(shaA));
}

void GitLabTypesTest::objectNamesAreStrict()
{
    QVERIFY(oidFrom(shaA));
    QVERIFY(!oidFrom(shaA.left(39)));
    QVERIFY(!oidFrom(shaA.left(39) + u'g'));
    QVERIFY(!oidFrom(QJsonValue()));
}

void GitLabTypesTest::titlesAreCutBetweenCharacters_data()
{
    QTest::addColumn<QString>("title");
    QTest::addColumn<qsizetype>("codePoints");
    QTest::newRow("short") << u"a title"_s << qsizetype(7);
    QTest::newRow("exact") << QString(255, u'x') << qsizetype(255);
    QTest::newRow("long") << QString(256, u'x') << qsizetype(255);
    QTest::newRow("chinese") << QString(400, u'界') << qsizetype(255);
    QTest::newRow("emoji") << u"😀"_s.repeated(300) << qsizetype(255);
    QTest::newRow("flags") << u"🇩🇪"_s.repeated(200) << qsizetype(255);
    QTest::newRow("families") << u"👨‍👩‍👧"_s.repeated(100) << qsizetype(251);
}

void GitLabTypesTest::titlesAreCutBetweenCharacters()
{
    QFETCH(QString, title);
    QFETCH(qsizetype, codePoints);
    const QString cut = titleWithinLimit(title);
    QCOMPARE(cut.toUcs4().size(), codePoints);
    QCOMPARE(QString::fromUtf8(cut.toUtf8()), cut);
}

void GitLabTypesTest::branchNamesAreOursOnly_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("good");
    QTest::newRow("batch") << u"slipway/b-42-1"_s << true;
    QTest::newRow("dots") << u"slipway/v1.2_x"_s << true;
    for (const char *bad : { "",  "/a",  "a/",  "a//b", "a..b", "a.lock", "a/b.lock", "-a",   ".a", "a/.b",
                             "A", "a b", "a~1", "a^",   "a:b",  "ä",      "a\n",      "a@{b", "a.", "refs*" })
        QTest::addRow("'%s'", bad) << QString::fromUtf8(bad) << false;
    QTest::newRow("too long") << QString(201, u'a') << false;
}

void GitLabTypesTest::branchNamesAreOursOnly()
{
    QFETCH(QString, name);
    QFETCH(bool, good);
    GitLibrary::require();
    QCOMPARE(isBranchName(name), good);
}

void GitLabTypesTest::filePathsAreThoseGitCanHold_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("good");
    for (const char *good :
         { "a", "bindings/00/x.yaml", "a b/c", ".gitignore", "a/.gitattributes", "%E7%95%8C.yaml", "a.git/b" })
        QTest::addRow("'%s'", good) << QString::fromUtf8(good) << true;
    for (const char *bad :
         { "", "/a", "a/", "a//b", ".", "..", "a/../b", "./a", ".git/config", "a/.GIT/b", "a\nb", "a\\b", "a\x7f" })
        QTest::addRow("'%s'", bad) << QString::fromUtf8(bad) << false;
    QTest::newRow("NUL") << u"a\0b"_s << false;
    QTest::newRow("too long") << QString(1025, u'a') << false;
}

void GitLabTypesTest::filePathsAreThoseGitCanHold()
{
    QFETCH(QString, path);
    QFETCH(bool, good);
    QCOMPARE(isFilePath(path), good);
}

void GitLabTypesTest::gitFailuresAreTold_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("group");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("timedOut");
    QTest::addColumn<FailureKind>("kind");
    QTest::addColumn<int>("status");
    using K = FailureKind;
    QTest::newRow("token") << int(GIT_EAUTH) << int(GIT_ERROR_HTTP) << u"the token is refused"_s << false << K::TokenRefused
                           << 0;
    QTest::newRow("404") << -1 << int(GIT_ERROR_HTTP) << u"unexpected http status code: 404"_s << false << K::NotThere << 404;
    QTest::newRow("403") << -1 << int(GIT_ERROR_HTTP) << u"unexpected http status code: 403"_s << false << K::Forbidden << 403;
    QTest::newRow("413") << -1 << int(GIT_ERROR_HTTP) << u"unexpected http status code: 413"_s << false << K::Forbidden << 413;
    QTest::newRow("429") << -1 << int(GIT_ERROR_HTTP) << u"unexpected http status code: 429"_s << false << K::Throttled << 429;
    QTest::newRow("502") << -1 << int(GIT_ERROR_HTTP) << u"unexpected http status code: 502"_s << false << K::Unreachable
                         << 502;
    QTest::newRow("refused") << -1 << int(GIT_ERROR_OS) << u"failed to connect to x: Connection refused"_s << false
                             << K::Unreachable << 0;
    QTest::newRow("name") << -1 << int(GIT_ERROR_NET) << u"failed to resolve address"_s << false << K::Unreachable << 0;
    QTest::newRow("certificate") << -17 << int(GIT_ERROR_SSL) << u"the SSL certificate is invalid"_s << false << K::Unreachable
                                 << 0;
    QTest::newRow("time over in TLS") << -1 << int(GIT_ERROR_SSL) << u"SSL error"_s << true << K::Unreachable << 0;
    QTest::newRow("broken pack") << -1 << int(GIT_ERROR_ZLIB) << u"failed to inflate"_s << false << K::Damaged << 0;
    QTest::newRow("broken object") << -1 << int(GIT_ERROR_ODB) << u"failed to parse loose object"_s << false << K::Damaged << 0;
    QTest::newRow("unknown object") << int(GIT_ENOTFOUND) << int(GIT_ERROR_ODB) << u"object not found"_s << false << K::Invalid
                                    << 0;
    QTest::newRow("bad path") << -1 << int(GIT_ERROR_TREE) << u"invalid path"_s << false << K::Invalid << 0;
}

void GitLabTypesTest::gitFailuresAreTold()
{
    QFETCH(int, code);
    QFETCH(int, group);
    QFETCH(QString, text);
    QFETCH(bool, timedOut);
    QFETCH(FailureKind, kind);
    QFETCH(int, status);
    const GitFailure failure = gitFailureFrom(code, group, text, timedOut);
    QCOMPARE(failure.kind, kind);
    QCOMPARE(failure.httpStatus, status);
}

void GitLabTypesTest::sidebandIsKeptReadable()
{
    QCOMPARE(keptSideband("Resolving deltas:  50%\rResolving deltas: 100%\r\n\n  \x1b[31mGitLab: You are not "
                          "allowed\x07 to push\nend"),
             u"Resolving deltas: 100%\n[31mGitLab: You are not allowed to push\nend"_s);
    const QString long_ = keptSideband(QByteArray("界 line\n").repeated(5000));
    QVERIFY(long_.toUtf8().size() <= 4096);
    QVERIFY(!long_.contains(QChar::ReplacementCharacter));
}

QTEST_GUILESS_MAIN(GitLabTypesTest)
#include "tst_gitlabtypes.moc"
