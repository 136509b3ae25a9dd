// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QLocalServer>
#include <QObject>

namespace slipway::console {

/// One window for all links: whoever starts the console with a link hands it to the window that this person has open. Takes nothing but
/// links, from nobody but the same user. Where another one has the door already it stays shut, and links open windows of their own.
class LinkDoor : public QObject {
    Q_OBJECT
public:
    explicit LinkDoor(QObject *parent = nullptr);

    /// True when a window took it; false when there is none that answers within a second.
    static bool hand(const QString &link);
    /// From now on links come here. False when another window of this person takes them.
    bool open();

Q_SIGNALS:
    void linkCame(const QString &link);

private:
    void takeIn();

    QLocalServer m_server;
};

} // namespace slipway::console
