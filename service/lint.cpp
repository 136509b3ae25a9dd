// SPDX-License-Identifier: GPL-3.0-only
#include "service/lint.h"

#include "service/configuration/bootsettings.h"
#include "service/configuration/configreference.h"
#include "service/http/permissions.h"
#include "shared/catalogue/catalogue.h"

#include <QFile>

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

QStringList problemsOfNamedFiles(const configuration::BootSettings &boot)
{
    QStringList problems;
    QFile catalogue(boot.catalogueFile);
    if (catalogue.open(QIODevice::ReadOnly))
        problems += catalogueProblems(boot.catalogueFile, catalogue.readAll());
    else
        problems.append(
            u"%1: cannot be read: %2; submit stays closed without it"_s.arg(boot.catalogueFile, catalogue.errorString()));
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
