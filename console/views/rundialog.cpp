// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/rundialog.h"

#include "console/models/wording.h"
#include "console/views/plantext.h"
#include "console/views/spoken.h"
#include "console/views/tonedelegate.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace slipway::console {

RunDialog::RunDialog(ActionRun &run, QWidget *parent)
    : QDialog(parent)
    , m_run(run)
    , m_effect(new QLabel(this))
    , m_summary(new QLabel(this))
    , m_table(new QTableView(this))
    , m_detail(new QPlainTextEdit(this))
    , m_reasonLabel(new QLabel(this))
    , m_reason(new QLineEdit(this))
    , m_typedLabel(new QLabel(this))
    , m_typed(new QLineEdit(this))
    , m_problem(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_confirm(new QPushButton(this))
    , m_cancel(new QPushButton(this))
    , m_retry(new QPushButton(this))
    , m_close(new QPushButton(this))
{
    m_items.show(&run);
    build();
    connect(&run, &ActionRun::stageChanged, this, &RunDialog::refresh);
    connect(&run, &ActionRun::itemChanged, this, [this](int row) {
        refresh();
        if (row == m_table->currentIndex().row())
            showItem(row);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) { showItem(current.row()); });
    connect(m_reason, &QLineEdit::textChanged, this, &RunDialog::refreshQuestion);
    connect(m_typed, &QLineEdit::textChanged, this, &RunDialog::refreshQuestion);
    connect(m_confirm, &QPushButton::clicked, this, &RunDialog::confirm);
    connect(m_cancel, &QPushButton::clicked, &run, &ActionRun::cancel);
    connect(m_retry, &QPushButton::clicked, &run, &ActionRun::retry);
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    spoken(this, [this] { speak(); });
    m_table->setCurrentIndex(m_items.index(0, 0));
    resize(fontMetrics().averageCharWidth() * 110, fontMetrics().height() * 34);
}

void RunDialog::build()
{
    auto *layout = new QVBoxLayout(this);
    for (QLabel *label : { m_effect, m_summary, m_problem }) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    m_table->setModel(&m_items);
    m_table->setItemDelegate(new ToneDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setColumnWidth(RunModel::TargetColumn, fontMetrics().averageCharWidth() * 40);
    m_table->setColumnWidth(RunModel::OutcomeColumn, fontMetrics().averageCharWidth() * 24);
    m_detail->setReadOnly(true);
    m_detail->setTabChangesFocus(true);
    layout->addWidget(m_effect);
    layout->addWidget(m_summary);
    layout->addWidget(m_table, 2);
    layout->addWidget(m_detail, 3);
    addParameters();
    auto *grid = new QGridLayout;
    grid->addWidget(m_reasonLabel, 0, 0);
    grid->addWidget(m_reason, 0, 1);
    grid->addWidget(m_typedLabel, 1, 0);
    grid->addWidget(m_typed, 1, 1);
    layout->addLayout(grid);
    m_reasonLabel->setBuddy(m_reason);
    m_typedLabel->setBuddy(m_typed);
    m_reason->setMaxLength(2000);
    layout->addWidget(m_progress);
    layout->addWidget(m_problem);
    auto *buttons = new QDialogButtonBox(this);
    buttons->addButton(m_confirm, QDialogButtonBox::ActionRole);
    buttons->addButton(m_retry, QDialogButtonBox::ActionRole);
    buttons->addButton(m_cancel, QDialogButtonBox::ActionRole);
    buttons->addButton(m_close, QDialogButtonBox::RejectRole);
    for (QPushButton *button : { m_confirm, m_cancel, m_retry, m_close })
        button->setAutoDefault(false); // Return in the reason's field must never begin it.
    m_close->setDefault(false);
    layout->addWidget(buttons);
}

void RunDialog::addParameters()
{
    if (m_run.action().parameters().empty())
        return;
    auto *grid = new QGridLayout;
    for (const OperatorAction::Parameter &parameter : m_run.action().parameters()) {
        Field field { parameter, new QLabel(this), new QLineEdit(this) };
        field.label->setBuddy(field.edit);
        connect(field.edit, &QLineEdit::editingFinished, this, [this] { m_run.setParameters(parameters()); });
        grid->addWidget(field.label, int(m_fields.size()), 0);
        grid->addWidget(field.edit, int(m_fields.size()), 1);
        m_fields.append(field);
    }
    static_cast<QVBoxLayout *>(layout())->addLayout(grid);
}

QJsonObject RunDialog::parameters() const
{
    QJsonObject parameters;
    for (const Field &field : m_fields) {
        QJsonArray numbers;
        for (const QString &part : field.edit->text().split(u',', Qt::SkipEmptyParts))
            numbers.append(part.trimmed().toLongLong());
        if (!numbers.isEmpty())
            parameters.insert(QString::fromLatin1(field.parameter.name), numbers);
    }
    return parameters;
}

void RunDialog::speak()
{
    const OperatorAction &action = m_run.action();
    setWindowTitle(action.title());
    m_effect->setText(action.effect());
    m_reasonLabel->setText(tr("&Reason:"));
    m_reason->setPlaceholderText(tr("Why you do it; the audit keeps it"));
    m_reason->setAccessibleName(tr("Reason"));
    m_table->setAccessibleName(tr("What it is done to"));
    m_detail->setAccessibleName(tr("Plan of the chosen line"));
    m_progress->setAccessibleName(tr("Progress"));
    m_confirm->setText(action.title());
    m_cancel->setText(tr("&Cancel the Rest"));
    m_retry->setText(tr("&Try Again What Failed"));
    m_close->setText(tr("&Close"));
    for (const Field &field : std::as_const(m_fields)) {
        const QString label = QCoreApplication::translate("Actions", field.parameter.label);
        field.label->setText(label + u':');
        field.edit->setAccessibleName(label);
        field.edit->setPlaceholderText(QCoreApplication::translate("Actions", field.parameter.hint));
    }
    m_items.retranslate();
    refresh();
    showItem(m_table->currentIndex().row());
}

QString RunDialog::summary() const
{
    const int all = int(m_run.items().size());
    switch (m_run.stage()) {
    case ActionRun::Stage::Planning: return tr("The service is working out what would be done. Nothing is done yet.");
    case ActionRun::Stage::Asking: {
        QString text = tr("It would be done to %1 of %2. Nothing is done yet.").arg(m_run.count("WOULD_DO"_L1)).arg(all);
        if (m_run.action().isIrreversible())
            text += u' ' + tr("It cannot be undone.");
        if (m_run.needsSecond())
            text += u' ' + tr("A second person has to confirm it before it happens.");
        return text;
    }
    case ActionRun::Stage::Running: return tr("%1 of %2 are through.").arg(m_run.ended()).arg(all);
    case ActionRun::Stage::Ended: break;
    }
    if (m_run.count("AWAITING_SECOND"_L1) > 0)
        return tr("It waits for a second person; it stands in Needs Attention until then.");
    const int done = m_run.count("DONE"_L1) + m_run.count("STARTED"_L1);
    if (m_run.reason().isEmpty())
        return tr("Nothing was done.");
    return done == all ? tr("Done.") : tr("Done to %1 of %2. What the others say stands beside them.").arg(done).arg(all);
}

void RunDialog::refresh()
{
    const ActionRun::Stage stage = m_run.stage();
    const bool isAsking = stage == ActionRun::Stage::Asking || stage == ActionRun::Stage::Planning;
    m_summary->setText(summary());
    const QString word = m_run.wordToType();
    const bool isTyped = isAsking && !word.isEmpty();
    m_typedLabel->setText(tr("&Type %1:").arg(word));
    m_typed->setAccessibleName(tr("Type %1 to confirm").arg(word));
    m_typedLabel->setVisible(isTyped);
    m_typed->setVisible(isTyped);
    m_reason->setEnabled(isAsking);
    for (const Field &field : std::as_const(m_fields))
        field.edit->setEnabled(isAsking);
    m_progress->setVisible(!isAsking || stage == ActionRun::Stage::Planning);
    m_progress->setRange(0, int(m_run.items().size()));
    m_progress->setValue(stage == ActionRun::Stage::Planning ? int(m_run.items().size()) - m_run.count("PLANNING"_L1)
                                                             : m_run.ended());
    m_confirm->setVisible(isAsking);
    m_cancel->setVisible(stage == ActionRun::Stage::Running && m_run.count("PENDING"_L1) > 0);
    m_retry->setVisible(m_run.mayRetry());
    refreshQuestion();
}

void RunDialog::refreshQuestion()
{
    QString why;
    if (m_run.stage() == ActionRun::Stage::Planning)
        why = tr("Wait for the plan.");
    else if (m_reason->text().trimmed().isEmpty())
        why = tr("Say why: the audit keeps it.");
    else if (m_typed->text() != m_run.wordToType())
        why = tr("Type %1 to confirm.").arg(m_run.wordToType());
    m_confirm->setEnabled(m_run.stage() == ActionRun::Stage::Asking && why.isEmpty());
    m_confirm->setToolTip(why);
    const bool isAsking = m_run.stage() == ActionRun::Stage::Asking;
    m_problem->setText(isAsking ? why : QString());
    m_problem->setVisible(isAsking && !why.isEmpty());
}

void RunDialog::showItem(int row)
{
    if (row < 0 || row >= int(m_run.items().size()))
        return;
    const QString text = planText(m_run.items()[size_t(row)]);
    if (text != m_detail->toPlainText())
        m_detail->setPlainText(text);
}

void RunDialog::confirm()
{
    const Guard guard = m_run.confirm(m_reason->text(), m_typed->text());
    m_problem->setText(guard.reason);
    m_problem->setVisible(!guard.isAllowed);
}

} // namespace slipway::console
