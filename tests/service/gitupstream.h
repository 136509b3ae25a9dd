// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "service/forge/remotesession.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>

/// Runs git there as a fixed person at a fixed time, without any configuration of this machine.
inline QByteArray git(const QString &directory, const QStringList &arguments, const QByteArray &input = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *who : { "AUTHOR", "COMMITTER" }) {
        environment.insert(QStringLiteral("GIT_%1_NAME").arg(QLatin1StringView(who)), QStringLiteral("Slipway"));
        environment.insert(QStringLiteral("GIT_%1_EMAIL").arg(QLatin1StringView(who)), QStringLiteral("slipway@example.org"));
        environment.insert(QStringLiteral("GIT_%1_DATE").arg(QLatin1StringView(who)), QStringLiteral("1767225600 +0000"));
    }
    environment.insert(QStringLiteral("GIT_CONFIG_NOSYSTEM"), QStringLiteral("1"));
    environment.insert(QStringLiteral("HOME"), QStringLiteral("/nonexistent"));
    // glibc gives memory back after each object and takes it again, which makes an import of many files crawl where brk() is slow.
    environment.insert(QStringLiteral("MALLOC_TOP_PAD_"), QStringLiteral("16777216"));
    environment.insert(QStringLiteral("MALLOC_TRIM_THRESHOLD_"), QStringLiteral("268435456"));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(directory);
    process.start(QStringLiteral("git"), arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(120'000) || process.exitCode() != 0)
        qFatal("git %s: %s", qPrintable(arguments.join(QLatin1Char(' '))), process.readAllStandardError().constData());
    return process.readAllStandardOutput();
}

inline slipway::forge::Oid oidOf(const QByteArray &text) { return slipway::forge::Oid(QString::fromLatin1(text.trimmed())); }

/// A bare repository with one commit on main, made by git itself.
class Upstream {
public:
    Upstream()
    {
        git(m_directory.path(),
            { QStringLiteral("init"), QStringLiteral("-q"), QStringLiteral("--bare"), QStringLiteral("-b"),
              QStringLiteral("main"), QStringLiteral("up.git") });
        git(m_directory.path(),
            { QStringLiteral("init"), QStringLiteral("-q"), QStringLiteral("-b"), QStringLiteral("main"),
              QStringLiteral("work") });
        write(QStringLiteral("README.md"), "hello\n");
        write(QStringLiteral("bindings/aa/one.yaml"), "one\n");
        write(QStringLiteral("bindings/bb/only.yaml"), "only\n");
        write(QStringLiteral("tool.sh"), "#!/bin/sh\n");
        QFile(work() + QStringLiteral("/tool.sh")).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QFile::link(QStringLiteral("README.md"), work() + QStringLiteral("/link"));
        commit(QStringLiteral("first"));
    }

    void write(const QString &path, const QByteArray &bytes)
    {
        const QString full = work() + QLatin1Char('/') + path;
        QDir().mkpath(QFileInfo(full).path());
        QFile file(full);
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write %s", qPrintable(full));
        file.write(bytes);
    }
    void commit(const QString &message)
    {
        git(work(), { QStringLiteral("add"), QStringLiteral("-A") });
        git(work(), { QStringLiteral("commit"), QStringLiteral("-q"), QStringLiteral("-m"), message });
        git(work(), { QStringLiteral("push"), QStringLiteral("-q"), path(), QStringLiteral("HEAD:main") });
    }
    QString path() const { return m_directory.filePath(QStringLiteral("up.git")); }
    QString work() const { return m_directory.filePath(QStringLiteral("work")); }
    slipway::forge::RemoteAccess access() const { return { path(), {} }; }
    slipway::forge::Oid head(const QString &branch) const
    {
        return oidOf(git(path(), { QStringLiteral("rev-parse"), QStringLiteral("refs/heads/") + branch }));
    }

private:
    QTemporaryDir m_directory;
};
