// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/identityresolver.h"

#include "service/http/clientaddress.h"

#include <QStringDecoder>

namespace slipway::http {
namespace {

constexpr QByteArrayView developerHeader("X-Slipway-Dev-User");
constexpr QByteArrayView developerCookie("slipway-dev-user");

QByteArray cookie(const httpserver::Request &request, QByteArrayView name)
{
    for (const QByteArray &pair : request.allHeaders("Cookie").join(';').split(';')) {
        const qsizetype equals = pair.indexOf('=');
        if (equals > 0 && pair.left(equals).trimmed() == name)
            return pair.mid(equals + 1).trimmed();
    }
    return {};
}

/// Header bytes as text; nothing for what is no UTF-8, because replacement characters could make two people one.
std::optional<QString> decoded(const QByteArray &bytes)
{
    QStringDecoder utf8(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = utf8(bytes);
    return utf8.hasError() || text.isEmpty() ? std::nullopt : std::optional(text);
}

} // namespace

IdentityResolver::IdentityResolver(const configuration::BootSettings &boot)
    : m_settings(boot.identity)
    , m_trusted(boot.http.trustedProxies)
    , m_rules(std::make_shared<AccountRules>(AccountRules { boot.identity.domains, {} }))
{
}

std::shared_ptr<const AccountRules> IdentityResolver::rules() const
{
    const std::lock_guard guard(m_lock);
    return m_rules;
}

void IdentityResolver::replaceStaff(const QHash<QString, QString> &staff)
{
    AccountRules fresh { m_settings.domains, {} };
    const AccountRules plain { m_settings.domains, {} };
    for (auto it = staff.begin(); it != staff.end(); ++it) {
        if (const auto account = plain.canonical(it.value()))
            fresh.staff.insert(it.key(), *account);
    }
    const std::lock_guard guard(m_lock);
    m_rules = std::make_shared<AccountRules>(std::move(fresh));
}

std::optional<Identity> IdentityResolver::resolve(const httpserver::Request &request) const
{
    switch (m_settings.source) {
    case configuration::IdentitySource::Dev: return developer(request);
    case configuration::IdentitySource::Header: return fromGateway(request);
    case configuration::IdentitySource::Jwt: break; // Refused at start.
    }
    return std::nullopt;
}

std::optional<Identity> IdentityResolver::developer(const httpserver::Request &request) const
{
    if (!request.peer.isLoopback())
        return std::nullopt;
    QByteArray name = request.header(developerHeader);
    if (name.isEmpty())
        name = cookie(request, developerCookie);
    const auto text = decoded(name);
    if (!text || !m_settings.devUsers.contains(*text))
        return std::nullopt;
    const auto account = rules()->canonical(*text);
    return account ? std::optional(Identity { *account, *text }) : std::nullopt;
}

std::optional<Identity> IdentityResolver::fromGateway(const httpserver::Request &request) const
{
    const QList<QByteArray> values = request.allHeaders(m_settings.header);
    // Twice is a client's own header that the gateway failed to remove, and nobody can say which one is true.
    if (values.size() != 1 || !isTrusted(request.peer, m_trusted))
        return std::nullopt;
    const auto text = decoded(values[0].trimmed());
    const auto account = text ? rules()->canonical(*text) : std::nullopt;
    return account ? std::optional(Identity { *account, text->trimmed() }) : std::nullopt;
}

} // namespace slipway::http
