// SPDX-License-Identifier: GPL-3.0-only
#include "service/lint.h"

#include "service/configuration/bootsettings.h"
#include "service/configuration/configreference.h"
#include "service/http/permissions.h"
#include "shared/catalogue/catalogue.h"

#include <QFile>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace slipway {
namespace {

QStringList catalogueProblems(const QString &path, const QByteArray &content)
{
    const auto parsed = catalogue::Catalogue::parse(content, path);
    QStringList texts;
    if (const auto *problems = std::get_if<QList<catalogue::Problem>>(&parsed)) {
        for (const catalogue::Problem &problem : *problems)
            texts.append(problem.toString());
    }
    return texts;
}

/// The service starts without these, and nothing would ever come of a request.
QStringList whatIsMissing(const configuration::BootSettings &boot, const catalogue::Catalogue *catalogue)
{
    QStringList missing;
    const auto demand = [&](const QString &value, const char *key, const char *why) {
        if (value.isEmpty())
            missing.append(u"%1: %2 is not set: %3"_s.arg(boot.file, QLatin1StringView(key), QLatin1StringView(why)));
    };
    demand(boot.forge.url, "forge.url", "no change can reach a repository");
    demand(boot.deploySecret, "callbacks.deploySecret", "no deployment can be reported, so that no request is ever validated");
    const bool asksOthers = catalogue && std::ranges::any_of(catalogue->targets(), [](const catalogue::Target &target) {
                                return target.approval.provider == catalogue::Provider::External;
                            });
    if (asksOthers) {
        demand(boot.approval.url, "approval.external.url", "targets of the catalogue are approved by an external system");
        demand(boot.approval.secret, "approval.external.secret",
               "the decisions of the external approval system cannot be checked");
    }
    return missing;
}

QStringList problemsOfNamedFiles(const configuration::BootSettings &boot)
{
    QStringList problems;
    QFile catalogue(boot.catalogueFile);
    std::shared_ptr<const catalogue::Catalogue> read;
    if (catalogue.open(QIODevice::ReadOnly)) {
        const QByteArray content = catalogue.readAll();
        problems += catalogueProblems(boot.catalogueFile, content);
        const auto parsed = catalogue::Catalogue::parse(content, boot.catalogueFile);
        if (const auto *sound = std::get_if<std::shared_ptr<const catalogue::Catalogue>>(&parsed))
            read = *sound;
    } else {
        problems.append(
            u"%1: cannot be read: %2; submit stays closed without it"_s.arg(boot.catalogueFile, catalogue.errorString()));
    }
    problems += whatIsMissing(boot, read.get());
    if (boot.permission.source != configuration::PermissionSource::RolesFile)
        return problems;
    QFile roles(boot.permission.rolesFile);
    const bool isThere = roles.open(QIODevice::ReadOnly);
    const http::AccountRules rules { boot.identity.domains, {} };
    http::Permissions permissions;
    for (const QString &problem : permissions.replace(isThere ? std::optional(roles.readAll()) : std::nullopt, rules))
        problems.append(boot.permission.rolesFile + u": "_s + problem);
    return problems;
}

} // namespace

int checkConfiguration(const QString &bootFile)
{
    QStringList problems = configuration::checkConfig(bootFile);
    configuration::BootSettings boot;
    configuration::readBootSettings(bootFile, boot);
    if (!boot.file.isEmpty())
        problems += problemsOfNamedFiles(boot);
    for (const QString &problem : std::as_const(problems))
        std::fprintf(stderr, "%s\n", qPrintable(problem));
    if (problems.isEmpty())
        std::printf("%s: no problems\n", qPrintable(bootFile));
    return problems.isEmpty() ? 0 : 1;
}

int checkCatalogue(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        std::fprintf(stderr, "%s: %s\n", qPrintable(path), qPrintable(file.errorString()));
        return 2;
    }
    const QByteArray content = file.readAll();
    const QStringList problems = catalogueProblems(path, content);
    for (const QString &problem : problems)
        std::fprintf(stderr, "%s\n", qPrintable(problem));
    if (!problems.isEmpty())
        return 1;
    const auto parsed = catalogue::Catalogue::parse(content, path);
    std::printf("%s: %d targets, no problems\n", qPrintable(path),
                int(std::get<std::shared_ptr<const catalogue::Catalogue>>(parsed)->targets().size()));
    return 0;
}

} // namespace slipway
