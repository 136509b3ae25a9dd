// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <variant>

namespace slipway::configuration {

/// Secrets are named in the configuration and valued elsewhere: in $CREDENTIALS_DIRECTORY (systemd's LoadCredential),
/// then as a file only its owner may read in secrets.directory. It never logs a value and refuses a file others can
/// read.
class SecretStore {
public:
    SecretStore() = default;
    /// \a credentials may be empty.
    SecretStore(QString credentials, QString directory);

    /// The secret's lines, at most two: the one in force first, then the one it replaces, so that both sides can change
    /// it without a moment in which callbacks are refused. Or the reason, for the administrator, why it cannot be had.
    std::variant<QList<QByteArray>, QString> find(const QString &name) const;
    /// The one in force; empty when it cannot be had. For use after start, when the names were already checked.
    QByteArray value(const QString &name) const;
    /// Both; empty when it cannot be had.
    QList<QByteArray> values(const QString &name) const;

private:
    QString m_credentials;
    QString m_directory;
};

} // namespace slipway::configuration
