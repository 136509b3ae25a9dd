// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/keysource.h"

#include <QFile>
#include <QLoggingCategory>

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

Q_LOGGING_CATEGORY(logKeys, "slipway.http.keys")

constexpr auto betweenFetches = 60s;
constexpr auto betweenFirstFetches = 5s;
constexpr auto betweenCares = 10min;
constexpr auto keysBelievedFor = 24h;
constexpr qint64 largestSet = 256 * 1024;

} // namespace

KeySource::KeySource(QUrl where, const Clock &clock)
    : m_where(std::move(where))
    , m_clock(clock)
    , m_provider({ .concurrentCalls = 1 }, clock)
    , m_keys(std::make_shared<const KeySet>())
{
}

std::shared_ptr<const KeySet> KeySource::keys() const
{
    static const auto none = std::make_shared<const KeySet>();
    const std::lock_guard guard(m_lock);
    return m_succeeded && m_clock.steady() - *m_succeeded < keysBelievedFor ? m_keys : none;
}

KeySource::Time KeySource::nextAllowed() const
{
    if (!m_tried)
        return Time::min();
    return *m_tried + (m_succeeded ? std::chrono::seconds(betweenFetches) : std::chrono::seconds(betweenFirstFetches));
}

bool KeySource::mayLearn() const
{
    const std::lock_guard guard(m_lock);
    return m_fetching || m_clock.steady() >= nextAllowed();
}

bool KeySource::claimCare()
{
    const std::lock_guard guard(m_lock);
    const Time now = m_clock.steady();
    const bool isDue = m_succeeded && now - *m_succeeded >= betweenCares && (!m_cared || now - *m_cared >= betweenFetches);
    if (isDue)
        m_cared = now;
    return isDue;
}

void KeySource::refresh()
{
    std::unique_lock guard(m_lock);
    if (m_fetching) {
        m_done.wait(guard, [this] { return !m_fetching; });
        return;
    }
    if (m_clock.steady() < nextAllowed())
        return;
    m_fetching = true;
    m_tried = m_clock.steady();
    guard.unlock();
    const auto content = fetched();
    guard.lock();
    if (content)
        take(*content);
    m_fetching = false;
    m_done.notify_all();
}

std::optional<QByteArray> KeySource::fetched()
{
    if (m_where.isLocalFile()) {
        QFile file(m_where.toLocalFile());
        if (file.open(QIODevice::ReadOnly))
            return file.read(largestSet);
        qCWarning(logKeys).noquote() << "identity.jwks cannot be read:" << file.errorString();
        return std::nullopt;
    }
    const auto answer =
        m_provider.perform({ .operation = "identity.keys", .url = m_where, .deadline = 3s, .replyLimit = largestSet });
    if (answer.isSuccess())
        return answer.body;
    qCWarning(logKeys).noquote() << "identity.jwks could not be fetched:" << answer.status << answer.problem;
    return std::nullopt;
}

void KeySource::take(const QByteArray &content)
{
    const auto parsed = KeySet::parse(content);
    if (const auto *why = std::get_if<QString>(&parsed)) {
        qCWarning(logKeys).noquote() << "identity.jwks is not used:" << *why;
        return;
    }
    m_keys = std::make_shared<const KeySet>(std::get<KeySet>(parsed));
    m_succeeded = m_clock.steady();
}

} // namespace slipway::http
