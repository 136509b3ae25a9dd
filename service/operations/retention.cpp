// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/retention.h"

#include "service/configuration/hotconfig.h"
#include "service/database/transaction.h"
#include "shared/clock.h"
#include "shared/config/keytable.h"
#include "shared/workflow/batch.h"
#include "shared/workflow/transitions.h"
#include "sql/retention.h"

#include <QLoggingCategory>

namespace slipway::operations {

using namespace Qt::StringLiterals;
using database::Bindings;
using database::Connection;
using database::Statement;
using database::Transaction;
using workflow::BatchStatus;
using workflow::Step;

namespace {

Q_LOGGING_CATEGORY(lcRetention, "slipway.retention", QtInfoMsg)

/// Rows in one DELETE: a few milliseconds of locks. A request has about a dozen rows of history.
constexpr int rowsAtOnce = 500;
constexpr int requestsAtOnce = 100;
constexpr int batchesAtOnce = 5;
/// Of each kind in one look, so that no kind waits for another.
constexpr int roundsAtOnce = 20;
/// What was needed when it was looked at may not be any more.
constexpr auto rewindsAfter = std::chrono::hours(24);

const QString beginning = u"1970-01-01 00:00:00"_s;

/// The steps in which a request may rest for ever: the final ones, and those an amendment may take a binding over from.
constexpr std::array<Step, 7> restingSteps { Step::Closed,           Step::CalledBack,
                                             Step::ApprovalRejected, Step::ApprovalWithdrawn,
                                             Step::ApprovalExpired,  Step::DeployFailed,
                                             Step::DeployPending };
constexpr bool everyFinalStepRests()
{
    return std::ranges::all_of(workflow::finalPairs, [](const workflow::Pair &pair) {
        return std::ranges::find(restingSteps, pair.step) != restingSteps.end();
    });
}
static_assert(everyFinalStepRests(), "the history of a final step would be kept for ever");

/// Rows of one table that are found by age and removed by key.
struct Rule {
    const char *table;
    KeyId days;
    const Statement &find;
    const Statement &remove;
    bool hasTextKey = false;
    const char *kind = nullptr; ///< Where the table holds several kinds under one key.
};
// clang-format off
constexpr Rule rules[] = {
    { "callback_receipt", key("retention.receiptsDays"), sql::retention::old_callbacks, sql::retention::purge_callbacks },
    { "remote_call", key("retention.remoteCallsDays"), sql::retention::old_calls, sql::retention::purge_calls },
    { "remote_reading", key("retention.remoteCallsDays"), sql::retention::old_readings, sql::retention::purge_readings, true, "operation" },
    { "remote_reading", key("retention.remoteCallsDays"), sql::retention::old_readings, sql::retention::purge_readings, true, "batch" },
    { "finding", key("retention.findingsDays"), sql::retention::old_findings, sql::retention::purge_findings },
    { "ops_action", key("retention.actionsDays"), sql::retention::old_actions, sql::retention::purge_actions, true },
};
// clang-format on

/// Finds and removes some rows at a time; whether more is left.
bool purgeByKey(Connection &connection, const char *table, const Statement &find, const Statement &remove, Bindings where,
                const Bindings &also, bool hasTextKey)
{
    where.add("limit", rowsAtOnce);
    qint64 removed = 0;
    bool more = true;
    for (int round = 0; more && round < roundsAtOnce; ++round) {
        QVariantList ids;
        connection.run(find, where, [&](const database::Row &row) {
            ids.append(hasTextKey ? QVariant(row.text("id")) : QVariant(row.number("id")));
        });
        more = ids.size() == rowsAtOnce;
        if (ids.isEmpty())
            break;
        Bindings these = also;
        these.add("ids", ids);
        removed += connection.write(remove, these);
    }
    if (removed > 0)
        qCInfo(lcRetention, "%lld rows of %s were old enough to go", static_cast<long long>(removed), table);
    return more;
}

bool purgeRule(Connection &connection, const Rule &rule, qint64 days)
{
    Bindings where { { "back", -days } };
    Bindings also;
    if (rule.kind) {
        where.add("kind", QString::fromLatin1(rule.kind));
        also = where;
    }
    return purgeByKey(connection, rule.table, rule.find, rule.remove, where, also, rule.hasTextKey);
}

/// The next partition behind that one which ever had a deployment; nothing at the end.
std::optional<QString> nextPartition(Connection &connection, const QString &after)
{
    std::optional<QString> next;
    connection.run(sql::retention::next_deploy_partition, { { "after", after } },
                   [&](const database::Row &row) { next = row.text("partition_key"); });
    return next;
}

bool purgeDeploys(Connection &connection, qint64 days)
{
    bool more = false;
    for (auto partition = nextPartition(connection, u""_s); partition; partition = nextPartition(connection, *partition)) {
        QString neededFrom;
        connection.run(sql::retention::oldest_unproven, { { "partition", *partition } },
                       [&](const database::Row &row) { neededFrom = row.text("at"); });
        const Bindings where { { "partition", *partition }, { "back", -days }, { "needed_from", neededFrom } };
        more |= purgeByKey(connection, "deploy_receipt", sql::retention::old_deploys, sql::retention::purge_deploys, where, {},
                           false);
    }
    return more;
}

/// The next piece of what is finished; the cursor stands behind it afterwards.
QVariantList nextPurgeable(Connection &connection, const Statement &find, const Bindings &where, bool hasTextKey, QString &at,
                           QVariant &id, int &seen)
{
    QVariantList purgeable;
    seen = connection.run(find, where, [&](const database::Row &row) {
        at = row.text("at");
        id = hasTextKey ? QVariant(row.text("id")) : QVariant(row.number("id"));
        if (row.flag("purgeable"))
            purgeable.append(id);
    });
    return purgeable;
}

struct Purged {
    QString status;
    qint64 count;
    static Purged read(const database::Row &row) { return { row.text("status"), row.number("n") }; }
};

/// The counters of outcomes are read from history; what goes from it is added up elsewhere, so that they never fall.
void keepCountOf(Transaction &transaction, const QVariantList &requests)
{
    for (const Purged &outcome : transaction.select<Purged>(sql::retention::outcomes_to_purge, { { "ids", requests } })) {
        const Bindings more { { "to_status", outcome.status }, { "n", outcome.count } };
        if (transaction.affect(sql::retention::add_purged_outcome, more) == 1)
            continue;
        if (!transaction.tryInsert("PRIMARY", sql::retention::first_purged_outcome, more)) // Another instance's first.
            transaction.affect(sql::retention::add_purged_outcome, more);
    }
}

} // namespace

Retention::Retention() { rewind(); }

void Retention::rewind()
{
    for (size_t i = 0; i < restingSteps.size(); ++i)
        m_requests[i] = { int(restingSteps[i]), beginning, u""_s };
    m_batches = { Cursor { int(BatchStatus::Succeeded), beginning, qint64(0) },
                  Cursor { int(BatchStatus::Failed), beginning, qint64(0) } };
}

bool Retention::purge(const Services &services, Connection &connection)
{
    const auto config = services.config->snapshot();
    const auto now = services.clock->steady();
    if (now - m_rewoundAt > rewindsAfter) {
        rewind();
        m_rewoundAt = now;
    }
    bool more = purgeByKey(connection, "request_idempotency", sql::retention::expired_answers, sql::retention::purge_answers,
                           {}, {}, false);
    for (const Rule &rule : rules)
        more |= purgeRule(connection, rule, config->number(rule.days));
    more |= purgeDeploys(connection, config->number(key("retention.receiptsDays")));
    const qint64 days = config->number(key("retention.historyDays"));
    more |= purgeRequestHistory(connection, days);
    more |= purgeBatchHistory(connection, days);
    return more;
}

bool Retention::purgeRequestHistory(Connection &connection, qint64 days)
{
    bool more = false;
    for (Cursor &cursor : m_requests) {
        int seen = requestsAtOnce;
        for (int round = 0; seen == requestsAtOnce && round < roundsAtOnce; ++round) {
            const Bindings where { { "step", cursor.state },
                                   { "back", -days },
                                   { "after", cursor.at },
                                   { "after_id", cursor.id },
                                   { "limit", requestsAtOnce } };
            Cursor next = cursor;
            const QVariantList ids =
                nextPurgeable(connection, sql::retention::settled_requests, where, true, next.at, next.id, seen);
            if (!ids.isEmpty()) {
                database::inTransaction(connection, "retention.request", [&](Transaction &transaction) {
                    transaction.affect(sql::retention::mark_requests, { { "ids", ids } });
                    keepCountOf(transaction, ids);
                    transaction.affect(sql::retention::purge_request_history, { { "ids", ids } });
                });
            }
            cursor = next; // Only now: what failed is looked at again.
        }
        more |= seen == requestsAtOnce;
    }
    return more;
}

bool Retention::purgeBatchHistory(Connection &connection, qint64 days)
{
    bool more = false;
    for (Cursor &cursor : m_batches) {
        int seen = batchesAtOnce;
        for (int round = 0; seen == batchesAtOnce && round < roundsAtOnce; ++round) {
            const Bindings where { { "status", cursor.state },
                                   { "back", -days },
                                   { "after", cursor.at },
                                   { "after_id", cursor.id },
                                   { "limit", batchesAtOnce } };
            Cursor next = cursor;
            const QVariantList ids =
                nextPurgeable(connection, sql::retention::settled_batches, where, false, next.at, next.id, seen);
            if (!ids.isEmpty()) {
                database::inTransaction(connection, "retention.batch", [&](Transaction &transaction) {
                    transaction.affect(sql::retention::mark_batches, { { "ids", ids } });
                    transaction.affect(sql::retention::purge_batch_history, { { "ids", ids } });
                    transaction.affect(sql::retention::purge_member_history, { { "ids", ids } });
                    transaction.affect(sql::retention::purge_members, { { "ids", ids } });
                });
            }
            cursor = next;
        }
        more |= seen == batchesAtOnce;
    }
    return more;
}

} // namespace slipway::operations
