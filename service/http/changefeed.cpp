// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/changefeed.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLoggingCategory>
#include <QRegularExpression>

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

Q_LOGGING_CATEGORY(logFeed, "slipway.http.events")

/// How far back late ones are looked for: a transaction that took its number early commits within that many others.
constexpr qint64 lookBack = 100;
constexpr auto silence = 10s;
constexpr auto longest = 5min;
constexpr qint64 mostPending = 1024 * 1024;

QJsonArray take(const std::vector<ChangeFeed::Row> &rows, std::set<qint64> &told, qint64 &end)
{
    QStringList refs;
    for (const ChangeFeed::Row &row : rows) {
        if (!told.insert(row.id).second)
            continue;
        end = std::max(end, row.id);
        if (!refs.contains(row.ref))
            refs.append(row.ref);
    }
    told.erase(told.begin(), told.lower_bound(end - lookBack));
    return QJsonArray::fromStringList(refs);
}

} // namespace

QString ChangeFeed::Position::toText() const { return u"%1.%2"_s.arg(operation).arg(batch); }

std::optional<ChangeFeed::Position> ChangeFeed::Position::fromText(QStringView text)
{
    static const QRegularExpression form(u"\\A(\\d{1,18})\\.(\\d{1,18})\\z"_s);
    const auto match = form.match(text.toString());
    if (!match.hasMatch())
        return std::nullopt;
    return Position { match.captured(1).toLongLong(), match.captured(2).toLongLong() };
}

ChangeFeed::ChangeFeed(Source source, std::function<std::chrono::milliseconds()> tick, size_t mostFollowers)
    : m_source(std::move(source))
    , m_tick(std::move(tick))
    , m_mostFollowers(mostFollowers)
    , m_thread([this] { watch(); })
{
}

ChangeFeed::~ChangeFeed() { stop(); }

bool ChangeFeed::follow(const std::function<httpserver::Stream()> &open, std::optional<Position> after)
{
    const std::lock_guard guard(m_lock);
    if (m_stopping || m_following >= m_mostFollowers)
        return false;
    ++m_following;
    Follower follower;
    follower.stream = open();
    follower.at = after;
    follower.wrote = std::chrono::steady_clock::now();
    follower.until = follower.wrote + longest;
    m_arrived.push_back(std::move(follower));
    m_changed.notify_all();
    return true;
}

size_t ChangeFeed::followers() const
{
    const std::lock_guard guard(m_lock);
    return m_following;
}

void ChangeFeed::stop()
{
    {
        const std::lock_guard guard(m_lock);
        m_stopping = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

void ChangeFeed::watch()
{
    std::vector<Follower> followers;
    std::unique_lock guard(m_lock);
    while (!m_stopping) {
        if (m_following == 0)
            m_changed.wait(guard, [this] { return m_stopping || m_following > 0; });
        else
            m_changed.wait_for(guard, m_tick(), [this] { return m_stopping || !m_arrived.empty(); });
        std::move(m_arrived.begin(), m_arrived.end(), std::back_inserter(followers));
        m_arrived.clear();
        guard.unlock();
        try {
            tell(followers);
            m_lastAskFailed = false;
        } catch (const std::exception &error) {
            if (!std::exchange(m_lastAskFailed, true))
                qCWarning(logFeed).noquote() << "who follows the changes waits on:" << error.what();
        }
        const auto now = std::chrono::steady_clock::now();
        std::erase_if(followers, [&](Follower &follower) {
            if (now >= follower.until)
                follower.stream.finish();
            return now >= follower.until || !follower.stream.isOpen();
        });
        guard.lock();
        m_following = followers.size() + m_arrived.size();
    }
    for (Follower &follower : followers)
        follower.stream.finish();
    for (Follower &follower : m_arrived)
        follower.stream.finish();
}

void ChangeFeed::tell(std::vector<Follower> &followers)
{
    const auto now = std::chrono::steady_clock::now();
    for (Follower &follower : followers) {
        if (now - follower.wrote >= silence)
            write(follower, ":\n\n");
    }
    std::map<Position, Changes> asked;
    for (Follower &follower : followers) {
        if (follower.toldOperations.empty() && follower.toldBatches.empty())
            greet(follower, m_source.end());
        const Position from { follower.at->operation - lookBack, follower.at->batch - lookBack };
        auto found = asked.find(from);
        if (found == asked.end())
            found = asked.emplace(from, m_source.after(from)).first;
        tellChanges(follower, found->second);
    }
}

/// Who begins anew, or knows more than there is, is told to look at everything once.
void ChangeFeed::greet(Follower &follower, const Position &end)
{
    const bool isAhead = follower.at && (follower.at->operation > end.operation || follower.at->batch > end.batch);
    const bool isReset = !follower.at || isAhead;
    if (isReset)
        follower.at = end;
    // Marks that this one was greeted, whatever there is in the tables.
    follower.toldOperations.insert(follower.at->operation);
    follower.toldBatches.insert(follower.at->batch);
    if (isReset) {
        const Changes before = m_source.after({ end.operation - lookBack, end.batch - lookBack });
        for (const Row &row : before.operations)
            follower.toldOperations.insert(row.id);
        for (const Row &row : before.batches)
            follower.toldBatches.insert(row.id);
    }
    write(follower, "retry: 2000\n" + event(follower, isReset ? "reset" : "welcome", "{}"));
}

void ChangeFeed::tellChanges(Follower &follower, const Changes &changes)
{
    const QJsonArray operations = take(changes.operations, follower.toldOperations, follower.at->operation);
    const QJsonArray batches = take(changes.batches, follower.toldBatches, follower.at->batch);
    if (operations.isEmpty() && batches.isEmpty())
        return;
    const QJsonObject content { { u"operations"_s, operations }, { u"batches"_s, batches } };
    write(follower, event(follower, "changed", QJsonDocument(content).toJson(QJsonDocument::Compact)));
}

QByteArray ChangeFeed::event(const Follower &follower, const char *name, const QByteArray &content)
{
    return "id: " + follower.at->toText().toLatin1() + "\nevent: " + name + "\ndata: " + content + "\n\n";
}

void ChangeFeed::write(Follower &follower, const QByteArray &bytes)
{
    if (follower.stream.pendingBytes() > mostPending) {
        follower.stream.abort();
        return;
    }
    follower.stream.write(bytes);
    follower.wrote = std::chrono::steady_clock::now();
}

} // namespace slipway::http
