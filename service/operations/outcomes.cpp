// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/outcomes.h"

#include "sql/operations.h"

#include <limits>

namespace slipway::operations {
namespace {

/// No transaction lives longer than its statements may.
constexpr int settledAfterSeconds = 60;
constexpr qint64 rowsAtOnce = 200'000;

struct Outcome {
    QString status;
    qint64 count;
    static Outcome read(const database::Row &row) { return { row.text("status"), row.number("n") }; }
};

struct Settled {
    qint64 id;
    static Settled read(const database::Row &row) { return { row.number("id") }; }
};

} // namespace

void OutcomeCounts::add(database::Connection &connection, Counts &counts, qint64 after, qint64 until)
{
    for (const Outcome &outcome :
         connection.select<Outcome>(sql::operations::outcomes_between, { { "after", after }, { "until", until } }))
        counts[outcome.status] += outcome.count;
}

OutcomeCounts::Counts OutcomeCounts::purged(database::Connection &connection)
{
    Counts counts;
    for (const Outcome &outcome : connection.select<Outcome>(sql::operations::purged_outcomes))
        counts.insert(outcome.status, outcome.count);
    return counts;
}

/// Rows that went from history to the sums while history was read are in both or in neither: then it is read anew.
bool OutcomeCounts::takeInWhatWasPurged(database::Connection &connection)
{
    if (m_isWhole)
        return true;
    if (purged(connection) != *m_purged) {
        m_purged.reset();
        m_settled.clear();
        m_settledUntil = 0;
        return false;
    }
    for (auto each = m_purged->cbegin(); each != m_purged->cend(); ++each)
        m_settled[each.key()] += each.value();
    m_isWhole = true;
    return true;
}

void OutcomeCounts::look(database::Connection &connection)
{
    if (!m_purged)
        m_purged = purged(connection);
    const auto settled =
        connection.selectOne<Settled>(sql::operations::settled_history, { { "seconds", settledAfterSeconds } });
    const qint64 end = settled ? settled->id : 0;
    if (end > m_settledUntil) {
        const qint64 until = std::min(end, m_settledUntil + rowsAtOnce);
        add(connection, m_settled, m_settledUntil, until);
        m_settledUntil = until;
        if (until < end)
            return;
    }
    if (!takeInWhatWasPurged(connection))
        return;
    Counts counts = m_settled;
    add(connection, counts, m_settledUntil, std::numeric_limits<qint64>::max());
    const std::lock_guard guard(m_lock);
    m_shown = std::move(counts);
}

QByteArray OutcomeCounts::text() const
{
    const std::lock_guard guard(m_lock);
    if (!m_shown)
        return {};
    QByteArray out = "# HELP slipway_operations_total Requests that came into a status, from history: equal on all instances.\n"
                     "# TYPE slipway_operations_total counter\n";
    for (auto it = m_shown->cbegin(); it != m_shown->cend(); ++it)
        out += "slipway_operations_total{status=\"" + it.key().toLatin1() + "\"} " + QByteArray::number(it.value()) + '\n';
    return out;
}

} // namespace slipway::operations
