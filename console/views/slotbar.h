// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include <QToolBar>

class QToolButton;

namespace slipway::console {

class Session;

/// Always in sight: each partition's slot in a few words. A click opens the batch that holds it.
class SlotBar : public QToolBar {
    Q_OBJECT
public:
    explicit SlotBar(Session &session, QWidget *parent = nullptr);

Q_SIGNALS:
    void openWanted(const QString &kind, const QString &id);

private:
    void refresh();

    Session &m_session;
    QList<QToolButton *> m_buttons;
};

} // namespace slipway::console
