// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/configuration/rawvalue.h"
#include "service/configuration/secretstore.h"
#include "service/database/connection.h"

#include <QHostAddress>

#include <chrono>
#include <variant>

namespace slipway::configuration {

struct Endpoint {
    QHostAddress address;
    quint16 port = 0; ///< 0 lets the system choose.
    /// "127.0.0.1:8420", "[::1]:8420"; nothing for anything else, also for host names.
    static std::optional<Endpoint> parse(const QString &text);
};

/// An address or a network, "10.0.0.0/8".
struct Network {
    QHostAddress address;
    int prefix = 0;
    bool contains(const QHostAddress &other) const;
    static std::optional<Network> parse(const QString &text);
};

enum class ConfigSource : quint8 { File, Database };
enum class IdentitySource : quint8 { Header, Jwt, Dev };
enum class PermissionSource : quint8 { RolesFile, Http };

/// What holds from start to end of a process. Paths are absolute; secrets stay names, looked up in `secrets` where they
/// are used.
struct BootSettings {
    QString file; ///< Where it was read from.
    QString dataDirectory;
    SecretStore secrets;
    ConfigSource configSource = ConfigSource::File;
    QString hotFile;
    QString catalogueFile;

    struct Database {
        bool embedded = true;
        QString host;
        quint16 port = 3306;
        QString socket;
        QString name;
        QString user;
        QString secret;
        bool tls = false;
    } database;

    struct Http {
        Endpoint listen;
        Endpoint metricsListen;
        QList<Network> trustedProxies;
        int loops = 1;
        int workers = 16;
        int queue = 256;
    } http;

    struct Identity {
        IdentitySource source = IdentitySource::Header;
        QByteArray header;
        QString issuer;
        QString audience;
        QString jwks;
        QStringList claims; ///< That may name the account, the best first.
        QStringList domains;
        QString directory; ///< The file, or an address; empty: no employee number is mapped.
        bool isDirectoryRemote() const { return directory.contains(QLatin1StringView("://")); }
        QStringList devUsers;
    } identity;

    struct Permission {
        PermissionSource source = PermissionSource::RolesFile;
        QString rolesFile;
        QString url;
        std::chrono::milliseconds timeout { 2000 };
    } permission;

    struct Forge {
        QString url;
        QString authorToken;
        QStringList reviewerTokens;
        QString webhookSecret;
    } forge;

    struct Approval {
        QString url;
        QString secret;
    } approval;

    struct Cards {
        QString provider;
        QString url;
        QString secret;
    } cards;

    QString deploySecret;
    bool debounceInRedis = false;
    QString debounceRedis;
    QString noticesWebhook;
    QString noticesSmtp;
    bool failpoints = false;

    /// What the boot file says, by key, as written; secrets are names.
    QMap<QString, QString> given;

    /// Worth a word at start, but no reason to stay down: an ignored proxy entry, armed failpoints.
    QStringList warnings;
};

/// How to reach the database that database.mode = external names, with its password.
database::Settings externalDatabase(const BootSettings &settings);

/// What is wrong with the boot file, one entry each, in words that say what to do.
struct BootProblem {
    QString file;
    int line = 0; ///< 0: concerns no single line.
    QString text;
    /// "file:line: text"
    QString toString() const;
};

/// Reads and checks the whole boot file: unknown keys, wrong values, missing secrets. Every problem at once, so that a
/// person mends the file in one go.
std::variant<BootSettings, QList<BootProblem>> loadBootSettings(const QString &file);

/// The same for those who go on looking: what could be read stands in \a settings, also beside problems.
QList<BootProblem> readBootSettings(const QString &file, BootSettings &settings);

} // namespace slipway::configuration
