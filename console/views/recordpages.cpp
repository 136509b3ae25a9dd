// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/recordpages.h"

#include "console/actions/actioncatalogue.h"
#include "console/models/listtables.h"
#include "console/session/session.h"
#include "console/views/spoken.h"

#include <QLabel>
#include <QPlainTextEdit>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

/// With the chosen row in full beside it.
class RecordPage final : public ListPage {
public:
    RecordPage(Session &session, const QString &name, const char *title, std::unique_ptr<RowsModel> rows, const QString &path)
        : ListPage(session, name, title, std::move(rows), path)
        , m_whole(new QPlainTextEdit(this))
    {
        m_whole->setReadOnly(true);
        m_whole->setTabChangesFocus(true);
        m_whole->setMinimumWidth(240);
        setDetail(m_whole);
        spoken(this, [this] {
            m_whole->setAccessibleName(QCoreApplication::translate("RecordPage", "The chosen row in full"));
            m_whole->setPlaceholderText(QCoreApplication::translate("RecordPage", "Choose a row to see it in full."));
            showRow(table()->currentRow());
        });
        connect(table(), &RowsView::opened, this, [this](int row) {
            if (const QString operation = operationOf(row); !operation.isEmpty())
                Q_EMIT openWanted(u"operation"_s, operation);
        });
    }

    using ListPage::hideColumns;
    using ListPage::setWidths;
    void countAsBadge(QString (*isCounted)(const RowsModel &rows, int row)) { m_isCounted = isCounted; }

protected:
    void showRow(int row) override
    {
        QString text;
        for (int column = 0; row >= 0 && column < rows().columnCount(); ++column) {
            const QModelIndex cell = rows().index(row, column);
            const QString shown = cell.data(Qt::DisplayRole).toString();
            QString value = cell.data(Qt::ToolTipRole).toString().replace(u'\n', u", "_s);
            // A sign's word, or one with its code; times and what is cut short stand in the tooltip in full.
            if (cell.data(RowsModel::ToneRole).isValid())
                value = shown;
            else if (shown != value && (wordFor(value) == shown || subjectText(value) == shown))
                value = u"%1 (%2)"_s.arg(shown, value);
            if (!value.isEmpty())
                text += u"%1: %2\n"_s.arg(rows().headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), value);
        }
        if (row >= 0)
            text += u"\n%1\n"_s.arg(QCoreApplication::translate("RecordPage", "As the service sent it:"))
                + rows().index(row, 0).data(RowsModel::JsonRole).toString();
        if (text != m_whole->toPlainText())
            m_whole->setPlainText(text);
    }

    void wasRead() override
    {
        int count = 0;
        for (int row = 0; m_isCounted && row < rows().rowCount(); ++row)
            count += m_isCounted(rows(), row).isEmpty() ? 0 : 1;
        setBadge(count);
    }

private:
    QString operationOf(int row) const
    {
        const QJsonObject json =
            QJsonDocument::fromJson(rows().index(row, 0).data(RowsModel::JsonRole).toString().toUtf8()).object();
        return json.value("subjectKind"_L1) == "operation"_L1 ? json.value("subjectRef"_L1).toString()
                                                              : json.value("operationId"_L1).toString();
    }

    QPlainTextEdit *m_whole;
    QString (*m_isCounted)(const RowsModel &, int) = nullptr;
};

QStringList actionNames()
{
    QStringList names;
    for (const OperatorAction &action : actionCatalogue())
        names.append(action.name());
    return names;
}

} // namespace

std::unique_ptr<ListPage> findingsPage(Session &session)
{
    auto page = std::make_unique<RecordPage>(session, u"findings"_s, QT_TRANSLATE_NOOP("Pages", "Findings"),
                                             std::make_unique<ListModel<protocol::FindingView>>(tables::findings()),
                                             u"/ops/v1/findings"_s);
    page->filters().addChoice(QT_TRANSLATE_NOOP("Filters", "State"), u"state"_s, { u"open"_s, u"resolved"_s });
    page->filters().addField(QT_TRANSLATE_NOOP("Filters", "Finding"), u"code"_s);
    page->setWidths({ 12, 24, 24, 50, 6, 19, 11, 19, 14 });
    page->table()->setExplanation(
        QT_TRANSLATE_NOOP("Empty",
                          "The auditor has found nothing.\n\nIt compares the records with each other and with GitLab all the "
                          "time. What does not hold stands here, and is resolved by itself when it holds again."));
    page->countAsBadge([](const RowsModel &rows, int row) {
        return static_cast<const ListModel<protocol::FindingView> &>(rows).at(row).resolvedAt ? QString() : u"open"_s;
    });
    return page;
}

std::unique_ptr<ListPage> auditPage(Session &session)
{
    auto page =
        std::make_unique<RecordPage>(session, u"audit"_s, QT_TRANSLATE_NOOP("Pages", "Audit"),
                                     std::make_unique<ListModel<protocol::AuditView>>(tables::audit()), u"/ops/v1/audit"_s);
    page->filters().addField(QT_TRANSLATE_NOOP("Filters", "Who"), u"actor"_s);
    page->filters().addChoice(QT_TRANSLATE_NOOP("Filters", "Action"), u"action"_s, actionNames());
    page->filters().addField(QT_TRANSLATE_NOOP("Filters", "Id"), u"subjectRef"_s);
    page->setWidths({ 19, 12, 20, 12, 24, 18, 40, 14, 9 });
    page->table()->setExplanation(QT_TRANSLATE_NOOP("Empty",
                                                    "Nobody has done anything yet.\n\nEvery action of a maintainer stands "
                                                    "here, refused ones too: who, what, why, and what came of it."));
    return page;
}

std::unique_ptr<ListPage> configPage(Session &session)
{
    auto page =
        std::make_unique<RecordPage>(session, u"config"_s, QT_TRANSLATE_NOOP("Pages", "Configuration"),
                                     std::make_unique<ListModel<protocol::KeyView>>(tables::keys()), u"/ops/v1/config"_s);
    page->setWidths({ 28, 22, 12, 18, 36, 60, 14 });
    page->table()->setExplanation(QT_TRANSLATE_NOOP("Empty",
                                                    "The service has sent no keys.\n\nEach key stands here with its value, "
                                                    "where it comes from, and a warning where it is absent or wrong."));
    page->countAsBadge([](const RowsModel &rows, int row) {
        return static_cast<const ListModel<protocol::KeyView> &>(rows).at(row).warning.value_or(QString());
    });
    return page;
}

std::unique_ptr<ListPage> approvalsPage(Session &session)
{
    auto page = std::make_unique<RecordPage>(session, u"approvals"_s, QT_TRANSLATE_NOOP("Pages", "Approvals"),
                                             std::make_unique<ListModel<protocol::ApprovalView>>(tables::approvals()),
                                             u"/ops/v1/approvals"_s);
    page->filters().addChoice(QT_TRANSLATE_NOOP("Filters", "State"), u"state"_s,
                              { u"pending"_s, u"accepted"_s, u"rejected"_s, u"withdrawn"_s, u"expired"_s });
    page->filters().addField(QT_TRANSLATE_NOOP("Filters", "Request"), u"operation"_s);
    page->setWidths({ 12, 24, 24, 10, 7, 14, 19, 19, 12, 19 });
    page->table()->setExplanation(QT_TRANSLATE_NOOP(
        "Empty",
        "Slipway keeps no approval forms.\n\nForms stand here where Slipway itself approves, for targets whose approval is "
        "built in. Where another system approves, look there; the requests that wait for it stand on the page Requests with "
        "the status Awaiting approval, and an approver is reminded from there."));
    return page;
}

} // namespace slipway::console
