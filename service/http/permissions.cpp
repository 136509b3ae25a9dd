// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/permissions.h"

#include "service/configuration/tomlfile.h"
#include "shared/config/nearestname.h"

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;

QStringList knownNames()
{
    QStringList names;
    for (const std::string_view name : permissionNames)
        names.append(QString::fromUtf8(name.data(), qsizetype(name.size())));
    return names;
}

} // namespace

Permissions::Permissions(std::unique_ptr<PermissionService> service, std::function<std::chrono::milliseconds()> deadline)
    : m_service(std::move(service))
    , m_deadline(std::move(deadline))
{
}

void Permissions::publish(Table table)
{
    auto fresh = std::make_shared<const Table>(std::move(table));
    const std::lock_guard guard(m_lock);
    m_table = std::move(fresh);
}

QStringList Permissions::replace(const std::optional<QByteArray> &content, const AccountRules &rules)
{
    if (!content) {
        publish({});
        return { u"is not there or cannot be read; nobody holds any permission"_s };
    }
    const auto document = configuration::readToml(*content);
    if (const auto *problem = std::get_if<configuration::TomlProblem>(&document)) {
        publish({});
        return { u"line %1: %2; nobody holds any permission"_s.arg(problem->line).arg(problem->reason) };
    }
    Table table;
    QStringList problems;
    const QStringList known = knownNames();
    for (const auto &[name, value] : std::get<configuration::RawValues>(document)) {
        const qsizetype permission = known.indexOf(name);
        if (permission < 0) {
            problems.append(u"line %1: '%2' is no permission%3"_s.arg(value.line).arg(name, didYouMean(name, known)));
            continue;
        }
        for (const QString &item : value.items) {
            if (const auto account = rules.canonical(item))
                table[size_t(permission)].insert(*account);
            else
                problems.append(u"line %1: '%2' is no account"_s.arg(value.line).arg(item));
        }
    }
    publish(std::move(table));
    return problems;
}

Held Permissions::fromTable(const QString &account) const
{
    std::shared_ptr<const Table> table;
    {
        const std::lock_guard guard(m_lock);
        table = m_table;
    }
    Held held;
    for (size_t i = 0; i < held.each.size(); ++i)
        held.each[i] = (*table)[i].contains(account);
    return held;
}

std::optional<Held> Permissions::look(const QString &account, Age age) const
{
    if (account.isEmpty() || account.startsWith("staff:"_L1))
        return Held();
    if (!m_service)
        return fromTable(account);
    return age == Age::Fresh ? std::nullopt : m_service->remembered(account);
}

Held Permissions::ask(const QString &account)
{
    if (const auto known = look(account, Age::Fresh))
        return *known;
    return m_service->ask(account, m_deadline());
}

bool Permissions::holds(const QString &account, Permission permission) const
{
    return look(account, Age::FewSeconds).value_or(Held()).has(permission);
}

} // namespace slipway::http
