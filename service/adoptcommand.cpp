// SPDX-License-Identifier: GPL-3.0-only
#include "service/adoptcommand.h"

#include "service/configuration/bootsettings.h"
#include "service/database/durability.h"
#include "service/database/embeddedserver.h"
#include "service/database/migrator.h"
#include "service/engine/remoteledger.h"
#include "service/forge/gitlabforge.h"
#include "service/operations/adoption.h"
#include "shared/clock.h"
#include "sql/migrations.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLoggingCategory>
#include <QTemporaryDir>
#include <QUuid>

#include <cstdio>
#include <pwd.h>
#include <unistd.h>

namespace slipway {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// The account that types the command; behind sudo the person, not root.
QString actor()
{
    const QString person = qEnvironmentVariable("SUDO_USER");
    const passwd *entry = ::getpwuid(::getuid());
    const QString own = entry ? QString::fromLocal8Bit(entry->pw_name) : QString::number(::getuid());
    return u"os:"_s + (person.isEmpty() ? own : person).left(200);
}

/// The service's database: the one of a running service, one of the administrator's, or the private one, started for this command.
class Database {
public:
    explicit Database(const configuration::BootSettings &boot)
    {
        const auto &external = boot.database;
        if (!external.embedded) {
            m_settings = { .socket = external.socket,
                           .host = external.host,
                           .port = external.port,
                           .schema = external.name,
                           .user = external.user,
                           .password =
                               external.secret.isEmpty() ? QString() : QString::fromUtf8(boot.secrets.value(external.secret)),
                           .tls = external.tls };
            return;
        }
        const QString directory = boot.dataDirectory + u"/database"_s;
        if (const auto running = database::EmbeddedServer::runningOn(directory)) {
            m_settings = *running;
            return;
        }
        m_own = std::make_unique<database::EmbeddedServer>(directory);
        m_own->start();
        m_settings = m_own->settings();
    }
    const database::Settings &settings() const { return m_settings; }

private:
    database::Settings m_settings;
    std::unique_ptr<database::EmbeddedServer> m_own;
};

std::shared_ptr<const catalogue::Catalogue> catalogueIn(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw Error(Code::InvalidRequest, u"%1: %2"_s.arg(path, file.errorString()));
    const auto parsed = catalogue::Catalogue::parse(file.readAll(), path);
    if (const auto *problems = std::get_if<QList<catalogue::Problem>>(&parsed))
        throw Error(Code::InvalidRequest, problems->first().toString());
    return std::get<std::shared_ptr<const catalogue::Catalogue>>(parsed);
}

forge::ForgeSettings forgeSettings(const configuration::BootSettings &boot, const QString &mirror)
{
    const auto secret = [&](const QString &name) { return QString::fromUtf8(boot.secrets.value(name)); };
    // A repository of years is fetched whole, once.
    return { .url = QUrl(boot.forge.url),
             .authorToken = secret(boot.forge.authorToken),
             .reviewerOneToken = secret(boot.forge.reviewerTokens.value(0)),
             .reviewerTwoToken = secret(boot.forge.reviewerTokens.value(1)),
             .mirrorDirectory = mirror,
             .committerName = u"Slipway"_s,
             .committerEmail = u"slipway@localhost"_s,
             .callDeadline = [] { return std::chrono::milliseconds(30s); },
             .gitDeadline = [] { return std::chrono::milliseconds(30min); } };
}

int exitCodeOf(const operations::AdoptionReport &report)
{
    if (report.blockedBy)
        return AdoptCommand::InTheWay;
    return report.hasTrouble() ? AdoptCommand::Remarks : AdoptCommand::Done;
}

/// One line, whatever a file's name holds.
QString harmless(QString text)
{
    for (QChar &letter : text) {
        if (!letter.isPrint())
            letter = u'?';
    }
    return text;
}

} // namespace

AdoptCommand::AdoptCommand(QString configFile, PartitionKey partition, bool isPlan, bool isJson)
    : m_configFile(std::move(configFile))
    , m_partition(std::move(partition))
    , m_isPlan(isPlan)
    , m_isJson(isJson)
{
}

QString AdoptCommand::description()
{
    return u"adopt --partition KEY [--plan] [--json]: take over the bindings a repository already holds. "
           "Ends with 0, 1 (see the remarks), 2 (wrong use), 3 (database or forge away), 4 (a batch is in the way)."_s;
}

int AdoptCommand::run()
{
    QLoggingCategory::setFilterRules(u"*.debug=false\n*.info=false"_s);
    const auto loaded = configuration::loadBootSettings(m_configFile);
    if (const auto *problems = std::get_if<QList<configuration::BootProblem>>(&loaded)) {
        for (const auto &problem : *problems)
            std::fprintf(stderr, "%s\n", qPrintable(problem.toString()));
        return WrongUse;
    }
    try {
        return adopt(std::get<configuration::BootSettings>(loaded));
    } catch (const Error &error) {
        std::fprintf(stderr, "slipwayd adopt: %s\n", qPrintable(error.detail()));
        return error.fault() == Fault::Client ? WrongUse : Unavailable;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "slipwayd adopt: %s\n", error.what());
        return Unavailable;
    }
}

int AdoptCommand::adopt(const configuration::BootSettings &boot)
{
    const auto catalogue = catalogueIn(boot.catalogueFile);
    QDir().mkpath(boot.dataDirectory);
    const Database database(boot);
    auto &connection = database::Connection::forThisThread(database.settings());
    database::assertDurable(connection);
    database::Migrator migrator(connection, sql::migrations);
    if (!m_isPlan)
        migrator.apply();
    else if (!migrator.pending().empty())
        throw Error(Code::InvalidRequest,
                    u"the database is not prepared for this version: start the service once, then plan"_s);

    const InstanceId instance(u"adopt-"_s + QUuid::createUuid().toString(QUuid::Id128).left(12));
    const QTemporaryDir mirror(boot.dataDirectory + u"/adopt-XXXXXX"_s); // The service's own belongs to the service.
    if (!mirror.isValid())
        throw Error(Code::Unavailable, u"%1 cannot be written: %2"_s.arg(boot.dataDirectory, mirror.errorString()));
    const SystemClock clock;
    engine::RemoteLedger ledger(database.settings(), instance);
    forge::GitLabForge forge(forgeSettings(boot, mirror.path() + u"/mirror"_s), clock, ledger);
    Services services;
    services.forge = &forge;
    services.clock = &clock;
    services.instance = instance;
    services.targets = [&] { return catalogue; };

    operations::Adoption adoption(services, connection, m_partition, actor());
    const operations::AdoptionReport report = m_isPlan ? adoption.plan() : adoption.run();
    if (m_isJson)
        printJson(report);
    else
        print(report);
    connection.drop(); // Before a private server goes.
    return exitCodeOf(report);
}

void AdoptCommand::print(const operations::AdoptionReport &report) const
{
    std::printf("%s: %s of %s at %s\n", qPrintable(report.partition.value()), qPrintable(report.project.targetBranch),
                qPrintable(report.project.path), qPrintable(report.commit.value()));
    for (const auto &remark : report.remarks) {
        const QString what = remark.path.isEmpty() ? u"%1 / %2"_s.arg(remark.subject, remark.target) : remark.path;
        std::printf("%s %s: %s: %s\n", remark.isTrouble ? "!" : "-", qPrintable(harmless(what)), qPrintable(remark.code),
                    qPrintable(harmless(remark.text)));
    }
    if (report.blockedBy)
        std::printf("batch %lld works on some of it: nothing was adopted, try again when it has ended\n",
                    static_cast<long long>(report.blockedBy->value()));
    std::printf("%lld files, %lld in force already, %lld %s, %lld remarks\n", static_cast<long long>(report.files),
                static_cast<long long>(report.inForce), static_cast<long long>(report.adopted),
                report.isPlan ? "would be adopted" : "adopted", static_cast<long long>(report.remarks.size()));
}

void AdoptCommand::printJson(const operations::AdoptionReport &report) const
{
    QJsonArray remarks;
    for (const auto &remark : report.remarks)
        remarks.append(QJsonObject { { u"path"_s, remark.path },
                                     { u"subjectId"_s, remark.subject },
                                     { u"targetKey"_s, remark.target },
                                     { u"code"_s, remark.code },
                                     { u"text"_s, remark.text },
                                     { u"isTrouble"_s, remark.isTrouble } });
    const QJsonObject answer { { u"partition"_s, report.partition.value() },
                               { u"project"_s, report.project.path },
                               { u"branch"_s, report.project.targetBranch },
                               { u"commit"_s, report.commit.value() },
                               { u"isPlan"_s, report.isPlan },
                               { u"files"_s, report.files },
                               { u"inForce"_s, report.inForce },
                               { u"adopted"_s, report.adopted },
                               { u"blockedBy"_s, report.blockedBy ? QJsonValue(report.blockedBy->value()) : QJsonValue() },
                               { u"remarks"_s, remarks } };
    std::printf("%s\n", QJsonDocument(answer).toJson(QJsonDocument::Compact).constData());
}

} // namespace slipway
