// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/actions/selection.h"
#include "console/models/timelinemodel.h"

#include <QWidget>

class QLabel;
class QTableView;
class QTabWidget;
class QToolButton;

namespace slipway::console {

class DiagnosisView;
class OperatorAction;
class Session;

/// All that is known of one request: what was asked, why it waits, and one line of time of everything that happened to it.
class RequestView : public QWidget {
    Q_OBJECT
public:
    explicit RequestView(Session &session, QWidget *parent = nullptr);

    void show(const QString &id);
    void refresh();
    DiagnosisView &diagnosis() { return *m_diagnosis; }
    std::optional<Target> target() const;

Q_SIGNALS:
    void actionWanted(const OperatorAction &action, const Selection &selection);
    void openWanted(const QString &kind, const QString &id);
    void read();

private:
    void take(const protocol::OperationDetail &request);
    void speak();

    Session &m_session;
    QString m_id;
    std::optional<protocol::OperationDetail> m_request;
    TimelineModel m_timeline;
    QLabel *m_title;
    QLabel *m_asked;
    DiagnosisView *m_diagnosis;
    QTabWidget *m_tabs;
    QTableView *m_timelineView;
    QLabel *m_remote;
    QToolButton *m_copy;
};

} // namespace slipway::console
