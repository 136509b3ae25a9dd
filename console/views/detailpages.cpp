// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/detailpages.h"

#include "console/models/listtables.h"
#include "console/session/session.h"
#include "console/views/batchview.h"
#include "console/views/requestview.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

/// A list whose chosen row is shown by a View with show(id), refresh() and target().
template <class View>
class DetailPage final : public ListPage {
public:
    DetailPage(Session &session, const QString &name, const char *title, std::unique_ptr<RowsModel> rows, const QString &path,
               const QString &kind)
        : ListPage(session, name, title, std::move(rows), path)
        , m_kind(kind)
        , m_view(new View(session, this))
    {
        setDetail(m_view);
        connect(m_view, &View::actionWanted, this, &Page::actionWanted);
        connect(m_view, &View::openWanted, this, &Page::openWanted);
        connect(&session.api(), &ApiClient::serviceChanged, m_view, [view = m_view] { view->show({}); });
        connect(m_view, &View::read, this, &Page::selectionChanged);
    }

    using ListPage::hideColumns;
    using ListPage::setWidths;

    /// A link to something that is not among the rows read so far is shown all the same.
    bool open(const QString &key) override
    {
        if (!table()->choose(key)) {
            table()->clearSelection();
            table()->setCurrentIndex({});
            m_view->show(key);
        }
        return true;
    }

    Selection selection() const override
    {
        const Selection chosen = ListPage::selection();
        const auto shown = m_view->target();
        // The view knows more of the one that is shown: its diagnosis, its newest version.
        if (shown && (chosen.isEmpty() || (chosen.size() == 1 && chosen.first().isSame(*shown))))
            return { *shown };
        return chosen;
    }

protected:
    void showRow(int row) override
    {
        if (row < 0)
            return;
        m_isAsked = true;
        m_view->show(rows().keyAt(row));
    }
    void wasRead() override
    {
        if (name() == "pending"_L1)
            setBadge(rows().rowCount());
        // Its line may stand still while its diagnosis, its calls and its merge request do not.
        if (!std::exchange(m_isAsked, false))
            m_view->refresh();
    }

private:
    QString m_kind;
    View *m_view;
    bool m_isAsked = false; ///< The view reads already.
};

QStringList statuses()
{
    QStringList names;
    for (const std::string_view name : workflow::statusNames)
        names.append(QString::fromLatin1(name.data(), qsizetype(name.size())));
    return names;
}

} // namespace

std::unique_ptr<ListPage> batchesPage(Session &session)
{
    auto page = std::make_unique<DetailPage<BatchView>>(session, u"batches"_s, QT_TRANSLATE_NOOP("Pages", "Batches"),
                                                        std::make_unique<ListModel<protocol::BatchSummary>>(tables::batches()),
                                                        u"/ops/v1/batches"_s, u"batch"_s);
    page->filters().addChoice(QT_TRANSLATE_NOOP("Filters", "Status"), u"status"_s,
                              { u"RUNNING"_s, u"BLOCKED"_s, u"FAILED"_s, u"SUCCEEDED"_s });
    page->filters().addField(QT_TRANSLATE_NOOP("Filters", "Partition"), u"partition"_s);
    page->setWidths({ 5, 8, 11, 10, 8, 12, 19, 10, 14, 30 });
    page->hideColumns({ 8 });
    page->table()->setExplanation(QT_TRANSLATE_NOOP("Empty",
                                                    "There is no batch yet.\n\nA round takes the approved requests that wait "
                                                    "and puts them into one merge request: that is a batch."));
    return page;
}

std::unique_ptr<ListPage> requestsPage(Session &session)
{
    auto page = std::make_unique<DetailPage<RequestView>>(
        session, u"requests"_s, QT_TRANSLATE_NOOP("Pages", "Requests"),
        std::make_unique<ListModel<protocol::OperationSummary>>(tables::requests()), u"/ops/v1/operations"_s, u"operation"_s);
    page->filters().addChoice(QT_TRANSLATE_NOOP("Filters", "Status"), u"bindingStatus"_s, statuses());
    page->filters().addField(QT_TRANSLATE_NOOP("Filters", "Subject"), u"subject"_s);
    page->filters().addField(QT_TRANSLATE_NOOP("Filters", "Target"), u"target"_s);
    page->filters().addField(QT_TRANSLATE_NOOP("Filters", "Requester"), u"requester"_s);
    page->filters().addField(QT_TRANSLATE_NOOP("Filters", "Batch"), u"batch"_s);
    page->filters().addField(QT_TRANSLATE_NOOP("Filters", "Merge request"), u"mrIid"_s);
    page->setWidths({ 9, 8, 10, 6, 21, 30, 5, 12, 10, 12, 19 });
    page->table()->setExplanation(QT_TRANSLATE_NOOP(
        "Empty",
        "There is no such request.\n\nThe fields above search the service itself; empty them to see the newest requests."));
    return page;
}

std::unique_ptr<ListPage> pendingPage(Session &session)
{
    auto page =
        std::make_unique<DetailPage<RequestView>>(session, u"pending"_s, QT_TRANSLATE_NOOP("Pages", "Pending"),
                                                  std::make_unique<ListModel<protocol::OperationSummary>>(tables::pending()),
                                                  u"/ops/v1/pending-manual"_s, u"operation"_s);
    page->filters().addField(QT_TRANSLATE_NOOP("Filters", "Partition"), u"partition"_s);
    page->setWidths({ 22, 8, 6, 18, 24, 26, 14, 14 });
    page->table()->setExplanation(
        QT_TRANSLATE_NOOP("Empty",
                          "No request waits for a person.\n\nOne whose step failed, or whose outcome is unknown, stands here "
                          "by its cause, with what happens if nothing is done."));
    return page;
}

} // namespace slipway::console
