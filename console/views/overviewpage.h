// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/models/listfeed.h"
#include "console/models/listmodel.h"
#include "console/views/page.h"
#include "shared/protocol/batch.h"
#include "shared/protocol/instance.h"

class QGridLayout;
class QLabel;

namespace slipway::console {

class RowsView;
class SlotCard;
class Sparkline;

/// Where everything stands: one card a partition, how it went lately, the forge, warnings, instances.
class OverviewPage : public Page {
    Q_OBJECT
public:
    explicit OverviewPage(Session &session, QWidget *parent = nullptr);
    ~OverviewPage() override;

    void refresh() override;
    bool open(const QString &partition) override;
    const QList<SlotCard *> &cards() const { return m_cards; }

private:
    void take();
    void takeCards(const QJsonArray &partitions);
    void takeTrends();
    void takeWords();
    QString lastRoundsOf(const QString &partition) const;
    QString forgeText() const;
    QString loopsText() const;
    QString countsText() const;
    void speak();

    QWidget *m_content;
    QGridLayout *m_grid;
    QList<SlotCard *> m_cards;
    QLabel *m_forge;
    QLabel *m_counts;
    QLabel *m_warnings;
    QLabel *m_lately;
    QLabel *m_instancesTitle;
    Sparkline *m_waiting;
    Sparkline *m_times;
    Sparkline *m_failures;
    RowsView *m_instancesView;
    ListModel<protocol::InstanceView> m_instances;
    ListModel<protocol::BatchSummary> m_batches; ///< The last ones, for the pictures.
    ListFeed m_batchesFeed;
    QList<double> m_waitingHistory; ///< Since this window was opened.
};

} // namespace slipway::console
