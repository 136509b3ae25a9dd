// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QHash>
#include <QObject>

#include <functional>

namespace slipway::console {

/// Tokens, by profile. They live in the system's keychain where there is one; where there is none, in this process's memory and
/// nowhere else. Never writes a file.
class Keychain : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// \a done gets the token, empty where none is kept. Called from the event loop.
    void read(const QString &profile, std::function<void(const QString &)> done);
    /// \a done gets whether it will be there at the next start too.
    void keep(const QString &profile, const QString &token, std::function<void(bool)> done);
    void forget(const QString &profile);

private:
    QHash<QString, QString> m_ofThisSession;
};

} // namespace slipway::console
