// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/traynotice.h"

#include "console/views/appearance.h"

#include <QSystemTrayIcon>

namespace slipway::console {

TrayNotice::TrayNotice(QObject *parent)
    : QObject(parent)
{
    if (!QSystemTrayIcon::isSystemTrayAvailable())
        return;
    m_icon = new QSystemTrayIcon(appearance::applicationIcon(), this);
    connect(m_icon, &QSystemTrayIcon::activated, this, &TrayNotice::clicked);
    connect(m_icon, &QSystemTrayIcon::messageClicked, this, &TrayNotice::clicked);
    m_icon->show();
}

QStringList TrayNotice::take(const QStringList &keys)
{
    QStringList fresh;
    for (const QString &key : keys) {
        if (m_hasLooked && !m_known.contains(key))
            fresh.append(key);
    }
    m_known = QSet<QString>(keys.begin(), keys.end());
    m_hasLooked = true;
    return fresh;
}

void TrayNotice::forget()
{
    m_known.clear();
    m_hasLooked = false;
}

void TrayNotice::notify(const QString &title, const QString &text)
{
    Q_EMIT told(title, text);
    if (m_icon)
        m_icon->showMessage(title, text, QSystemTrayIcon::Warning);
}

} // namespace slipway::console
