// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/models/listmodel.h"
#include "shared/protocol/batch.h"

#include <QWidget>

class QLabel;
class QTabWidget;

namespace slipway::console {

class DiagnosisView;
class OperatorAction;
class PhaseLadder;
class RowsView;
class Session;

/// All that is known of one batch: why it waits, its way as a picture, its requests, what was asked of others and answered, and the
/// merge request as it was last read.
class BatchView : public QWidget {
    Q_OBJECT
public:
    explicit BatchView(Session &session, QWidget *parent = nullptr);
    ~BatchView() override;

    /// Empty: none. The answer to another question that is still under way is dropped.
    void show(const QString &id);
    void refresh();
    DiagnosisView &diagnosis() { return *m_diagnosis; }
    std::optional<Target> target() const;

Q_SIGNALS:
    void actionWanted(const OperatorAction &action, const Selection &selection);
    void openWanted(const QString &kind, const QString &id);
    void read();

private:
    void take(const protocol::BatchDetail &batch);
    void speak();

    Session &m_session;
    QString m_id;
    std::optional<protocol::BatchDetail> m_batch;
    ListModel<protocol::BatchMember> m_members;
    ListModel<protocol::RemoteCall> m_calls;
    QLabel *m_title;
    DiagnosisView *m_diagnosis;
    PhaseLadder *m_ladder;
    QTabWidget *m_tabs;
    RowsView *m_membersView;
    RowsView *m_callsView;
    QLabel *m_remote;
};

} // namespace slipway::console
