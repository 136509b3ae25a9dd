// SPDX-License-Identifier: GPL-3.0-only
#include "service/http/identityresolver.h"

#include "service/http/clientaddress.h"
#include "service/http/jwt.h"

#include <QLoggingCategory>
#include <QStringDecoder>

namespace slipway::http {
namespace {

using namespace Qt::StringLiterals;

Q_LOGGING_CATEGORY(logIdentity, "slipway.http.identity")

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

/// The one bearer token of a request. Two are none: nobody can say which of them is meant.
QByteArray bearerToken(const httpserver::Request &request)
{
    const QList<QByteArray> values = request.allHeaders("Authorization");
    constexpr QByteArrayView scheme("bearer ");
    if (values.size() != 1 || values[0].left(scheme.size()).toLower() != scheme)
        return {};
    return values[0].mid(scheme.size()).trimmed();
}

} // namespace

const Clock &IdentityResolver::systemClock()
{
    static const SystemClock clock;
    return clock;
}

IdentityResolver::IdentityResolver(const configuration::BootSettings &boot, const Clock &clock)
    : m_settings(boot.identity)
    , m_trusted(boot.http.trustedProxies)
    , m_clock(clock)
    , m_keys(boot.identity.source == configuration::IdentitySource::Jwt
                 ? std::make_unique<KeySource>(QUrl(boot.identity.jwks), clock)
                 : nullptr)
    , m_directory(boot.identity.isDirectoryRemote() ? std::make_unique<StaffDirectory>(QUrl(boot.identity.directory), clock)
                                                    : nullptr)
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

IdentityResolver::Recognition IdentityResolver::recognise(const httpserver::Request &request) const
{
    return mapped(proven(request));
}

/// From memory. What the directory says of a number is an account only if it is one by the rules that hold for every name, and not
/// another number.
IdentityResolver::Recognition IdentityResolver::mapped(Recognition recognition) const
{
    constexpr QLatin1StringView unmapped("staff:");
    if (!m_directory || !recognition.identity || !recognition.identity->account.startsWith(unmapped))
        return recognition;
    const QString number = recognition.identity->account.mid(unmapped.size());
    const auto answer = m_directory->remembered(number);
    if (!answer)
        recognition.wantsMapping = number;
    else if (const auto account = rules()->canonical(*answer); account && !account->startsWith(unmapped))
        recognition.identity->account = *account;
    return recognition;
}

void IdentityResolver::askDirectory(const QString &number, std::chrono::milliseconds deadline) const
{
    if (m_directory)
        m_directory->ask(number, deadline);
}

IdentityResolver::Recognition IdentityResolver::proven(const httpserver::Request &request) const
{
    switch (m_settings.source) {
    case configuration::IdentitySource::Dev: return { developer(request) };
    case configuration::IdentitySource::Header: return { fromGateway(request) };
    case configuration::IdentitySource::Jwt: break;
    }
    return fromToken(request);
}

void IdentityResolver::refreshKeys() const
{
    if (m_keys)
        m_keys->refresh();
}

IdentityResolver::Recognition IdentityResolver::fromToken(const httpserver::Request &request) const
{
    const QByteArray token = bearerToken(request);
    if (token.isEmpty())
        return {};
    const TokenVerdict verdict = verify(token, *m_keys->keys(), { m_settings.issuer, m_settings.audience }, m_clock.now());
    if (verdict.isSound())
        return { named(verdict.claims) };
    qCInfo(logIdentity, "a token was refused, reason %d", int(verdict.problem));
    return { std::nullopt, verdict.problem == TokenVerdict::Problem::UnknownKey && m_keys->mayLearn() };
}

std::optional<Identity> IdentityResolver::named(const QJsonObject &claims) const
{
    std::optional<Identity> number;
    for (const QString &claim : m_settings.claims) {
        // An address its owner never proved belongs to whoever typed it in.
        const bool isUnproven = claim == "email"_L1 && claims.value("email_verified"_L1).toBool(true) == false;
        const QString text = claims.value(claim).toString();
        const auto account = isUnproven || text.isEmpty() ? std::nullopt : rules()->canonical(text);
        if (!account)
            continue;
        const Identity identity { *account, claims.value("name"_L1).toString(text).left(200) };
        if (!account->startsWith("staff:"_L1))
            return identity;
        if (!number)
            number = identity;
    }
    return number;
}

std::optional<Identity> IdentityResolver::developer(const httpserver::Request &request) const
{
    if (!request.peer.isLoopback())
        return std::nullopt;
    const QList<QByteArray> values = request.allHeaders(developerHeader);
    if (values.size() > 1) // Nobody can say which one is meant.
        return std::nullopt;
    const QByteArray name = values.isEmpty() || values[0].isEmpty() ? cookie(request, developerCookie) : values[0];
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
