// SPDX-License-Identifier: GPL-3.0-only
// What it costs the database when a batch of a thousand lands, and when it fails and everybody queues again.
#include "service/batching/claim.h"
#include "service/workflow/batchlanding.h"
#include "sql/mergerequest.h"
#include "sql/workflow.h"
#include "tests/bench/figures.h"
#include "tests/bench/waitingrequests.h"
#include "tests/database/support/databasefixture.h"
#include "tests/database/support/invariants.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;
using namespace slipway;
using bench::Series;
using database::Connection;
using database::Transaction;
using workflow::Event;

namespace {

constexpr int members = 1'000;
constexpr int runs = 7;
constexpr double limit = 300; // Milliseconds.

const workflow::Because because { workflow::Cause::Engine, {} };

workflow::BatchRow claimed(Connection &connection, const workflow::BatchProgress &progress)
{
    const RoundAnswer answer = batching::claim(connection, progress, PartitionKey(u"access"_s), { members, members }, because);
    if (answer.members != members)
        throw std::runtime_error("the claim did not take what waits");
    return connection.selectOne<workflow::BatchRow>(sql::workflow::batch_by_id, { { "batch", answer.batch->value() } }).value();
}

void require(bool done)
{
    if (!done)
        throw std::runtime_error("somebody else moved the batch");
}

void land(Connection &connection, workflow::BatchLanding &landing, int mergeRequest)
{
    database::inTransaction(connection, "bench.land", [&](Transaction &transaction) {
        landing.recordMergeRequest(transaction, MergeRequestIid(mergeRequest));
        require(landing.move(transaction,
                             { .phase = workflow::Phase::Verify, .event = Event::ReadMerged, .also = [&](Transaction &inside) {
                                  landing.recordMerge(inside, QString(40, u'a'));
                              } }));
    });
    landing.keep();
}

void requeue(Connection &connection, const workflow::BatchProgress &progress, workflow::BatchRow &batch)
{
    const database::Bindings one { { "batch", batch.id.value() } };
    const auto also = [&](Transaction &transaction) {
        transaction.affect(sql::workflow::record_member_outcome,
                           { { "outcome", u"REQUEUED"_s }, { "batch", batch.id.value() } });
        transaction.affect(sql::mergerequest::clear_members, one);
        transaction.affect(sql::mergerequest::free_waiting_rows, one);
    };
    database::inTransaction(connection, "bench.requeue", [&](Transaction &transaction) {
        require(progress.advance(transaction, batch,
                                 { .to = { .status = workflow::BatchStatus::Failed },
                                   .event = Event::BatchRequeued,
                                   .because = because,
                                   .also = also }));
    });
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    database::DatabaseFixture fixture;
    Connection connection(fixture.freshSchema());
    bench::WaitingRequests(connection).add(members * (runs + 1), "access");
    const workflow::BatchProgress progress(InstanceId(u"bench"_s));
    Series landing, requeueing;
    for (int i = 0; i < runs; ++i) {
        workflow::BatchRow failed = claimed(connection, progress);
        requeueing.add(bench::milliseconds([&] { requeue(connection, progress, failed); }));
        workflow::BatchLanding batch(progress, claimed(connection, progress));
        landing.add(bench::milliseconds([&] { land(connection, batch, i + 1); }));
        database::inTransaction(connection, "bench.over",
                                [&](Transaction &transaction) { require(batch.move(transaction, { .isOver = true })); });
    }
    bench::Figures figures(u"settle"_s);
    figures.add(u"landing of 1,000 members, median of %1"_s.arg(runs), landing.median(), u"ms"_s, limit);
    figures.add(u"1,000 members queue again, median of %1"_s.arg(runs), requeueing.median(), u"ms"_s, limit);
    const QStringList broken = database::brokenInvariants(connection);
    for (const QString &rule : broken)
        std::fprintf(stderr, "%s\n", qPrintable(rule));
    figures.add(u"broken invariants afterwards"_s, double(broken.size()), u""_s, 0);
    return figures.finish(application.arguments());
}
