// SPDX-License-Identifier: GPL-3.0-only
#include "console/actions/actioncatalogue.h"
#include "console/actions/actionrun.h"
#include "console/models/listfeed.h"
#include "console/models/listtables.h"
#include "console/session/session.h"
#include "tests/support/await.h"
#include "tests/support/journey.h"

#include <QNetworkAccessManager>
#include <QTest>

#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway;
using namespace slipway::console;
using recovery::Action;
using recovery::TargetKind;
using support::Journey;

/// What stops on real parts is seen in the console's own models and repaired by its own actions.
class ConsoleRecoveryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aStuckBatchIsSettledByTwoAndItsRequestsRunAgain();
    void aBatchIsHeldAndReleased();
    void aPausedPartitionIsResumed();
    void failedRequestsAreClosedTogether();
    void aDeploymentNobodyProvedIsVouchedForByTwo();
};

namespace {

Journey journeyOf(const QMap<QString, QString> &hot, const QJsonObject &policy)
{
    support::Stack::Options options;
    options.stage.hot = hot;
    options.stage.policy = policy;
    options.stage.roles = { { u"ops.read"_s, { u"olga"_s, u"bob"_s } }, { u"ops.act"_s, { u"olga"_s, u"bob"_s } } };
    return Journey(options);
}

/// One maintainer at a console without a window.
class Desk {
public:
    Desk(Journey &journey, const QString &account)
        : m_session(m_network)
        , m_attention(tables::attention())
        , m_requests(tables::requests())
        , m_batches(tables::batches())
        , m_attentionFeed(m_session.api(), m_attention, u"/ops/v1/attention"_s)
        , m_requestsFeed(m_session.api(), m_requests, u"/ops/v1/operations"_s)
        , m_batchesFeed(m_session.api(), m_batches, u"/ops/v1/batches"_s)
    {
        Profile profile = Profile::fresh(Profile::Stage::Development);
        profile.url = journey.stack().serviceUrl();
        profile.account = account;
        m_session.setPace(500ms);
        QObject::connect(&m_session, &Session::refreshDue, &m_attentionFeed, &ListFeed::refresh);
        QObject::connect(&m_session, &Session::refreshDue, &m_requestsFeed, &ListFeed::refresh);
        QObject::connect(&m_session, &Session::refreshDue, &m_batchesFeed, &ListFeed::refresh);
        m_session.open(profile, {});
        await(u"the service answers"_s, [this] { return m_session.state() == Session::State::Fresh; });
    }

    Session &session() { return m_session; }

    static void await(const QString &what, const std::function<bool()> &condition)
    {
        if (!support::await(condition, 40s))
            throw std::runtime_error(what.toStdString());
    }

    /// The line of that kind with that diagnosis ("" for one without), once it is there.
    protocol::AttentionItem awaitAttention(const QString &kind, const QString &code)
    {
        std::optional<protocol::AttentionItem> found;
        await(u"attention lists a %1 as %2"_s.arg(kind, code), [&] {
            for (const protocol::AttentionItem &item : m_attention.rows()) {
                if (item.kind == kind && (item.diagnosis ? item.diagnosis->code : QString()) == code)
                    found = item;
            }
            return found.has_value();
        });
        return *found;
    }
    void awaitNothingWaits()
    {
        await(u"nothing waits for a person"_s, [this] { return m_attention.rowCount() == 0 && !m_attentionFeed.isReading(); });
    }
    Target request(const QString &id) { return row(m_requests, id); }
    Target batch(qint64 id) { return row(m_batches, QString::number(id)); }
    void awaitRequest(const QString &id, const QString &status)
    {
        await(u"%1 becomes %2"_s.arg(id, status), [&] { return m_requests.rowOf(id) >= 0 && request(id).standing == status; });
    }
    Target awaitBatch(qint64 id, const QString &status)
    {
        await(u"batch %1 becomes %2"_s.arg(id).arg(status),
              [&] { return m_batches.rowOf(QString::number(id)) >= 0 && batch(id).standing == status; });
        return batch(id);
    }

    /// All of it: guard, plan, confirmation as it asks for, run. The outcomes, joined.
    QString act(Action action, const Selection &selection)
    {
        ActionRun run(m_session, *actionFor(action), selection);
        if (const Guard guard = run.begin(); !guard.isAllowed)
            return u"NOT BEGUN"_s;
        await(u"the plan of %1"_s.arg(run.action().name()), [&] { return run.stage() != ActionRun::Stage::Planning; });
        if (run.stage() == ActionRun::Stage::Asking && !run.confirm(u"a test"_s, run.wordToType()).isAllowed)
            return u"NOT CONFIRMED"_s;
        await(u"the end of %1"_s.arg(run.action().name()), [&] { return run.stage() == ActionRun::Stage::Ended; });
        QStringList outcomes;
        for (const RunItem &item : run.items())
            outcomes.append(item.outcome);
        return outcomes.join(u' ');
    }

private:
    Target row(RowsModel &model, const QString &id)
    {
        await(u"%1 is listed"_s.arg(id), [&] { return model.rowOf(id) >= 0; });
        return *model.targetAt(model.rowOf(id));
    }

    QNetworkAccessManager m_network;
    Session m_session;
    ListModel<protocol::AttentionItem> m_attention;
    ListModel<protocol::OperationSummary> m_requests;
    ListModel<protocol::BatchSummary> m_batches;
    ListFeed m_attentionFeed;
    ListFeed m_requestsFeed;
    ListFeed m_batchesFeed;
};

const QMap<QString, QString> impatient { { u"poll.pipeline.limit"_s, u"5"_s }, { u"poll.pipeline.longMs"_s, u"600000"_s } };

qint64 batchOf(Journey &journey, const QString &operation) { return journey.read(operation).value("batchId"_L1).toInteger(); }

void pipelines(Journey &journey, const QString &result)
{
    journey.twin().post(u"/projects/config%2Faccess/policy"_s, { { u"pipeline_result"_s, result } });
}

} // namespace

void ConsoleRecoveryTest::aStuckBatchIsSettledByTwoAndItsRequestsRunAgain()
{
    Journey journey = journeyOf(impatient, { { u"pipeline_result"_s, u"running"_s } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    Desk bob(journey, u"bob"_s);
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10502);
    const Target stuck = *targetOf(olga.awaitAttention(u"batch"_s, u"PIPELINE_UNKNOWN"_s));
    QCOMPARE(olga.act(Action::ReCheck, { stuck }), u"STARTED"_s);
    QCOMPARE(olga.act(Action::RequeueMembers, { olga.awaitBatch(stuck.id.toLongLong(), u"RUNNING"_s) }), u"NOT BEGUN"_s);
    QCOMPARE(olga.act(Action::ConfirmPipeline, { stuck }), u"REFUSED"_s); // It has not passed.
    QCOMPARE(olga.act(Action::SettleFailed, { stuck }), u"AWAITING_SECOND"_s);
    const Target asked = *targetOf(bob.awaitAttention(u"action"_s, {}));
    QCOMPARE(olga.act(Action::ConfirmAction, { asked }), u"REFUSED"_s); // Not oneself.
    QCOMPARE(bob.act(Action::ConfirmAction, { asked }), u"STARTED"_s);
    const Target failed = olga.awaitBatch(stuck.id.toLongLong(), u"FAILED"_s);
    pipelines(journey, u"success"_s);
    QCOMPARE(olga.act(Action::RequeueMembers, { failed }), u"DONE"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRecoveryTest::aBatchIsHeldAndReleased()
{
    Journey journey = journeyOf(impatient, { { u"pipeline_result"_s, u"running"_s } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10502);
    const qint64 id = batchOf(journey, operation);
    const Target running = olga.awaitBatch(id, u"RUNNING"_s);
    QCOMPARE(olga.act(Action::Block, { running }), u"DONE"_s);
    const Target blocked = *targetOf(olga.awaitAttention(u"batch"_s, u"BLOCKED_OTHER"_s));
    QCOMPARE(blocked.id, running.id);
    Target stale = running; // As it was before it was blocked: the version tells.
    stale.standing.clear();
    QCOMPARE(olga.act(Action::Unblock, { stale }), u"PREEMPTED"_s);
    QCOMPARE(olga.act(Action::RetryStep, { olga.request(operation) }), u"NOT BEGUN"_s); // It moves with its batch.
    olga.session().setReadOnly(true);
    QCOMPARE(olga.act(Action::Unblock, { blocked }), u"NOT BEGUN"_s);
    olga.session().setReadOnly(false);
    pipelines(journey, u"success"_s);
    QCOMPARE(olga.act(Action::Unblock, { blocked }), u"STARTED"_s);
    olga.awaitBatch(id, u"RUNNING"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRecoveryTest::aPausedPartitionIsResumed()
{
    Journey journey = journeyOf({}, {});
    journey.start();
    Desk olga(journey, u"olga"_s);
    const QString key = olga.session().overview()["partitions"_L1][0]["key"_L1].toString();
    const Target open { .kind = TargetKind::Partition, .id = key, .standing = u"OPEN"_s };
    const QString waiting = journey.submit(u"ann"_s, u"db/read"_s);
    journey.awaitStatus(waiting, { u"APPROVAL_SENT"_s });
    QCOMPARE(olga.act(Action::ReconcileNow, { olga.request(waiting) }), u"NOT BEGUN"_s);
    QCOMPARE(olga.act(Action::PausePartition, { open }), u"DONE"_s);
    journey.approve(waiting);
    olga.awaitRequest(waiting, u"QUEUED"_s);
    const Target paused = *targetOf(olga.awaitAttention(u"partition"_s, {}));
    QCOMPARE(olga.act(Action::RunRound, { paused }), u"NOT BEGUN"_s);
    QCOMPARE(olga.act(Action::RunRound, { open }), u"REFUSED"_s); // The service says the same.
    QCOMPARE(olga.act(Action::ResumePartition, { paused }), u"DONE"_s);
    olga.awaitRequest(waiting, u"VALIDATED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRecoveryTest::failedRequestsAreClosedTogether()
{
    Journey journey = journeyOf({}, { { u"pipeline_result"_s, u"failed"_s } });
    journey.start();
    Desk olga(journey, u"olga"_s);
    QStringList operations;
    for (const QString &subject : { u"ann"_s, u"ben"_s, u"cleo"_s })
        operations.append(journey.submit(subject, u"db/read"_s));
    for (const QString &operation : operations)
        journey.approve(operation);
    Selection failed;
    for (const QString &operation : operations) {
        olga.awaitRequest(operation, u"CREATE_FAILED"_s);
        failed.append(olga.request(operation));
    }
    QCOMPARE(olga.awaitAttention(u"operation"_s, u"PIPELINE_FAILED"_s).diagnosis->nextSafeActions.empty(), false);
    QCOMPARE(olga.act(Action::RetryStep, { failed.first() }), u"NOT BEGUN"_s); // Its diagnosis says why.
    QCOMPARE(actionFor(Action::CloseRequest)->wordToType(failed), u"3"_s);
    QCOMPARE(olga.act(Action::CloseRequest, failed), u"DONE DONE DONE"_s);
    for (const QString &operation : operations)
        olga.awaitRequest(operation, u"CLOSED"_s);
    olga.awaitNothingWaits();
    QCOMPARE(journey.count("SELECT COUNT(DISTINCT bulk_id) AS n FROM ops_action"), 1);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

void ConsoleRecoveryTest::aDeploymentNobodyProvedIsVouchedForByTwo()
{
    Journey journey = journeyOf({}, {});
    journey.start();
    journey.twin().post(u"/deploys/policy"_s, { { u"enabled"_s, false } });
    Desk olga(journey, u"olga"_s);
    Desk bob(journey, u"bob"_s);
    const QString operation = journey.submit(u"ann"_s, u"db/read"_s);
    journey.approve(operation);
    journey.awaitStep(operation, 10103);
    olga.awaitRequest(operation, u"MERGED"_s);
    QCOMPARE(olga.act(Action::CloseRequest, { olga.request(operation) }), u"NOT BEGUN"_s); // It has landed.
    QCOMPARE(olga.act(Action::ReconcileNow, { olga.request(operation) }), u"STARTED"_s);
    QCOMPARE(olga.act(Action::MarkValidated, { olga.request(operation) }), u"AWAITING_SECOND"_s);
    QCOMPARE(bob.act(Action::RejectAction, { *targetOf(bob.awaitAttention(u"action"_s, {})) }), u"DONE"_s);
    bob.awaitNothingWaits();
    QCOMPARE(olga.act(Action::MarkValidated, { olga.request(operation) }), u"AWAITING_SECOND"_s);
    QCOMPARE(bob.act(Action::ConfirmAction, { *targetOf(bob.awaitAttention(u"action"_s, {})) }), u"STARTED"_s);
    olga.awaitRequest(operation, u"VALIDATED"_s);
    QCOMPARE(journey.brokenInvariants(), QStringList());
}

QTEST_GUILESS_MAIN(ConsoleRecoveryTest)
#include "tst_consolerecovery.moc"
