// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/permissionservice.h"

#include "service/configuration/jsonlog.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLoggingCategory>

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

Q_LOGGING_CATEGORY(logPermissions, "slipway.http.permissions")

/// How long somebody keeps reading what they may no longer read.
constexpr auto rememberedFor = 5s;
constexpr qsizetype mostAnswers = 10'000;

QString nameText(Permission permission)
{
    const std::string_view name = nameOf(permission);
    return QString::fromLatin1(name.data(), qsizetype(name.size()));
}

QByteArray question(const QString &account)
{
    QJsonArray codes;
    for (size_t i = 0; i < permissionNames.size(); ++i)
        codes.append(nameText(Permission(i)));
    return QJsonDocument(QJsonObject { { u"account"_s, account }, { u"codes"_s, codes } }).toJson(QJsonDocument::Compact);
}

/// Nothing when the answer is not about this account, or is no answer.
std::optional<Held> heldIn(const QJsonValue &answer, const QString &account)
{
    const QJsonValue permissions = answer["permissions"_L1];
    if (!answer.isObject() || answer["account"_L1].toString() != account || !permissions.isObject())
        return std::nullopt;
    Held held;
    for (size_t i = 0; i < held.each.size(); ++i)
        held.each[i] = permissions[nameText(Permission(i))].toBool(false);
    return held;
}

} // namespace

PermissionService::PermissionService(const QUrl &address, const Clock &clock)
    : m_address(address.toString(QUrl::StripTrailingSlash) + u"/permissions/check"_s)
    , m_clock(clock)
    , m_service({ .concurrentCalls = 8, .patience = 500ms }, clock)
{
}

std::optional<Held> PermissionService::remembered(const QString &account) const
{
    const std::lock_guard guard(m_lock);
    const auto found = m_answers.find(account);
    if (found == m_answers.end() || m_clock.steady() - found->second >= rememberedFor)
        return std::nullopt;
    return found->first;
}

Held PermissionService::ask(const QString &account, std::chrono::milliseconds deadline)
{
    const outbound::Answer answer = m_service.perform({ .operation = "permission.check",
                                                        .verb = outbound::Verb::Post,
                                                        .url = m_address,
                                                        .body = question(account),
                                                        .deadline = deadline,
                                                        .replyLimit = 64 * 1024 });
    const auto held = answer.isSuccess() ? heldIn(answer.json(), account) : std::nullopt;
    if (!held) {
        qCWarning(logPermissions).noquote()
            << "refused: no usable answer about" << configuration::masked(account) << answer.status << answer.problem;
        return {};
    }
    remember(account, *held);
    return *held;
}

void PermissionService::remember(const QString &account, const Held &held)
{
    const std::lock_guard guard(m_lock);
    const Time now = m_clock.steady();
    if (m_answers.size() >= mostAnswers)
        m_answers.removeIf([&](const auto &entry) { return now - entry.value().second >= rememberedFor; });
    if (m_answers.size() >= mostAnswers)
        m_answers.clear();
    m_answers.insert(account, { held, now });
}

} // namespace slipway::http
