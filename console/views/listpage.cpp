// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/listpage.h"

#include "console/models/rowsmodel.h"
#include "console/session/session.h"
#include "console/views/spoken.h"

#include <QHeaderView>
#include <QSettings>
#include <QSplitter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace slipway::console {

ListPage::ListPage(Session &session, const QString &name, const char *title, std::unique_ptr<RowsModel> rows,
                   const QString &path, QWidget *parent)
    : Page(session, name, title, parent)
    , m_rows(std::move(rows))
    , m_filters(new FilterBar(name, this))
    , m_view(new RowsView(*m_rows, name, this))
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_feed(new ListFeed(session.api(), *m_rows, path, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_filters);
    layout->addWidget(m_splitter, 1);
    m_splitter->addWidget(m_view);
    m_splitter->setChildrenCollapsible(false);
    m_rows->setNow([&session] { return session.clock().now(); });
    connect(&session, &Session::ageChanged, this, [this] {
        if (isVisible())
            m_view->viewport()->update(); // Ages have grown; nothing else has changed.
    });
    connect(m_filters, &FilterBar::wordsChanged, this, [this](const QString &words) {
        m_view->filter().setWords(words);
        afterRead(problem());
    });
    connect(m_filters, &FilterBar::queryChanged, this, [this] {
        m_isAsked = false;
        if (this->session().state() != Session::State::Closed)
            readNow();
    });
    connect(m_feed, &ListFeed::read, this, &ListPage::afterRead);
    connect(&session.api(), &ApiClient::serviceChanged, m_view, [view = m_view] { view->setIsRead(false); });
    connect(m_view, &RowsView::choiceChanged, this, &Page::selectionChanged);
    connect(m_view, &RowsView::currentRowChanged, this, [this](int row) { showRow(row); });
    connect(m_rows.get(), &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex &first, const QModelIndex &last, const QList<int> &roles) {
                const int row = m_view->currentRow();
                if (roles.isEmpty() && row >= first.row() && row <= last.row())
                    showRow(row);
            });
    spoken(this, [this] {
        m_view->setAccessibleName(this->title());
        m_rows->retranslate();
    });
}

ListPage::~ListPage()
{
    m_view->disconnect(this); // Its model goes before it does.
    delete m_view;
    m_view = nullptr;
}

void ListPage::setDetail(QWidget *detail)
{
    m_splitter->addWidget(detail);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({ 550, 450 });
}

void ListPage::hideColumns(const QList<int> &columns)
{
    for (const int column : columns)
        m_view->setColumnHidden(column, true);
}

void ListPage::setWidths(const QList<int> &characters)
{
    for (int column = 0; column < characters.size(); ++column)
        m_view->setColumnWidth(column, characters[column] * fontMetrics().horizontalAdvance(u'0') + 16);
}

void ListPage::refresh()
{
    if (m_isAsked)
        m_feed->refresh();
    else
        readNow();
}

void ListPage::readNow()
{
    m_isAsked = true;
    m_feed->ask(m_filters->query());
}

void ListPage::afterRead(const QString &problem)
{
    setProblem(problem);
    if (problem.isEmpty())
        m_view->setIsRead(true);
    m_view->setAccessibleDescription(m_view->explanation());
    m_view->viewport()->update();
    m_filters->setCount(m_view->filter().rowCount(), m_rows->rowCount(), m_rows->goesOn());
    if (!m_wanted.isEmpty() && m_view->choose(m_wanted))
        m_wanted.clear();
    wasRead();
    Q_EMIT selectionChanged(); // The rows chosen may stand elsewhere now.
}

Selection ListPage::selection() const
{
    Selection selection;
    for (const int row : m_view->chosenRows()) {
        if (const auto target = m_rows->targetAt(row))
            selection.append(*target);
    }
    return selection;
}

bool ListPage::open(const QString &key)
{
    m_wanted = m_view->choose(key) ? QString() : key;
    return true;
}

void ListPage::remember(QSettings &settings) const
{
    m_view->remember(settings);
    m_filters->remember(settings);
    settings.setValue(u"splitter/%1"_s.arg(name()), m_splitter->saveState());
}

void ListPage::recall(QSettings &settings)
{
    m_view->recall(settings);
    m_filters->recall(settings);
    m_splitter->restoreState(settings.value(u"splitter/%1"_s.arg(name())).toByteArray());
}

} // namespace slipway::console
