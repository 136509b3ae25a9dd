// SPDX-License-Identifier: GPL-3.0-only
#include "tests/twin/permission/permissionservice.h"

#include "tests/twin/core/refusal.h"
#include "tests/twin/rest/call.h"
#include "tests/twin/twin.h"

namespace slipway::twin {

using namespace Qt::StringLiterals;
using httpserver::Reply;

namespace {

Settings defaultPermissionPolicy()
{
    return Settings(
        { { u"delay_ms"_s, 0 },
          { u"fail_next"_s, 0 },
          { u"fail_status"_s, 503 },
          { u"malformed_next"_s, 0 },
          { u"malformed"_s, u"not_json"_s },
          { u"partial_next"_s, 0 },
          { u"unknown_account"_s, u"deny"_s } },
        { { u"malformed"_s, { u"not_json"_s, u"html"_s, u"empty"_s, u"array"_s, u"strings"_s, u"other_account"_s } },
          { u"unknown_account"_s, { u"deny"_s, u"404"_s } } });
}

bool isListOfTexts(const QJsonValue &value)
{
    const QJsonArray list = value.toArray();
    return value.isArray()
        && std::all_of(list.begin(), list.end(), [](const QJsonValue &item) { return !item.toString().isEmpty(); });
}

} // namespace

PermissionService::PermissionService(Twin &twin)
    : policy(defaultPermissionPolicy())
    , m_twin(twin)
{
    twin.store.keepSettings(u"permissions_policy"_s, policy);
    twin.store.addSource({ u"permissions"_s, [this](const Store::Source::Visitor &visitor) { visitor(1, m_grants); },
                           [this](qint64, const QJsonObject &row, References &) { m_grants = row; } });
    twin.store.beforeCommit([this, &store = twin.store, seen = quint64(0)]() mutable {
        if (std::exchange(seen, m_revision) != m_revision)
            store.changed(u"permissions"_s, 1, [this] { return m_grants; });
    });
}

void PermissionService::reset()
{
    policy.restore(defaultPermissionPolicy().values());
    m_grants = QJsonObject();
    ++m_revision;
}

void PermissionService::grant(const QJsonObject &byAccount)
{
    for (auto it = byAccount.begin(); it != byAccount.end(); ++it) {
        if (!isListOfTexts(*it))
            throw Refusal::error(400, u"%1 must have a list of codes"_s.arg(it.key()));
    }
    for (auto it = byAccount.begin(); it != byAccount.end(); ++it)
        m_grants.insert(it.key(), *it);
    ++m_revision;
}

void PermissionService::forget(const QString &account)
{
    m_grants.remove(account);
    ++m_revision;
}

Task<Reply> PermissionService::check(QJsonObject body)
{
    const QString account = body[u"account"_s].toString();
    const QJsonArray codes = body[u"codes"_s].toArray();
    if (account.isEmpty() || codes.isEmpty() || !isListOfTexts(body[u"codes"_s]))
        throw Refusal::error(400, u"account and codes (a list of names) are needed"_s);
    co_await m_twin.clock.sleep(policy.duration("delay_ms"_L1));
    if (policy.consume("fail_next"_L1))
        co_return jsonReply(int(policy.number("fail_status"_L1)), QJsonObject { { u"error"_s, u"told to fail"_s } });
    if (policy.consume("malformed_next"_L1))
        co_return malformed(policy.text("malformed"_L1));
    if (!m_grants.contains(account) && policy.text("unknown_account"_L1) == "404"_L1)
        throw Refusal::error(404, u"unknown_account"_s);
    const QJsonArray held = m_grants.value(account).toArray();
    // Half of an answer leaves out the codes that were asked for last.
    const qsizetype answered = policy.consume("partial_next"_L1) ? codes.size() / 2 : codes.size();
    QJsonObject permissions;
    for (qsizetype i = 0; i < answered; ++i)
        permissions.insert(codes[i].toString(), held.contains(codes[i]));
    co_return jsonReply(200, QJsonObject { { u"account"_s, account }, { u"permissions"_s, permissions } });
}

Reply PermissionService::malformed(const QString &how) const
{
    Reply reply;
    if (how == "not_json"_L1) {
        reply.body = "{\"permissions\": {";
    } else if (how == "html"_L1) {
        reply.contentType = "text/html";
        reply.body = "<html><body>Please log in</body></html>";
    } else if (how == "array"_L1) {
        reply.body = "[true]";
    } else if (how == "strings"_L1) {
        reply.body = R"({"account": "", "permissions": {"*": "yes", "all": 1}})";
    } else if (how == "other_account"_L1) {
        reply.body = R"({"account": "somebody-else", "permissions": {}})";
    }
    return reply;
}

} // namespace slipway::twin
