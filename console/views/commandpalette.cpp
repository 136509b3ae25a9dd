// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/commandpalette.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QTimer>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

QString nameOf(const QAction &action)
{
    QString name = action.text();
    return name.remove(u'&').remove(u'…');
}

/// Every word stands in the name, wherever.
bool fits(const QString &name, const QStringList &words)
{
    return std::ranges::all_of(words, [&](const QString &word) { return name.contains(word, Qt::CaseInsensitive); });
}

} // namespace

CommandPalette::CommandPalette(const QList<QAction *> &commands, QWidget *parent)
    : QDialog(parent)
    , m_commands(commands)
    , m_text(new QLineEdit(this))
    , m_list(new QListWidget(this))
{
    setWindowTitle(tr("Commands"));
    m_text->setPlaceholderText(tr("Type part of a command, a batch's number or a request's id"));
    m_text->setAccessibleName(tr("Command"));
    m_list->setAccessibleName(tr("Commands"));
    m_list->setFocusPolicy(Qt::NoFocus);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_text);
    layout->addWidget(m_list);
    m_text->installEventFilter(this);
    connect(m_text, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_text, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
    resize(fontMetrics().averageCharWidth() * 70, fontMetrics().height() * 22);
    filter({});
}

void CommandPalette::filter(const QString &text)
{
    m_list->clear();
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    for (qsizetype i = 0; i < m_commands.size(); ++i) {
        const QAction *action = m_commands.at(i);
        const QString name = nameOf(*action);
        if (name.isEmpty() || !fits(name, words))
            continue;
        QString line = name;
        if (!action->shortcut().isEmpty())
            line += u"    "_s + action->shortcut().toString(QKeySequence::NativeText);
        if (!action->isEnabled())
            line += u"    – "_s + action->toolTip();
        auto *item = new QListWidgetItem(line, m_list);
        item->setData(Qt::UserRole, i);
        if (!action->isEnabled())
            item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    }
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->flags() & Qt::ItemIsEnabled) {
            m_list->setCurrentRow(row);
            break;
        }
    }
}

void CommandPalette::run()
{
    const QListWidgetItem *item = m_list->currentItem();
    const QString text = m_text->text().trimmed();
    QAction *action =
        item && (item->flags() & Qt::ItemIsEnabled) ? m_commands.at(item->data(Qt::UserRole).toLongLong()) : nullptr;
    if (!action && text.isEmpty())
        return;
    accept();
    if (action)
        QTimer::singleShot(0, action, &QAction::trigger); // After this window is gone.
    else
        Q_EMIT openWanted(text);
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_text && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        const int row = m_list->currentRow() + (key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0);
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            m_list->setCurrentRow(std::clamp(row, 0, std::max(0, m_list->count() - 1)));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace slipway::console
