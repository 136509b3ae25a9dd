// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/batchview.h"

#include "console/models/listtables.h"
#include "console/session/session.h"
#include "console/views/diagnosisview.h"
#include "console/views/phaseladder.h"
#include "console/views/remotetext.h"
#include "console/views/rowsview.h"
#include "console/views/spoken.h"

#include <QLabel>
#include <QScrollArea>
#include <QTabWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace slipway::console {

BatchView::BatchView(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_members(tables::members())
    , m_calls(tables::remoteCalls())
    , m_title(new QLabel(this))
    , m_diagnosis(new DiagnosisView(session, this))
    , m_ladder(new PhaseLadder(session, this))
    , m_tabs(new QTabWidget(this))
    , m_membersView(new RowsView(m_members, u"members"_s, this))
    , m_callsView(new RowsView(m_calls, u"calls"_s, this))
    , m_remote(new QLabel(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 0, 0, 0);
    QFont large = m_title->font();
    large.setBold(true);
    large.setPointSizeF(large.pointSizeF() * 1.2);
    m_title->setFont(large);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_title);
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // Its words are wrapped.
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(m_diagnosis);
    layout->addWidget(scroll, 3);
    layout->addWidget(m_ladder);
    layout->addWidget(m_tabs, 3);
    m_tabs->addTab(m_membersView, {});
    m_tabs->addTab(m_callsView, {});
    auto *remoteScroll = new QScrollArea(m_tabs);
    remoteScroll->setWidgetResizable(true);
    remoteScroll->setWidget(m_remote);
    m_tabs->addTab(remoteScroll, {});
    m_remote->setTextFormat(Qt::PlainText);
    m_remote->setWordWrap(true);
    m_remote->setMargin(8);
    m_remote->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_remote->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    for (RowsModel *model : { static_cast<RowsModel *>(&m_members), static_cast<RowsModel *>(&m_calls) })
        model->setNow([&session] { return session.clock().now(); });
    connect(m_membersView, &RowsView::opened, this,
            [this](int row) { Q_EMIT openWanted(u"operation"_s, m_members.keyAt(row)); });
    connect(m_diagnosis, &DiagnosisView::actionWanted, this, &BatchView::actionWanted);
    connect(m_diagnosis, &DiagnosisView::openWanted, this, &BatchView::openWanted);
    spoken(this, [this, scroll, remoteScroll] {
        scroll->setAccessibleName(tr("Why it waits"));
        remoteScroll->setAccessibleName(tr("Merge request"));
        speak();
    });
}

BatchView::~BatchView()
{
    delete m_membersView; // Their models go before them.
    delete m_callsView;
}

void BatchView::speak()
{
    m_tabs->setTabText(0, tr("Requests"));
    m_tabs->setTabText(1, tr("Remote Calls"));
    m_tabs->setTabText(2, tr("Merge Request"));
    m_tabs->setAccessibleName(tr("Parts of the batch"));
    m_membersView->setAccessibleName(tr("Requests of the batch"));
    m_callsView->setAccessibleName(tr("Remote calls of the batch"));
    m_members.retranslate();
    m_calls.retranslate();
    if (m_batch)
        take(*m_batch);
    else
        show({});
}

void BatchView::show(const QString &id)
{
    if (id == m_id && m_batch) {
        refresh();
        return;
    }
    m_id = id;
    m_batch.reset();
    m_members.clear();
    m_calls.clear();
    m_ladder->hide();
    m_tabs->hide();
    m_remote->clear();
    m_title->setText(id.isEmpty() ? QString() : tr("Batch %1").arg(id));
    m_diagnosis->say(id.isEmpty() ? tr("Choose a batch to see all that is known of it.") : tr("Reading…"));
    refresh();
}

void BatchView::refresh()
{
    if (m_id.isEmpty() || m_session.state() == Session::State::Closed)
        return;
    m_session.api().get(u"/ops/v1/batches/"_s + m_id, this, [this, id = m_id](const Answer &answer) {
        if (id != m_id)
            return;
        const auto batch = answer.isOk() ? protocol::BatchDetail::fromJson(answer.object()) : std::nullopt;
        if (batch)
            take(*batch);
        else if (!m_batch)
            m_diagnosis->say(answer.isOk() ? tr("The service's answer cannot be read. Is it newer than this console?")
                                           : answer.message);
        Q_EMIT read();
    });
}

std::optional<Target> BatchView::target() const
{
    if (!m_batch)
        return std::nullopt;
    Target target = targetOf(m_batch->summary);
    if (m_batch->diagnosis)
        target.blocked = m_batch->diagnosis->blockedActions;
    return target;
}

void BatchView::take(const protocol::BatchDetail &batch)
{
    m_batch = batch;
    const protocol::BatchSummary &summary = batch.summary;
    QString title = tr("Batch %1 · %2").arg(summary.id.value()).arg(wordFor(summary.status));
    if (summary.mergeRequest)
        title += u" · !%1"_s.arg(summary.mergeRequest->iid.value());
    m_title->setText(title);
    m_ladder->show(batch);
    m_ladder->setVisible(true);
    m_tabs->show();
    m_members.merge(batch.members, true);
    m_calls.merge(batch.remoteCalls, true);
    m_diagnosis->show(batch.diagnosis, target());
    m_remote->setText(textOf(batch.remote, summary.mergeRequest));
}

} // namespace slipway::console
