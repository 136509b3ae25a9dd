// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/actions/selection.h"

#include <QFrame>
#include <QJsonObject>

class QLabel;
class QPushButton;

namespace slipway::console {

class OperatorAction;
class Session;

/// One partition: whether its slot is free, who holds it, since when, and how many wait. With the buttons that belong to a partition.
class SlotCard : public QFrame {
    Q_OBJECT
public:
    explicit SlotCard(Session &session, QWidget *parent = nullptr);

    /// As /ops/v1/overview has it.
    void show(const QJsonObject &partition);
    /// How its last batches went, in a sentence; empty: there were none.
    void showLastRounds(const QString &sentence);
    const QString &key() const { return m_key; }

Q_SIGNALS:
    void actionWanted(const OperatorAction &action, const Selection &selection);
    void openWanted(const QString &kind, const QString &id);

private:
    void refresh();
    void refreshButtons();
    void refreshWhy();
    void readBatch();
    QString slotText(const QJsonObject &slot) const;
    Target target() const;

    Session &m_session;
    QJsonObject m_partition;
    QString m_key;
    QLabel *m_title;
    QLabel *m_sign;
    QLabel *m_standing;
    QLabel *m_details;
    QLabel *m_why; ///< Of the batch that holds the slot, and what comes next by itself.
    QLabel *m_waiting;
    QLabel *m_rounds;
    std::optional<protocol::Diagnosis> m_diagnosis;
    QPushButton *m_open;
    QList<QPushButton *> m_actions;
};

} // namespace slipway::console
