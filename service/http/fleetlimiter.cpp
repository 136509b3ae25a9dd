// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/fleetlimiter.h"

#include "service/database/errors.h"
#include "sql/http.h"

#include <QCryptographicHash>
#include <QLoggingCategory>

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;

Q_LOGGING_CATEGORY(logLimiter, "slipway.http.limiter")

constexpr qsizetype mostTight = 100'000;

/// What the counter of a key and of the window that is open now says.
struct Counter {
    qint64 taken = 0;
    std::chrono::seconds left { 1 };

    static Counter read(const database::Row &row)
    {
        return { row.number("taken"), std::chrono::seconds(std::max<qint64>(1, row.number("left_seconds"))) };
    }
};

/// Nobody's name stands in the database for this, and another length of the window is another counter.
QString rowKey(const FleetLimiter::Question &question)
{
    const QByteArray text = question.key.toUtf8() + '\n' + QByteArray::number(qint64(question.window.count()));
    return QString::fromLatin1(QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex());
}

database::Bindings bindingsOf(const FleetLimiter::Question &question)
{
    return { { "key", rowKey(question) }, { "window", qint64(question.window.count()) } };
}

/// Counts up the row of the present window, which is made when it is not there yet.
void count(database::Connection &connection, const FleetLimiter::Question &question, int by)
{
    database::Bindings bindings = bindingsOf(question);
    bindings.add("count", by);
    if (connection.write(sql::http::add_to_window, bindings) > 0)
        return;
    try {
        connection.write(sql::http::open_window, bindings);
    } catch (const database::DatabaseError &error) {
        if (error.kind() != database::Kind::DuplicateKey)
            throw;
        connection.write(sql::http::add_to_window, bindings); // Another instance was quicker.
    }
}

} // namespace

FleetLimiter::FleetLimiter(Surroundings surroundings, const Clock &clock)
    : m_surroundings(std::move(surroundings))
    , m_clock(clock)
{
}

void FleetLimiter::forgetWindows(database::Connection &connection) { connection.write(sql::http::forget_windows); }

int FleetLimiter::shareOf(int limit, int instances)
{
    const int all = std::max(1, instances);
    return std::max(1, (limit + all - 1) / all);
}

int FleetLimiter::live() const { return m_surroundings.liveInstances ? std::max(1, m_surroundings.liveInstances()) : 1; }

std::optional<FleetLimiter::Decision> FleetLimiter::alone(const Question &question)
{
    const auto now = m_clock.steady();
    const int instances = live();
    const bool others =
        question.isFleetWide && instances > 1 && m_surroundings.databaseIsThere && m_surroundings.databaseIsThere();
    if (!others)
        return m_local.acquire(question.key, question.limit, question.window, now);
    const Decision whole = m_local.look(question.key, question.limit, question.window, now);
    if (!whole.allowed)
        return whole; // What one instance alone let through is within the limit of all.
    const int used = question.limit - whole.remaining;
    if (used >= shareOf(question.limit, instances) || isTight(question.key))
        return std::nullopt;
    tellLater(question);
    return m_local.acquire(question.key, question.limit, question.window, now);
}

FleetLimiter::Decision FleetLimiter::together(const Question &question)
{
    try {
        if (m_surroundings.databaseIsThere && m_surroundings.databaseIsThere())
            return askDatabase(question);
    } catch (const std::exception &error) {
        qCWarning(logLimiter).noquote() << "the limit holds for this instance alone:" << error.what();
    }
    return m_local.acquire(question.key, question.limit, question.window, m_clock.steady());
}

FleetLimiter::Decision FleetLimiter::askDatabase(const Question &question)
{
    if (const auto untold = takeUntold(question.key))
        tellOf(*untold);
    auto &connection = database::Connection::forThisThread(*m_surroundings.database);
    database::Bindings guarded = bindingsOf(question);
    guarded.add("limit", question.limit);
    bool taken = false;
    std::optional<Counter> seen;
    // The window may turn between two statements: then there is no row yet, and the second look finds one.
    for (int look = 0; look < 2 && !taken && !seen; ++look) {
        count(connection, question, 0);
        taken = connection.write(sql::http::take_from_window, guarded) == 1;
        seen = connection.selectOne<Counter>(sql::http::window_state, bindingsOf(question));
    }
    const Counter counter = seen.value_or(Counter());
    if (!taken) {
        noteTight(question.key, counter.left);
        return { false, 0, counter.left };
    }
    Decision decision = m_local.acquire(question.key, question.limit, question.window, m_clock.steady());
    decision.remaining = int(std::clamp<qint64>(question.limit - counter.taken, 0, decision.remaining));
    return decision;
}

void FleetLimiter::tellLater(const Question &question)
{
    {
        const std::lock_guard guard(m_lock);
        Untold &untold = m_untold[question.key];
        untold.question = question;
        ++untold.count;
        if (m_isTelling)
            return;
        m_isTelling = true;
    }
    if (m_surroundings.later && m_surroundings.later([this] { tell(); }))
        return;
    const std::lock_guard guard(m_lock);
    m_isTelling = false; // The next one tries again, and whoever is beyond the share tells before it asks.
}

void FleetLimiter::tell()
{
    for (;;) {
        QHash<QString, Untold> all;
        {
            const std::lock_guard guard(m_lock);
            all.swap(m_untold);
            if (all.isEmpty()) {
                m_isTelling = false;
                return;
            }
        }
        try {
            for (const Untold &untold : std::as_const(all))
                tellOf(untold);
        } catch (const std::exception &error) {
            // Nobody waits for this; a count that is too low is the lesser harm.
            qCInfo(logLimiter).noquote() << "the others were not told of what was let through:" << error.what();
        }
    }
}

void FleetLimiter::tellOf(const Untold &untold)
{
    auto &connection = database::Connection::forThisThread(*m_surroundings.database);
    count(connection, untold.question, untold.count);
    const auto counter = connection.selectOne<Counter>(sql::http::window_state, bindingsOf(untold.question));
    if (counter && counter->taken + live() > untold.question.limit)
        noteTight(untold.question.key, counter->left);
}

std::optional<FleetLimiter::Untold> FleetLimiter::takeUntold(const QString &key)
{
    const std::lock_guard guard(m_lock);
    const auto found = m_untold.find(key);
    if (found == m_untold.end())
        return std::nullopt;
    Untold untold = *found;
    m_untold.erase(found);
    return untold;
}

bool FleetLimiter::isTight(const QString &key)
{
    const std::lock_guard guard(m_lock);
    const auto found = m_tight.find(key);
    if (found == m_tight.end())
        return false;
    if (m_clock.steady() < *found)
        return true;
    m_tight.erase(found);
    return false;
}

void FleetLimiter::noteTight(const QString &key, std::chrono::seconds left)
{
    const std::lock_guard guard(m_lock);
    const auto now = m_clock.steady();
    if (m_tight.size() >= mostTight)
        m_tight.removeIf([&](const auto &entry) { return entry.value() <= now; });
    if (m_tight.size() < mostTight)
        m_tight.insert(key, now + left);
}

} // namespace slipway::http
