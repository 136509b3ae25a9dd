// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/attentionpage.h"

#include "console/models/listtables.h"
#include "console/session/session.h"
#include "console/views/diagnosisview.h"
#include "console/views/spoken.h"

#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace slipway::console {

AttentionPage::AttentionPage(Session &session, QWidget *parent)
    : AttentionPage(session, std::make_unique<ListModel<protocol::AttentionItem>>(tables::attention()), parent)
{
}

AttentionPage::AttentionPage(Session &session, std::unique_ptr<ListModel<protocol::AttentionItem>> rows, QWidget *parent)
    : ListPage(session, u"attention"_s, QT_TRANSLATE_NOOP("Pages", "Needs Attention"), std::move(rows), u"/ops/v1/attention"_s,
               parent)
    , m_items(static_cast<ListModel<protocol::AttentionItem> &>(this->rows()))
    , m_diagnosis(new DiagnosisView(session, this))
    , m_open(new QPushButton(this))
{
    // Age times how many it holds up; the service's own order is by kind.
    m_items.setOrder([this](const protocol::AttentionItem &a, const protocol::AttentionItem &b) {
        const Instant now = this->session().clock().now();
        return urgencyOf(a, now) > urgencyOf(b, now);
    });
    auto *detail = new QWidget(this);
    auto *layout = new QVBoxLayout(detail);
    layout->setContentsMargins(6, 0, 0, 0);
    auto *scroll = new QScrollArea(detail);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // Its words are wrapped.
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_diagnosis);
    scroll->setFocusPolicy(Qt::NoFocus);
    layout->addWidget(scroll, 1);
    layout->addWidget(m_open, 0, Qt::AlignLeft);
    setDetail(detail);
    setWidths({ 10, 17, 6, 24, 21 });
    table()->setExplanation(
        QT_TRANSLATE_NOOP("Empty",
                          "Nothing waits for a person.\n\nWhat stops and needs one stands here, what holds up most first, "
                          "each line with why it waits and the next safe action."));
    hideColumns({ 5 });
    const auto openRow = [this] {
        const int row = table()->currentRow();
        if (row >= 0)
            Q_EMIT openWanted(m_items.at(row).kind, m_items.at(row).id);
    };
    connect(m_open, &QPushButton::clicked, this, openRow);
    connect(table(), &RowsView::opened, this, openRow);
    connect(m_diagnosis, &DiagnosisView::actionWanted, this, &Page::actionWanted);
    connect(m_diagnosis, &DiagnosisView::openWanted, this, &Page::openWanted);
    spoken(this, [this, scroll] {
        m_open->setText(tr("Open"));
        m_open->setToolTip(tr("Shows all that is known about it"));
        scroll->setAccessibleName(tr("Why it waits"));
        showRow(table()->currentRow());
    });
}

QStringList AttentionPage::keys() const
{
    QStringList keys;
    for (int row = 0; row < m_items.rowCount(); ++row)
        keys.append(m_items.keyAt(row));
    return keys;
}

QString AttentionPage::sentenceOf(const QString &key) const
{
    const int row = m_items.rowOf(key);
    if (row < 0)
        return {};
    const protocol::AttentionItem &item = m_items.at(row);
    return item.diagnosis ? slipway::console::sentenceOf(*item.diagnosis) : item.title;
}

void AttentionPage::showRow(int row)
{
    m_open->setEnabled(row >= 0);
    if (row < 0) {
        m_diagnosis->say(m_items.rowCount() == 0 ? tr("Nothing waits for a person.")
                                                 : tr("Choose a line to see why it waits."));
        return;
    }
    const protocol::AttentionItem &item = m_items.at(row);
    if (item.diagnosis) {
        m_diagnosis->show(item.diagnosis, targetOf(item));
        return;
    }
    m_diagnosis->show(adviceWithoutDiagnosis(item), targetOf(item));
}

void AttentionPage::wasRead()
{
    setBadge(m_items.rowCount());
    if (table()->currentRow() < 0 && table()->filter().rowCount() > 0)
        table()->setCurrentIndex(table()->filter().index(0, 0));
    else if (m_items.rowCount() == 0)
        showRow(-1);
}

} // namespace slipway::console
