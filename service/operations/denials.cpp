// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/denials.h"

#include <QUuid>

using namespace Qt::StringLiterals;

namespace slipway::operations {
namespace {

constexpr std::chrono::minutes betweenRecords { 1 };
constexpr qsizetype mostRemembered = 10'000;

} // namespace

Denials::Denials(InstanceId instance, const Clock &clock)
    : m_audit(std::move(instance))
    , m_clock(clock)
{
}

bool Denials::isNew(const QString &account, const QString &route)
{
    const std::lock_guard guard(m_lock);
    const auto now = m_clock.steady();
    if (m_last.size() >= mostRemembered)
        m_last.removeIf([&](const auto &entry) { return now - entry.value() >= betweenRecords; });
    const auto found = m_last.constFind({ account, route });
    const bool isFull = m_last.size() >= mostRemembered;
    if (isFull || (found != m_last.constEnd() && now - *found < betweenRecords))
        return false;
    m_last.insert({ account, route }, now);
    return true;
}

void Denials::record(database::Connection &connection, const QString &account, const QString &route, const QString &place,
                     const QString &traceId)
{
    if (!isNew(account, route))
        return;
    const AuditEvent event { .eventId = u"denied-"_s + QUuid::createUuid().toString(QUuid::Id128),
                             .actor = account,
                             .action = deniedAttempt,
                             .subjectKind = u"route"_s,
                             .subjectRef = route,
                             .outcome = u"DENIED"_s,
                             .reason = {},
                             .parameters = { { u"place"_s, place } },
                             .traceId = traceId };
    database::inTransaction(connection, "note-denial",
                            [&](database::Transaction &transaction) { return m_audit.append(transaction, event); });
}

} // namespace slipway::operations
