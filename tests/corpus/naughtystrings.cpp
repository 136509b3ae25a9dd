// SPDX-License-Identifier: GPL-3.0-only
#include "tests/corpus/naughtystrings.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>

#include <stdexcept>

namespace slipway::corpus {

using namespace Qt::StringLiterals;

namespace {

constexpr int npmWithinMs = 120'000;

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void install(const QString &source, const QString &folder)
{
    QDir(folder).removeRecursively();
    QDir().mkpath(folder);
    for (const char *name : { "/package.json", "/package-lock.json" })
        QFile::copy(source + QLatin1StringView(name), folder + QLatin1StringView(name));
    QProcess npm;
    npm.setWorkingDirectory(folder);
    npm.setStandardInputFile(QProcess::nullDevice());
    npm.start(u"npm"_s,
              { u"ci"_s, u"--ignore-scripts"_s, u"--no-audit"_s, u"--no-fund"_s, u"--no-update-notifier"_s,
                u"--prefer-offline"_s, u"--fetch-retries=1"_s, u"--fetch-timeout=30000"_s });
    if (!npm.waitForStarted())
        throw std::runtime_error("npm is missing: see packaging/apt-packages, section [test]");
    if (!npm.waitForFinished(npmWithinMs) || npm.exitCode() != 0)
        throw std::runtime_error(
            "npm could not bring the naughty strings; connect this machine to a package registry once, afterwards no "
            "network is needed: "
            + npm.readAllStandardError().toStdString());
}

} // namespace

QStringList naughtyStrings(const QString &source, const QString &folder)
{
    const QByteArray wanted =
        QCryptographicHash::hash(contentOf(source + u"/package-lock.json"_s), QCryptographicHash::Sha256).toHex();
    const QString stamp = folder + u"/installed"_s;
    if (contentOf(stamp) != wanted) {
        install(source, folder);
        QFile file(stamp);
        if (!file.open(QIODevice::WriteOnly) || file.write(wanted) != wanted.size())
            throw std::runtime_error("the naughty strings' folder cannot be written");
    }
    const QJsonDocument list =
        QJsonDocument::fromJson(contentOf(folder + u"/node_modules/big-list-of-naughty-strings/blns.json"_s));
    QStringList strings;
    for (const QJsonValue &each : list.array())
        strings.append(each.toString());
    if (strings.size() < 400)
        throw std::runtime_error("the package of naughty strings holds none");
    return strings;
}

} // namespace slipway::corpus
