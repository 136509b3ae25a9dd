// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QObject>
#include <QSet>

class QSystemTrayIcon;

namespace slipway::console {

/// Tells of new things that need attention while the window is not looked at: once each, and nothing at the first look.
class TrayNotice : public QObject {
    Q_OBJECT
public:
    explicit TrayNotice(QObject *parent = nullptr);

    /// \a keys of all that needs attention now. Returns those nobody was told of before.
    QStringList take(const QStringList &keys);
    void forget();
    void notify(const QString &title, const QString &text);

Q_SIGNALS:
    void clicked();
    /// What the tray says, also where there is none.
    void told(const QString &title, const QString &text);

private:
    QSystemTrayIcon *m_icon = nullptr;
    QSet<QString> m_known;
    bool m_hasLooked = false;
};

} // namespace slipway::console
