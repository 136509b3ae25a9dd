// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/mergerequestreading.h"
#include "service/mergerequest/pipelinedecision.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway::mergerequest;
using namespace slipway::forge;

namespace {
const Oid head(QString(40, u'a'));
const Oid other(QString(40, u'b'));
const Oid mergedResult(QString(40, u'c'));

Pipeline pipeline(qint64 id, const Oid &sha, const QString &status, const QString &source = u"merge_request_event"_s,
                  const QString &ref = u"refs/merge-requests/1/head"_s)
{
    return { .id = id, .sha = sha, .ref = ref, .status = status, .source = source, .webUrl = {} };
}
} // namespace

class MergeRequestDecisionsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void statusesMeanWhatTheyMean_data();
    void statusesMeanWhatTheyMean();
    void oldGreenPipelineOfAnotherHeadDoesNotCount();
    void newestOfOneSourceSpeaks();
    void anyFailedOneFailsWhereAllMustPass();
    void mergedResultsCountByTheirSecondParent();
    void stateIsReadInTheOrderThatMatters_data();
    void stateIsReadInTheOrderThatMatters();
    void unknownWordIsWaitedFor_data();
    void unknownWordIsWaitedFor();
};

void MergeRequestDecisionsTest::statusesMeanWhatTheyMean_data()
{
    QTest::addColumn<QString>("status");
    QTest::addColumn<int>("verdict");
    for (const char *running : { "created", "waiting_for_resource", "preparing", "waiting_for_callback", "pending", "running",
                                 "canceling", "a_new_word" })
        QTest::newRow(running) << QString::fromLatin1(running) << int(PipelineVerdict::Running);
    QTest::newRow("success") << u"success"_s << int(PipelineVerdict::Passed);
    for (const char *failed : { "failed", "canceled", "skipped" })
        QTest::newRow(failed) << QString::fromLatin1(failed) << int(PipelineVerdict::Failed);
    for (const char *parked : { "manual", "scheduled" })
        QTest::newRow(parked) << QString::fromLatin1(parked) << int(PipelineVerdict::Parked);
}

void MergeRequestDecisionsTest::statusesMeanWhatTheyMean()
{
    QFETCH(const QString, status);
    QFETCH(const int, verdict);
    QCOMPARE(int(decide({ pipeline(1, head, status) }, head, {}, {}).verdict), verdict);
}

void MergeRequestDecisionsTest::oldGreenPipelineOfAnotherHeadDoesNotCount()
{
    QCOMPARE(int(decide({ pipeline(1, other, u"success"_s) }, head, {}, {}).verdict), int(PipelineVerdict::NoneYet));
    QCOMPARE(int(decide({}, head, {}, {}).verdict), int(PipelineVerdict::NoneYet));
}

void MergeRequestDecisionsTest::newestOfOneSourceSpeaks()
{
    QCOMPARE(int(decide({ pipeline(2, head, u"success"_s), pipeline(1, head, u"failed"_s) }, head, {}, {}).verdict),
             int(PipelineVerdict::Passed));
    QCOMPARE(int(decide({ pipeline(2, head, u"running"_s), pipeline(1, head, u"success"_s) }, head, {}, {}).verdict),
             int(PipelineVerdict::Running));
}

void MergeRequestDecisionsTest::anyFailedOneFailsWhereAllMustPass()
{
    const PipelineRule all { u"any"_s, false };
    QCOMPARE(int(decide({ pipeline(2, head, u"success"_s), pipeline(1, head, u"failed"_s, u"push"_s) }, head, {}, all).verdict),
             int(PipelineVerdict::Failed));
    QCOMPARE(
        int(decide({ pipeline(2, head, u"success"_s), pipeline(1, head, u"running"_s, u"push"_s) }, head, {}, all).verdict),
        int(PipelineVerdict::Running));
    QCOMPARE(int(decide({ pipeline(2, head, u"success"_s), pipeline(1, head, u"failed"_s, u"push"_s) }, head, {}, {}).verdict),
             int(PipelineVerdict::Passed));
}

void MergeRequestDecisionsTest::mergedResultsCountByTheirSecondParent()
{
    const auto result = pipeline(3, mergedResult, u"success"_s, u"merge_request_event"_s, u"refs/merge-requests/1/merge"_s);
    QCOMPARE(int(decide({ result }, head, { mergedResult.value() }, {}).verdict), int(PipelineVerdict::Passed));
    QCOMPARE(int(decide({ result }, head, {}, {}).verdict), int(PipelineVerdict::NoneYet));
}

void MergeRequestDecisionsTest::stateIsReadInTheOrderThatMatters_data()
{
    QTest::addColumn<QString>("state");
    QTest::addColumn<bool>("ourHead");
    QTest::addColumn<int>("reading");
    QTest::newRow("merged, whatever its head") << u"merged"_s << false << int(Reading::Merged);
    QTest::newRow("closed") << u"closed"_s << true << int(Reading::Closed);
    QTest::newRow("locked") << u"locked"_s << true << int(Reading::Locked);
    QTest::newRow("a state of the future is undecided") << u"archived"_s << true << int(Reading::Locked);
    QTest::newRow("open") << u"opened"_s << true << int(Reading::Open);
    QTest::newRow("open with a foreign head") << u"opened"_s << false << int(Reading::ForeignHead);
}

void MergeRequestDecisionsTest::stateIsReadInTheOrderThatMatters()
{
    QFETCH(const QString, state);
    QFETCH(const bool, ourHead);
    QFETCH(const int, reading);
    MergeRequest mergeRequest;
    mergeRequest.state = state;
    mergeRequest.head = ourHead ? head : other;
    QCOMPARE(int(readingOf(mergeRequest, head)), reading);
}

void MergeRequestDecisionsTest::unknownWordIsWaitedFor_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<bool>("conflicts");
    QTest::addColumn<int>("means");
    QTest::newRow("mergeable") << u"mergeable"_s << false << int(Mergeability::Mergeable);
    QTest::newRow("a stale conflict") << u"conflict"_s << false << int(Mergeability::Wait);
    QTest::newRow("a real conflict") << u"conflict"_s << true << int(Mergeability::Conflict);
    QTest::newRow("needs a rebase") << u"need_rebase"_s << false << int(Mergeability::NeedsRebase);
    QTest::newRow("a draft") << u"draft_status"_s << false << int(Mergeability::Refused);
    for (const char *word : { "preparing", "checking", "unchecked", "approvals_syncing", "ci_must_pass", "ci_still_running",
                              "a_word_of_2030", "" })
        QTest::newRow(word) << QString::fromLatin1(word) << false << int(Mergeability::Wait);
}

void MergeRequestDecisionsTest::unknownWordIsWaitedFor()
{
    QFETCH(const QString, word);
    QFETCH(const bool, conflicts);
    QFETCH(const int, means);
    MergeRequest mergeRequest;
    mergeRequest.detailedStatus = word;
    mergeRequest.hasConflicts = conflicts;
    QCOMPARE(int(mergeabilityOf(mergeRequest)), means);
}

QTEST_APPLESS_MAIN(MergeRequestDecisionsTest)
#include "tst_mergerequestdecisions.moc"
