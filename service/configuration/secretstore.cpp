// SPDX-License-Identifier: GPL-3.0-only
#include "service/configuration/secretstore.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace slipway::configuration {
namespace {

using namespace Qt::StringLiterals;

constexpr qint64 largestSecret = 64 * 1024;

std::variant<QList<QByteArray>, QString> linesOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return u"%1 cannot be read: %2"_s.arg(path, file.errorString());
    QList<QByteArray> lines;
    for (const QByteArray &line : file.read(largestSecret).split('\n')) {
        if (const QByteArray value = line.trimmed(); !value.isEmpty())
            lines.append(value);
    }
    if (lines.isEmpty())
        return u"%1 is empty"_s.arg(path);
    if (lines.size() > 2)
        return u"%1 holds more than two lines (the secret, and the one it replaces)"_s.arg(path);
    return lines;
}

} // namespace

SecretStore::SecretStore(QString credentials, QString directory)
    : m_credentials(std::move(credentials))
    , m_directory(std::move(directory))
{
}

std::variant<QList<QByteArray>, QString> SecretStore::find(const QString &name) const
{
    // A name, not a path: "../token" must not leave the folder.
    static const QRegularExpression form(uR"(\A[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}\z)"_s);
    if (!form.match(name).hasMatch())
        return u"'%1' is no name of a secret (letters, digits, '.', '_' and '-'); write the name, never the value"_s.arg(name);
    if (const QString path = m_credentials + u'/' + name; !m_credentials.isEmpty() && QFileInfo::exists(path))
        return linesOf(path);
    const QString path = m_directory + u'/' + name;
    const QFileInfo info(path);
    if (m_directory.isEmpty() || !info.exists())
        return u"secret '%1' is neither in $CREDENTIALS_DIRECTORY nor at %2; create that file with mode 0600"_s.arg(name, path);
    constexpr auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther | QFileDevice::WriteOther;
    if (info.permissions() & others)
        return u"%1 can be read by others; run: chmod 600 %1"_s.arg(path);
    return linesOf(path);
}

QList<QByteArray> SecretStore::values(const QString &name) const
{
    const auto found = find(name);
    const auto *lines = std::get_if<QList<QByteArray>>(&found);
    return lines ? *lines : QList<QByteArray>();
}

QByteArray SecretStore::value(const QString &name) const { return values(name).value(0); }

} // namespace slipway::configuration
