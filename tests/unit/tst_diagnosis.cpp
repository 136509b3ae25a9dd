// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/guidance.h"
#include "shared/recovery/diagnosis.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::recovery;
using namespace std::chrono_literals;
using workflow::BatchStatus;
using workflow::Flow;
using workflow::Pair;
using workflow::Phase;
using workflow::Status;
using workflow::Step;

Q_DECLARE_METATYPE(slipway::recovery::OperationFacts)

namespace {

constexpr Instant noon { std::chrono::microseconds(1'796'040'926'123'456) };

TaskFacts working()
{
    TaskFacts task;
    task.dueAt = noon + 5s;
    task.reads = 7;
    task.why = u"waits for pipeline"_s;
    return task;
}

OperationFacts at(Step step, Status status)
{
    OperationFacts facts;
    facts.id = OperationId(u"op-12345678"_s);
    facts.pair = { step, status };
    facts.since = noon;
    facts.flow = Flow::Single;
    facts.partition.key = PartitionKey(u"main"_s);
    facts.task = working();
    return facts;
}

BatchFacts batch(BatchStatus status, Phase phase, std::optional<Pair> members = {})
{
    BatchFacts facts;
    facts.id = BatchId(17);
    facts.status = status;
    facts.phase = phase;
    facts.members = members;
    facts.since = noon;
    facts.mergeRequest = MergeRequestIid(5);
    facts.partition.key = PartitionKey(u"main"_s);
    facts.task = working();
    return facts;
}

RemoteFacts reading(const QString &state)
{
    RemoteFacts remote;
    remote.readAt = noon + 1s;
    remote.state = state;
    return remote;
}

QString codeOf(const std::optional<Diagnosis> &diagnosis)
{
    const auto name = diagnosis ? nameOf(diagnosis->code) : std::string_view("NOTHING");
    return QString::fromLatin1(name.data(), qsizetype(name.size()));
}

QStringList safeIn(const Diagnosis &diagnosis)
{
    QStringList names;
    for (const SafeAction &safe : diagnosis.safe)
        names.append(QString(safe.deed));
    return names;
}

QStringList blockedIn(const Diagnosis &diagnosis)
{
    QStringList names;
    for (const BlockedAction &blocked : diagnosis.blocked)
        names.append(QString(blocked.action));
    return names;
}

/// Every pair that is not final, as a request of its own, as one in a batch, and with facts that disturb it.
std::vector<OperationFacts> everySituation(const Pair &pair)
{
    std::vector<OperationFacts> all;
    for (const Flow flow : { Flow::MergeRequestFirst, Flow::Single, Flow::Batched }) {
        OperationFacts facts = at(pair.step, pair.status);
        facts.flow = flow;
        all.push_back(facts);
        facts.task.reset();
        facts.forge.isAway = true;
        all.push_back(facts);
        facts.remote = reading(u"merged"_s);
        all.push_back(facts);
        facts.remote = reading(u"closed"_s);
        facts.forge = {};
        facts.partition.mode = u"PAUSED"_s;
        facts.budget.isSpent = true;
        all.push_back(facts);
        facts.partition = {};
        facts.partition.slotHolder = BatchId(9);
        facts.partition.gateOwner = u"batch:9"_s;
        all.push_back(facts);
        for (const BatchStatus status : { BatchStatus::Running, BatchStatus::Blocked, BatchStatus::Failed }) {
            facts.batch = batch(status, Phase::Settling, pair);
            all.push_back(facts);
        }
    }
    return all;
}

} // namespace

class DiagnosisTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void everyPairThatIsNotFinalHasADiagnosisAndADeed_data();
    void everyPairThatIsNotFinalHasADiagnosisAndADeed();
    void usersAndMaintainersHearTheSame_data() { everyPairThatIsNotFinalHasADiagnosisAndADeed_data(); }
    void usersAndMaintainersHearTheSame();
    void everyBatchThatHoldsASlotHasADiagnosis();
    void eachRowOfTheTableIsFound_data();
    void eachRowOfTheTableIsFound();
    void whatHelpsAndWhatDoesNotIsSaid();
    void noSlotIsEverFreedByHand();
    void aReplacedRequestIsOver();
    void whatWasReadOfTheForgeIsShownFactByFact();
};

void DiagnosisTest::everyPairThatIsNotFinalHasADiagnosisAndADeed_data()
{
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < workflow::pairs.size(); ++i)
        QTest::addRow("%d/%s", int(workflow::pairs[i].step), workflow::nameOf(workflow::pairs[i].status).data()) << int(i);
}

void DiagnosisTest::everyPairThatIsNotFinalHasADiagnosisAndADeed()
{
    QFETCH(int, index);
    const Pair pair = workflow::pairs[size_t(index)];
    for (const OperationFacts &facts : everySituation(pair)) {
        const auto diagnosis = diagnose(facts);
        QCOMPARE(diagnosis.has_value(), !workflow::isFinal(pair));
        if (!diagnosis)
            continue;
        QVERIFY(diagnosis->code < DiagnosisCode::Count);
        QVERIFY(QLatin1StringView(diagnosis->sentence).size() > 10);
        QVERIFY(!diagnosis->facts.empty());
        QVERIFY2(!diagnosis->safe.empty() || diagnosis->next, qPrintable(codeOf(diagnosis)));
        // Every placeholder of the sentence has its word.
        for (int i = 1; i <= 3; ++i) {
            if (QLatin1StringView(diagnosis->sentence).contains(QString(u"%%1"_s).arg(i)))
                QVERIFY2(diagnosis->arguments.size() >= i, diagnosis->sentence);
        }
        // Nothing is advised and blocked at once.
        for (const QString &blocked : blockedIn(*diagnosis))
            QVERIFY2(!safeIn(*diagnosis).contains(blocked), qPrintable(blocked));
    }
}

void DiagnosisTest::usersAndMaintainersHearTheSame()
{
    QFETCH(int, index);
    const Pair pair = workflow::pairs[size_t(index)];
    intake::GuidanceFacts user;
    user.pair = pair;
    const auto action = intake::guidanceFor(user).action;
    for (const OperationFacts &facts : everySituation(pair)) {
        const auto diagnosis = diagnose(facts);
        const Turn turn = diagnosis ? diagnosis->turn : rowOf(pair.step).turn;
        switch (turn) {
        case Turn::Service:
        case Turn::Approver: QCOMPARE(action, intake::GuidanceAction::Wait); break;
        case Turn::Maintainers: QCOMPARE(action, intake::GuidanceAction::ContactMaintainers); break;
        case Turn::Requester: QCOMPARE(action, intake::GuidanceAction::Resubmit); break;
        case Turn::Nobody: QCOMPARE(action, intake::GuidanceAction::Done); break;
        }
    }
}

void DiagnosisTest::everyBatchThatHoldsASlotHasADiagnosis()
{
    for (size_t phase = 0; phase < size_t(Phase::Count); ++phase) {
        for (const BatchStatus status : { BatchStatus::Running, BatchStatus::Blocked }) {
            for (const Step step : workflow::phaseSteps[phase].steps.all()) {
                const auto pair = std::ranges::find(workflow::pairs, step, &Pair::step);
                const auto diagnosis = diagnose(batch(status, Phase(phase), *pair));
                QVERIFY2(diagnosis, workflow::phaseNames[phase].data());
                QCOMPARE(diagnosis->turn, status == BatchStatus::Blocked ? Turn::Maintainers : Turn::Service);
                QVERIFY(!diagnosis->safe.empty() || diagnosis->next);
            }
        }
        QVERIFY(!diagnose(batch(BatchStatus::Succeeded, Phase(phase))));
        QVERIFY(!diagnose(batch(BatchStatus::Failed, Phase(phase))));
    }
}

namespace {

const auto asItIs = [](OperationFacts &) {};

template <class Change>
void row(const char *code, OperationFacts facts, Change &&change)
{
    change(facts);
    QTest::addRow("%s (%d)", code, int(facts.pair.step)) << facts << QString::fromLatin1(code);
}

void addWhatGoesOn()
{
    row("WAITING_APPROVAL", at(Step::ApprovalSent, Status::ApprovalSent), asItIs);
    row("WAITING_SLOT", at(Step::Queued, Status::Queued),
        [](OperationFacts &facts) { facts.partition.slotHolder = BatchId(9); });
    row("WAITING_ROUND", at(Step::Queued, Status::Queued), asItIs);
    row("PARTITION_PAUSED", at(Step::Queued, Status::Queued),
        [](OperationFacts &facts) { facts.partition.mode = u"HALTED"_s; });
    row("QUARANTINED", at(Step::Queued, Status::Queued), [](OperationFacts &facts) { facts.isQuarantined = true; });
    row("RUNNING_SLOW", at(Step::CreatePipelineRunning, Status::MrCreating), asItIs);
    row("RUNNING_ORPHANED", at(Step::HandleStarted, Status::Merging), [](OperationFacts &facts) {
        facts.task->isLeased = true;
        facts.task->isOwnerAlive = false;
    });
    row("PIPELINE_UNKNOWN", at(Step::CreatePipelinePending, Status::MrCreating), asItIs);
    row("PIPELINE_UNKNOWN", at(Step::HandlePipelinePending, Status::Merging), asItIs);
    row("REMOTE_UNKNOWN", at(Step::RebasePending, Status::Merging), asItIs);
    row("REMOTE_UNKNOWN", at(Step::MergePending, Status::Merging), asItIs);
    row("WAITING_GATE", at(Step::HandleApproved, Status::Merging),
        [](OperationFacts &facts) { facts.partition.gateOwner = u"batch:9"_s; });
    row("RUNNING_SLOW", at(Step::HandleApproved, Status::Merging),
        [](OperationFacts &facts) { facts.partition.gateOwner = u"operation:op-12345678"_s; });
}

void addWhatFailedOrLanded()
{
    row("PIPELINE_FAILED", at(Step::CreatePipelineFailed, Status::CreateFailed), asItIs);
    row("PIPELINE_FAILED", at(Step::HandlePipelineFailed, Status::HandleFailed), asItIs);
    row("REBASE_CONFLICT", at(Step::HandleRebaseConflict, Status::HandleFailed), asItIs);
    row("APPROVE_NO_RIGHT", at(Step::HandleApproveFailed, Status::HandleFailed), asItIs);
    row("APPROVE_DONE", at(Step::HandleApproveFailed, Status::HandleFailed), [](OperationFacts &facts) {
        facts.remote = reading(u"opened"_s);
        facts.remote->bothApproved = true;
    });
    row("CHECKLIST", at(Step::HandleApproveFailed, Status::HandleFailed),
        [](OperationFacts &facts) { facts.failureCode = u"CHECKLIST"_s; });
    row("REMOTE_MERGED", at(Step::HandleMergeFailed, Status::HandleFailed),
        [](OperationFacts &facts) { facts.remote = reading(u"merged"_s); });
    row("REMOTE_CLOSED", at(Step::HandleMergeRequestClosed, Status::HandleFailed), asItIs);
    row("FOREIGN_HEAD", at(Step::HandleForeignHead, Status::HandleFailed), asItIs);
    row("TREE_MISMATCH", at(Step::HandleMerged, Status::Merged), [](OperationFacts &facts) { facts.isTreeMismatch = true; });
    row("DEPLOY_LATE", at(Step::HandleMerged, Status::Merged), asItIs);
    row("DEPLOY_LOST", at(Step::HandleMerged, Status::Merged),
        [](OperationFacts &facts) { facts.deploy.hasLaterDeploy = true; });
    row("DEPLOY_FAILED", at(Step::DeployFailed, Status::Merged), asItIs);
    row("DEPLOY_UNPROVEN", at(Step::DeployPending, Status::Merged), asItIs);
    row("APPROVAL_UNKNOWN", at(Step::ApprovalSendPending, Status::ApprovalSending), asItIs);
    row("APPROVAL_UNKNOWN", at(Step::ApprovalSending, Status::ApprovalSending),
        [](OperationFacts &facts) { facts.budget.isSpent = true; });
    row("RUNNING_SLOW", at(Step::ApprovalSending, Status::ApprovalSending),
        [](OperationFacts &facts) { facts.forge.isAway = true; });
    for (const Step step : { Step::CreateOverloaded, Step::ApprovalOverloaded })
        row("OVERLOADED", at(step, Status::CreateFailed), asItIs);
    row("OVERLOADED", at(Step::HandleOverloaded, Status::HandleFailed), asItIs);
    for (const Step step : { Step::CreateFailed, Step::CreatePushRejected, Step::CreateConflict,
                             Step::CreateMergeRequestRefused, Step::BatchFailed, Step::ApprovalSendFailed })
        row("FAILED_NEEDS_PERSON", at(step, Status::CreateFailed), asItIs);
    row("FAILED_NEEDS_PERSON", at(Step::CloseFailed, Status::HandleFailed), asItIs);
}

void addWhatStandsInTheWay()
{
    row("FORGE_DOWN", at(Step::HandleStarted, Status::Merging), [](OperationFacts &facts) { facts.forge.isAway = true; });
    row("TOKEN_REFUSED", at(Step::HandleStarted, Status::Merging),
        [](OperationFacts &facts) { facts.forge.refusedBots = { u"author"_s }; });
    row("BLOCKED_OTHER", at(Step::HandleStarted, Status::Merging),
        [](OperationFacts &facts) { facts.batch = batch(BatchStatus::Blocked, Phase::Approving, facts.pair); });
    row("REMOTE_LOCKED", at(Step::HandleMerging, Status::Merging), [](OperationFacts &facts) {
        facts.batch = batch(BatchStatus::Blocked, Phase::Settling, facts.pair);
        facts.batch->remote = reading(u"locked"_s);
    });
}

} // namespace

void DiagnosisTest::eachRowOfTheTableIsFound_data()
{
    QTest::addColumn<OperationFacts>("facts");
    QTest::addColumn<QString>("code");
    addWhatGoesOn();
    addWhatFailedOrLanded();
    addWhatStandsInTheWay();
}

void DiagnosisTest::eachRowOfTheTableIsFound()
{
    QFETCH(OperationFacts, facts);
    const auto diagnosis = diagnose(facts);
    QTEST(codeOf(diagnosis), "code");
}

void DiagnosisTest::whatHelpsAndWhatDoesNotIsSaid()
{
    OperationFacts facts = at(Step::CreatePipelineFailed, Status::CreateFailed);
    facts.batch = batch(BatchStatus::Failed, Phase::Settling);
    QCOMPARE(safeIn(*diagnose(facts)), QStringList({ u"CLOSE_REQUEST"_s, u"REQUEUE_MEMBERS"_s }));
    QCOMPARE(blockedIn(*diagnose(facts)), QStringList { u"RETRY_STEP"_s });

    facts = at(Step::HandleApproveFailed, Status::HandleFailed);
    QVERIFY(safeIn(*diagnose(facts)).contains(u"FIX_RIGHT"_s));
    QVERIFY(blockedIn(*diagnose(facts)).contains(u"ALIGN_WITH_REMOTE"_s));

    facts = at(Step::Queued, Status::Queued);
    facts.partition.mode = u"PAUSED"_s;
    QCOMPARE(safeIn(*diagnose(facts)), QStringList { u"RESUME_PARTITION"_s });
    QCOMPARE(blockedIn(*diagnose(facts)), QStringList { u"RUN_ROUND"_s });
    facts.partition.mode = u"OPEN"_s;
    facts.partition.isFrozen = true;
    QVERIFY(safeIn(*diagnose(facts)).isEmpty());

    const auto locked = diagnose([] {
        BatchFacts stuck = batch(BatchStatus::Blocked, Phase::Settling);
        stuck.remote = reading(u"locked"_s);
        return stuck;
    }());
    QVERIFY(blockedIn(*locked).contains(u"SETTLE_FAILED"_s));

    const auto mismatch = diagnose(batch(BatchStatus::Blocked, Phase::Verify));
    QCOMPARE(codeOf(mismatch), u"TREE_MISMATCH"_s);
    QCOMPARE(safeIn(*mismatch), QStringList { u"ALIGN_WITH_REMOTE"_s });

    BatchFacts late = batch(BatchStatus::Failed, Phase::Settling);
    late.isFoundMerged = true;
    QCOMPARE(codeOf(diagnose(late)), u"REMOTE_MERGED"_s);
    QCOMPARE(safeIn(*diagnose(late)), QStringList { u"ALIGN_WITH_REMOTE"_s });
}

void DiagnosisTest::noSlotIsEverFreedByHand()
{
    OperationFacts facts = at(Step::Queued, Status::Queued);
    facts.partition.slotHolder = BatchId(9);
    QVERIFY(blockedIn(*diagnose(facts)).contains(u"FREE_SLOT"_s));
    BatchFacts orphan = batch(BatchStatus::Running, Phase::Pipeline, Pair { Step::CreatePipelineRunning, Status::MrCreating });
    orphan.task->isLeased = true;
    orphan.task->isOwnerAlive = false;
    QCOMPARE(codeOf(diagnose(orphan)), u"RUNNING_ORPHANED"_s);
    QVERIFY(blockedIn(*diagnose(orphan)).contains(u"FREE_SLOT"_s));
    QVERIFY(safeIn(*diagnose(orphan)).contains(u"SETTLE_FAILED"_s));
}

void DiagnosisTest::aReplacedRequestIsOver()
{
    OperationFacts facts = at(Step::DeployPending, Status::Merged);
    facts.ownsBinding = false;
    QVERIFY(!diagnose(facts));
}

void DiagnosisTest::whatWasReadOfTheForgeIsShownFactByFact()
{
    OperationFacts facts = at(Step::HandleMergeFailed, Status::HandleFailed);
    facts.mergeRequest = MergeRequestIid(5);
    facts.remote = reading(u"opened"_s);
    facts.remote->detailedStatus = u"not_approved"_s;
    facts.remote->pipeline = u"pipeline 3: success"_s;
    facts.remote->approvedBy = { u"bot-1"_s };
    const auto diagnosis = diagnose(facts);
    QVERIFY(diagnosis);
    QStringList names;
    for (const Fact &fact : diagnosis->facts)
        names.append(QString(fact.name));
    for (const char *name : { "mergeRequest", "readAt", "remoteState", "remoteDetail", "pipeline", "approvedBy" })
        QVERIFY2(names.contains(QString::fromLatin1(name)), name);
}

QTEST_APPLESS_MAIN(DiagnosisTest)
#include "tst_diagnosis.moc"
