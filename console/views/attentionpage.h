// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/models/listmodel.h"
#include "console/views/listpage.h"
#include "shared/protocol/operation.h"

class QPushButton;

namespace slipway::console {

class DiagnosisView;

/// The start: everything that waits for a person, what holds up most first, each with why and the next safe action.
class AttentionPage : public ListPage {
    Q_OBJECT
public:
    explicit AttentionPage(Session &session, QWidget *parent = nullptr);

    /// Keys of what stands first; for notices about new things.
    QStringList keys() const;
    /// Why that one waits.
    QString sentenceOf(const QString &key) const;
    DiagnosisView &diagnosis() { return *m_diagnosis; }

protected:
    void showRow(int row) override;
    void wasRead() override;

private:
    AttentionPage(Session &session, std::unique_ptr<ListModel<protocol::AttentionItem>> rows, QWidget *parent);

    ListModel<protocol::AttentionItem> &m_items;
    DiagnosisView *m_diagnosis;
    QPushButton *m_open;
};

} // namespace slipway::console
