// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/staffdirectory.h"

#include "service/configuration/jsonlog.h"

#include <QJsonObject>
#include <QLoggingCategory>

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

Q_LOGGING_CATEGORY(logStaff, "slipway.http.identity")

constexpr auto believedFor = 10min;
constexpr auto unknownFor = 1min;
constexpr qsizetype longestName = 512;

/// Empty: the directory does not know the number. Nothing: that was no answer, or one about somebody else.
std::optional<QString> accountIn(const outbound::Answer &answer, const QString &number)
{
    if (answer.status == 404)
        return QString();
    const QJsonValue value = answer.isSuccess() ? answer.json() : QJsonValue();
    const QString name = value["account"_L1].toString().trimmed();
    if (value["number"_L1].toString() != number || name.isEmpty() || name.size() > longestName)
        return std::nullopt;
    return name;
}

} // namespace

StaffDirectory::StaffDirectory(const QUrl &address, const Clock &clock, qsizetype mostRemembered)
    : m_address(address.toString(QUrl::StripTrailingSlash))
    , m_clock(clock)
    , m_mostRemembered(mostRemembered)
    , m_service({ .concurrentCalls = 4, .patience = 500ms }, clock)
{
}

std::optional<QString> StaffDirectory::remembered(const QString &number) const
{
    const std::lock_guard guard(m_lock);
    const auto found = m_answers.constFind(number);
    if (found == m_answers.constEnd() || m_clock.steady() >= found->until)
        return std::nullopt;
    return found->account;
}

void StaffDirectory::ask(const QString &number, std::chrono::milliseconds deadline)
{
    const outbound::Answer answer = m_service.perform({ .operation = "directory.number",
                                                        .verb = outbound::Verb::Get,
                                                        .url = QUrl(m_address + u'/' + number),
                                                        .deadline = deadline,
                                                        .replyLimit = 64 * 1024 });
    if (const auto account = accountIn(answer, number))
        remember(number, *account);
    else
        qCWarning(logStaff).noquote() << "refused: the directory says nothing usable about" << configuration::masked(number)
                                      << answer.status << answer.problem;
}

qsizetype StaffDirectory::size() const
{
    const std::lock_guard guard(m_lock);
    return m_answers.size();
}

void StaffDirectory::remember(const QString &number, const QString &account)
{
    const std::lock_guard guard(m_lock);
    const Time now = m_clock.steady();
    if (m_answers.size() >= m_mostRemembered)
        m_answers.removeIf([&](const auto &entry) { return now >= entry.value().until; });
    if (m_answers.size() >= m_mostRemembered)
        m_answers.clear();
    m_answers.insert(number, { account, now + (account.isEmpty() ? unknownFor : believedFor) });
}

} // namespace slipway::http
