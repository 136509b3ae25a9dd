// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/actions/actionrun.h"

#include <QList>
#include <QObject>

class QAction;
class QMenu;

namespace slipway::console {

class Session;

/// The actions of menus and palette: one QAction each, enabled as the selection and the session allow, saying why where they are not.
/// Begins runs and keeps those of this session.
class ActionBoard : public QObject {
    Q_OBJECT
public:
    /// \a window owns the shortcuts and the dialogs.
    ActionBoard(Session &session, QWidget &window);

    const QList<QAction *> &actions() const { return m_actions; }
    void setSelection(const Selection &selection);
    /// Those that fit the selection's kind.
    void addTo(QMenu &menu) const;

    /// From the guard on; a dialog asks where something has to be asked.
    void start(const OperatorAction &action, const Selection &selection);
    const QList<ActionRun *> &runs() const { return m_runs; }
    void show(ActionRun &run);

Q_SIGNALS:
    /// For the message bar.
    void said(const QString &sentence, bool isBad);
    void runsChanged();

private:
    void refresh();
    void finishUnasked(ActionRun &run);

    Session &m_session;
    QWidget &m_window;
    QList<QAction *> m_actions;
    QList<ActionRun *> m_runs;
    Selection m_selection;
};

} // namespace slipway::console
