// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/actions/selection.h"

#include <QWidget>

class QSettings;

namespace slipway::console {

class OperatorAction;
class RowsView;
class Session;

/// One page of the window. It shows and says what somebody wants; opening and acting is the window's business.
class Page : public QWidget {
    Q_OBJECT
public:
    /// \a name is stable: for links, settings, --page. \a title is marked in the context Pages.
    Page(Session &session, const QString &name, const char *title, QWidget *parent = nullptr);

    const QString &name() const { return m_name; }
    QString title() const;

    /// Reads anew what it shows. Called when it is shown, and while it is, whenever the session says so.
    virtual void refresh() = 0;
    /// Shows the thing of that id; false when it is not this page's business.
    virtual bool open(const QString &) { return false; }
    /// What an action of the menu would be done to.
    virtual Selection selection() const { return {}; }
    /// Its main table; nullptr where there is none.
    virtual RowsView *table() { return nullptr; }
    virtual void remember(QSettings &) const { }
    virtual void recall(QSettings &) { }
    virtual void focusFilter() { setFocus(); }
    /// A number worth a look from outside; 0 is none.
    int badge() const { return m_badge; }

    /// Something that did not work, for the window's message bar; empty when it works again.
    const QString &problem() const { return m_problem; }

Q_SIGNALS:
    void selectionChanged();
    void badgeChanged();
    void problemChanged();
    void actionWanted(const OperatorAction &action, const Selection &selection);
    /// \a kind: batch, operation, finding, … or a page's name with an empty id.
    void openWanted(const QString &kind, const QString &id);

protected:
    Session &session() const { return m_session; }
    void setBadge(int badge);
    void setProblem(const QString &problem);

private:
    Session &m_session;
    QString m_name;
    const char *m_title;
    int m_badge = 0;
    QString m_problem;
};

} // namespace slipway::console
