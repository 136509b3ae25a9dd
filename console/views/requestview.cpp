// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/requestview.h"

#include "console/models/listtables.h"
#include "console/session/session.h"
#include "console/views/appearance.h"
#include "console/views/diagnosisview.h"
#include "console/views/remotetext.h"
#include "console/views/spoken.h"
#include "console/views/tonedelegate.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QScrollArea>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

QString askedText(const protocol::OperationDetail &request)
{
    const protocol::ChangeSummary &change = request.summary.change;
    QStringList lines { RequestView::tr("%1 asks: %2 %3 to %4")
                            .arg(change.requester, wordFor(change.kind), change.subject.value(), change.target.value()) };
    for (auto parameter = change.parameters.begin(); parameter != change.parameters.end(); ++parameter) {
        const QJsonValue value = parameter.value();
        const QString text = value.isString()
            ? value.toString()
            : QString::fromUtf8(QJsonDocument(QJsonArray { value }).toJson(QJsonDocument::Compact));
        lines.append(u"%1: %2"_s.arg(parameter.key(), text));
    }
    lines.append(RequestView::tr("Reason: %1").arg(change.reason.simplified()));
    if (change.expiresAt)
        lines.append(RequestView::tr("Until %1").arg(localTime(*change.expiresAt)));
    if (request.failureDetail)
        lines.append(RequestView::tr("Evidence: %1").arg(request.failureDetail->simplified()));
    return lines.join(u'\n');
}

void setUp(QTableView &view, TimelineModel &model)
{
    view.setModel(&model);
    view.setItemDelegate(new ToneDelegate(&view));
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setShowGrid(false);
    view.setWordWrap(false);
    view.setTabKeyNavigation(false);
    view.setAlternatingRowColors(true);
    view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.verticalHeader()->hide();
    view.verticalHeader()->setDefaultSectionSize(view.fontMetrics().height() + 8);
    view.horizontalHeader()->setStretchLastSection(true);
    view.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const int character = view.fontMetrics().horizontalAdvance(u'0');
    const QList<int> widths { 19, 12, 40, 16, 10, 30 };
    for (int column = 0; column < widths.size(); ++column)
        view.setColumnWidth(column, widths[column] * character + 16);
}

} // namespace

RequestView::RequestView(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_title(new QLabel(this))
    , m_asked(new QLabel(this))
    , m_diagnosis(new DiagnosisView(session, this))
    , m_tabs(new QTabWidget(this))
    , m_timelineView(new QTableView(this))
    , m_remote(new QLabel(this))
    , m_copy(new QToolButton(this))
{
    setUp(*m_timelineView, m_timeline);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 0, 0, 0);
    QFont large = m_title->font();
    large.setBold(true);
    large.setPointSizeF(large.pointSizeF() * 1.2);
    m_title->setFont(large);
    for (QLabel *label : { m_title, m_asked, m_remote }) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        layout->addWidget(label);
    }
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // Its words are wrapped.
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(m_diagnosis);
    layout->addWidget(scroll, 3);
    layout->addWidget(m_tabs, 4);
    m_tabs->addTab(m_timelineView, {});
    auto *remoteScroll = new QScrollArea(m_tabs);
    remoteScroll->setWidgetResizable(true);
    remoteScroll->setWidget(m_remote);
    m_remote->setMargin(8);
    m_remote->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_tabs->addTab(remoteScroll, {});
    m_tabs->setCornerWidget(m_copy);
    m_copy->setAutoRaise(true);
    connect(m_copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(m_timeline.asText()); });
    connect(m_diagnosis, &DiagnosisView::actionWanted, this, &RequestView::actionWanted);
    connect(m_diagnosis, &DiagnosisView::openWanted, this, &RequestView::openWanted);
    spoken(this, [this, scroll, remoteScroll] {
        scroll->setAccessibleName(tr("Why it waits"));
        remoteScroll->setAccessibleName(tr("Merge request"));
        speak();
    });
}

void RequestView::speak()
{
    m_tabs->setTabText(0, tr("Timeline"));
    m_tabs->setTabText(1, tr("Merge Request"));
    m_tabs->setAccessibleName(tr("Parts of the request"));
    m_timelineView->setAccessibleName(tr("Timeline of the request"));
    m_copy->setText(tr("Copy Timeline"));
    m_copy->setAccessibleName(tr("Copy the timeline as text"));
    m_timeline.retranslate();
    if (m_request)
        take(*m_request);
    else
        show({});
}

void RequestView::show(const QString &id)
{
    if (id == m_id && m_request) {
        refresh();
        return;
    }
    m_id = id;
    m_request.reset();
    m_timeline.show({}, std::nullopt);
    m_asked->hide();
    m_tabs->hide();
    m_title->setText(id);
    m_diagnosis->say(id.isEmpty() ? tr("Choose a request to see all that is known of it.") : tr("Reading…"));
    refresh();
}

void RequestView::refresh()
{
    if (m_id.isEmpty() || m_session.state() == Session::State::Closed)
        return;
    const QString path = u"/ops/v1/operations/"_s + QString::fromLatin1(QUrl::toPercentEncoding(m_id));
    m_session.api().get(path, this, [this, id = m_id](const Answer &answer) {
        if (id != m_id)
            return;
        const auto request = answer.isOk() ? protocol::OperationDetail::fromJson(answer.object()) : std::nullopt;
        if (request)
            take(*request);
        else if (!m_request)
            m_diagnosis->say(answer.isOk() ? tr("The service's answer cannot be read. Is it newer than this console?")
                                           : answer.message);
        Q_EMIT read();
    });
}

std::optional<Target> RequestView::target() const
{
    return m_request ? std::optional(targetOf(m_request->summary)) : std::nullopt;
}

void RequestView::take(const protocol::OperationDetail &request)
{
    m_request = request;
    const protocol::ChangeSummary &change = request.summary.change;
    m_title->setText(u"%1 · %2"_s.arg(change.operation.value(), wordFor(change.bindingStatus)));
    m_asked->setText(askedText(request));
    m_asked->show();
    m_tabs->show();
    const bool isOver = !request.summary.diagnosis;
    m_timeline.show(request.timeline, isOver ? std::nullopt : std::optional(m_session.clock().now()));
    m_diagnosis->show(request.summary.diagnosis, target());
    m_remote->setText(textOf(request.remote, request.mergeRequest));
}

} // namespace slipway::console
