// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/bootsettings.h"

#include "service/configuration/bootreader.h"
#include "service/configuration/hotvalues.h"
#include "service/configuration/tomlfile.h"

#include <QFile>
#include <QRegularExpression>
#include <QUrl>

#include <array>

namespace slipway::configuration {
namespace {

using namespace Qt::StringLiterals;

void readPlaces(BootReader &reader, BootSettings &settings)
{
    settings.dataDirectory = reader.path(key("data.directory"));
    settings.secrets = SecretStore(qEnvironmentVariable("CREDENTIALS_DIRECTORY"), reader.path(key("secrets.directory")));
    settings.configSource = reader.text(key("config.source")) == "database"_L1 ? ConfigSource::Database : ConfigSource::File;
    settings.hotFile = reader.path(key("config.file"));
    settings.catalogueFile = reader.path(key("catalogue.file"));
}

void readDatabase(BootReader &reader, BootSettings::Database &database)
{
    database.embedded = reader.text(key("database.mode")) == "embedded"_L1;
    database.host = reader.text(key("database.host"));
    database.port = quint16(reader.number(key("database.port")));
    database.socket = reader.path(key("database.socket"));
    database.name = reader.text(key("database.name"));
    database.user = reader.text(key("database.user"));
    database.secret = reader.text(key("database.secret"));
    database.tls = reader.enabled(key("database.tls"));
    if (!database.embedded && database.host.isEmpty() && database.socket.isEmpty())
        reader.problem(key("database.mode"), u"is external: set database.host or database.socket"_s);
}

void readHttp(BootReader &reader, BootSettings &settings)
{
    settings.http.listen = reader.endpoint(key("http.listen"));
    settings.http.metricsListen = reader.endpoint(key("metrics.listen"));
    settings.http.loops = reader.number(key("http.loops"));
    settings.http.workers = reader.number(key("http.workers"));
    settings.http.queue = reader.number(key("http.queue"));
    for (const QString &entry : reader.list(key("http.trustedProxies"))) {
        // One mistyped proxy must not lock everybody out: it is not trusted, which is the safe side.
        if (const auto network = Network::parse(entry))
            settings.http.trustedProxies.append(*network);
        else
            settings.warnings.append(u"http.trustedProxies: '%1' is no address or network; ignored."_s.arg(entry));
    }
}

void checkDevIdentity(BootReader &reader, const BootSettings &settings)
{
    if (!settings.http.listen.address.isLoopback())
        reader.problem(key("identity.source"), u"is dev, which works only while http.listen is a loopback address"_s);
    if (!settings.http.trustedProxies.isEmpty())
        reader.problem(key("identity.source"),
                       u"is dev, which refuses http.trustedProxies: everybody behind the proxy would look local"_s);
}

/// What decides who somebody is, or what they may do, must not be changed on its way.
bool isSafeAddress(const QUrl &address)
{
    const bool isOurs = address.host() == "localhost"_L1 || QHostAddress(address.host()).isLoopback();
    return address.isValid() && !address.host().isEmpty()
        && (address.scheme() == "https"_L1 || (address.scheme() == "http"_L1 && isOurs));
}

void checkTokenIdentity(BootReader &reader, const BootSettings::Identity &identity)
{
    if (identity.issuer.isEmpty())
        reader.problem(key("identity.issuer"), u"must be set while identity.source is jwt"_s);
    if (identity.audience.isEmpty())
        reader.problem(key("identity.audience"), u"must be set while identity.source is jwt"_s);
    if (const QUrl keys(identity.jwks); !isSafeAddress(keys) && !keys.isLocalFile())
        reader.problem(key("identity.jwks"),
                       u"must be an https address (http only on this machine) or file:///… while identity.source is jwt"_s);
}

void readIdentity(BootReader &reader, BootSettings &settings)
{
    BootSettings::Identity &identity = settings.identity;
    const QString source = reader.text(key("identity.source"));
    identity.source = source == "dev"_L1 ? IdentitySource::Dev
        : source == "jwt"_L1             ? IdentitySource::Jwt
                                         : IdentitySource::Header;
    identity.header = reader.text(key("identity.header")).toLatin1();
    identity.issuer = reader.text(key("identity.issuer"));
    identity.audience = reader.text(key("identity.audience"));
    identity.jwks = reader.text(key("identity.jwks"));
    identity.claims = reader.list(key("identity.claims"));
    if (identity.claims.isEmpty())
        identity.claims = { fallbackOf(key("identity.claims")) };
    identity.domains = reader.list(key("identity.domains"));
    identity.directory = reader.text(key("identity.directory"));
    if (!identity.isDirectoryRemote())
        identity.directory = reader.path(key("identity.directory"));
    else if (!isSafeAddress(QUrl(identity.directory)))
        reader.problem(key("identity.directory"), u"must be a file or an https address (http only on this machine)"_s);
    identity.devUsers = reader.list(key("identity.devUsers"));
    if (identity.source == IdentitySource::Jwt)
        checkTokenIdentity(reader, identity);
    if (identity.source == IdentitySource::Dev)
        checkDevIdentity(reader, settings);
    if (identity.source == IdentitySource::Header && settings.http.trustedProxies.isEmpty())
        settings.warnings.append(u"identity.source is header, but http.trustedProxies is empty: nobody can sign in."_s);
}

void readPermission(BootReader &reader, BootSettings::Permission &permission)
{
    permission.rolesFile = reader.path(key("permission.rolesFile"));
    permission.url = reader.text(key("permission.url"));
    permission.timeout = std::chrono::milliseconds(reader.number(key("permission.timeoutMs")));
    if (reader.text(key("permission.source")) == "http"_L1) {
        permission.source = PermissionSource::Http;
        if (!isSafeAddress(QUrl(permission.url)))
            reader.problem(key("permission.url"),
                           u"must be an https address (http only on this machine) while permission.source is http"_s);
    }
}

void readOthers(BootReader &reader, BootSettings &settings)
{
    settings.forge.url = reader.text(key("forge.url"));
    settings.forge.authorToken = reader.text(key("forge.authorToken"));
    settings.forge.reviewerTokens = reader.list(key("forge.reviewerTokens"));
    settings.forge.webhookSecret = reader.text(key("forge.webhookSecret"));
    if (!settings.forge.url.isEmpty() && !QUrl(settings.forge.url, QUrl::StrictMode).scheme().startsWith("http"_L1))
        reader.problem(key("forge.url"), u"must be an http or https address"_s);
    if (!settings.forge.url.isEmpty() && settings.forge.reviewerTokens.size() != 2)
        reader.problem(key("forge.reviewerTokens"), u"must name two secrets, one for each reviewer bot"_s);
    if (!settings.forge.url.isEmpty() && settings.forge.authorToken.isEmpty())
        reader.problem(key("forge.authorToken"), u"must name the secret with the author bot's token"_s);
    settings.approval = { reader.text(key("approval.external.url")), reader.text(key("approval.external.secret")) };
    settings.cards = { reader.text(key("cards.provider")), reader.text(key("cards.url")), reader.text(key("cards.secret")) };
    settings.deploySecret = reader.text(key("callbacks.deploySecret"));
    settings.debounceInRedis = reader.text(key("debounce.store")) == "redis"_L1;
    settings.debounceRedis = reader.text(key("debounce.redis"));
    settings.noticesWebhook = reader.text(key("notices.webhook"));
    settings.noticesSmtp = reader.text(key("notices.smtp"));
    settings.failpoints = reader.enabled(key("test.failpoints"));
    if (settings.failpoints)
        settings.warnings.append(u"test.failpoints is on: SLIPWAY_FAILPOINTS can stop this process on purpose."_s);
}

/// A setting that is taken and does nothing would be looked for in vain.
void warnOfWhatHasNoEffectYet(const BootReader &reader, BootSettings &settings)
{
    constexpr auto waiting = std::to_array({ key("cards.provider"), key("cards.url"), key("cards.secret"),
                                             key("debounce.redis"), key("notices.webhook"), key("notices.smtp") });
    for (const KeyId each : waiting) {
        if (reader.isGiven(each))
            settings.warnings.append(u"%1 is set, but has no effect in this version."_s.arg(nameOf(each)));
    }
    if (settings.debounceInRedis)
        settings.warnings.append(u"debounce.store is redis, which has no effect in this version."_s);
}

void checkSecrets(BootReader &reader, const BootSettings &settings)
{
    const auto check = [&](KeyId named, const QString &name) {
        const auto found = settings.secrets.find(name);
        if (const QString *why = std::get_if<QString>(&found); why && !name.isEmpty())
            reader.problem(named, u"cannot be used: %1"_s.arg(*why));
    };
    check(key("database.secret"), settings.database.secret);
    check(key("forge.authorToken"), settings.forge.authorToken);
    for (const QString &name : settings.forge.reviewerTokens)
        check(key("forge.reviewerTokens"), name);
    check(key("forge.webhookSecret"), settings.forge.webhookSecret);
    check(key("approval.external.secret"), settings.approval.secret);
    check(key("cards.secret"), settings.cards.secret);
    check(key("callbacks.deploySecret"), settings.deploySecret);
}

} // namespace

database::Settings externalDatabase(const BootSettings &settings)
{
    const auto &external = settings.database;
    return { .socket = external.socket,
             .host = external.host,
             .port = external.port,
             .schema = external.name,
             .user = external.user,
             .password = external.secret.isEmpty() ? QString() : QString::fromUtf8(settings.secrets.value(external.secret)),
             .tls = external.tls };
}

std::optional<Endpoint> Endpoint::parse(const QString &text)
{
    static const QRegularExpression form(uR"(\A(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+)):(\d{1,5})\z)"_s);
    const auto match = form.match(text.trimmed());
    const QHostAddress address(match.captured(1) + match.captured(2));
    const int port = match.captured(3).toInt();
    if (!match.hasMatch() || address.isNull() || port > 65535)
        return std::nullopt;
    return Endpoint { address, quint16(port) };
}

bool Network::contains(const QHostAddress &other) const
{
    // A dual-stack socket shows IPv4 peers as ::ffff:a.b.c.d.
    bool isV4 = false;
    const quint32 v4 = other.toIPv4Address(&isV4);
    return (isV4 ? QHostAddress(v4) : other).isInSubnet(address, prefix);
}

std::optional<Network> Network::parse(const QString &text)
{
    QString whole = text.trimmed();
    if (!whole.contains(u'/'))
        whole += whole.contains(u':') ? u"/128"_s : u"/32"_s;
    const auto [address, prefix] = QHostAddress::parseSubnet(whole);
    if (address.isNull() || prefix < 0)
        return std::nullopt;
    return Network { address, prefix };
}

QString BootProblem::toString() const
{
    return line > 0 ? u"%1:%2: %3"_s.arg(file).arg(line).arg(text) : u"%1: %2"_s.arg(file, text);
}

QList<BootProblem> readBootSettings(const QString &path, BootSettings &settings)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return { { path, 0, u"cannot be read: %1. Name another file with --config."_s.arg(file.errorString()) } };
    const auto document = readToml(file.readAll());
    if (const auto *problem = std::get_if<TomlProblem>(&document))
        return { { path, problem->line, problem->reason } };
    BootReader reader(path, std::get<RawValues>(document));
    settings.file = path;
    settings.given = reader.given();
    reader.refuseUnknown();
    readPlaces(reader, settings);
    readDatabase(reader, settings.database);
    readHttp(reader, settings);
    readIdentity(reader, settings);
    readPermission(reader, settings.permission);
    readOthers(reader, settings);
    checkSecrets(reader, settings);
    warnOfWhatHasNoEffectYet(reader, settings);
    return reader.problems();
}

std::variant<BootSettings, QList<BootProblem>> loadBootSettings(const QString &path)
{
    BootSettings settings;
    if (const QList<BootProblem> problems = readBootSettings(path, settings); !problems.isEmpty())
        return problems;
    return settings;
}

} // namespace slipway::configuration
