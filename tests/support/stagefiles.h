// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
#include <QString>
#include <QStringList>

namespace slipway::support {

/// How a stack shall differ from the usual one. Values of boot and hot are written as TOML has them: `"OPEN"`, `200`,
/// `["a"]`.
struct StageOptions {
    QMap<QString, QString> boot;
    QMap<QString, QString> hot;
    /// A permission's name to the accounts that hold it; empty for the usual people.
    QMap<QString, QStringList> roles;
    /// Empty for two sample targets.
    QJsonObject catalogue;
    /// Of the twin's project, over the usual policy.
    QJsonObject policy;
};

/// The files a stack starts from, in one folder: boot and hot configuration, catalogue, roles, secrets. Knows no
/// process.
class StageFiles {
public:
    /// Invents fresh secrets. Nothing is written yet.
    StageFiles(QString directory, StageOptions options);

    /// What all instances share, and the boot file of each: as many as \a listen names addresses. With \a databaseSocket they use the
    /// database there, without it the one and only instance has its own. Throws StartFailure when the disk refuses.
    void write(const QString &forgeUrl, const QStringList &listen, const QString &databaseSocket = {}) const;
    /// Writes the hot file anew with these keys changed; the service notices by itself.
    void changeHot(const QMap<QString, QString> &keys);
    void writeHot() const;

    /// What the twin is seeded with: people, bots, project, secrets, policies.
    QJsonObject seed() const;

    /// \a instance counts from 0; the first one's names bear no number.
    QString bootFile(int instance = 0) const
    {
        return in(numbered(QStringLiteral("slipway"), instance) + QStringLiteral(".toml"));
    }
    QString serviceDirectory(int instance = 0) const { return in(numbered(QStringLiteral("service"), instance)); }
    static QString numbered(const QString &name, int instance)
    {
        return instance == 0 ? name : name + QLatin1Char('-') + QString::number(instance + 1);
    }
    QString in(const QString &name) const { return m_directory + QLatin1Char('/') + name; }

    /// Accounts and what each may do, for people to read.
    QJsonObject identities() const;
    /// What for, to the file that holds it.
    QJsonObject secretFiles() const;
    QByteArray secret(const QString &name) const { return m_secrets.value(name); }

    /// One partition on config/access and targets made from [{key, description}], decided by \a approver.
    static QJsonObject catalogueOf(const QJsonArray &targets, const QString &approver);

    static constexpr QLatin1StringView project { "config/access" };
    static constexpr QLatin1StringView branch { "main" };
    static constexpr QLatin1StringView pathPrefix { "access/" };

private:
    void writeBoot(int instance, const QString &forgeUrl, const QString &listen, const QString &databaseSocket) const;

    QString m_directory;
    StageOptions m_options;
    QMap<QString, QByteArray> m_secrets;
};

} // namespace slipway::support
