// SPDX-License-Identifier: GPL-3.0-only
#include "console/models/rowsmodel.h"
#include "console/session/session.h"
#include "console/session/supportbundle.h"
#include "console/views/actionboard.h"
#include "console/views/appearance.h"
#include "console/views/commandpalette.h"
#include "console/views/helpsheet.h"
#include "console/views/languages.h"
#include "console/views/mainwindow.h"
#include "console/views/page.h"
#include "console/views/rowsview.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QMenu>
#include <QMenuBar>
#include <QSaveFile>
#include <QSettings>
#include <QTabWidget>
#include <QToolButton>

// The window's commands: one QAction each, shared by menu, palette and help sheet.

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

QString inCommands(const char *text) { return QCoreApplication::translate("Commands", text); }

} // namespace

QAction *MainWindow::addCommand(QMenu *menu, const char *name, const char *text, const char *tip, const QKeySequence &keys)
{
    QAction *action = menu->addAction(inCommands(text));
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcut(keys);
    m_commands.append({ action, text, tip });
    return action;
}

template <class Receiver, class Slot>
QAction *MainWindow::addCommand(QMenu *menu, const char *name, const char *text, const char *tip, const QKeySequence &keys,
                                Receiver *receiver, Slot slot)
{
    QAction *action = addCommand(menu, name, text, tip, keys);
    connect(action, &QAction::triggered, receiver, slot);
    return action;
}

void MainWindow::buildMenus()
{
    m_sessionMenu = menuBar()->addMenu(QString());
    m_viewMenu = menuBar()->addMenu(QString());
    m_rowMenu = menuBar()->addMenu(QString());
    m_actMenu = menuBar()->addMenu(QString());
    m_helpMenu = menuBar()->addMenu(QString());
    buildSessionMenu();
    buildViewMenu();
    buildRowMenu();
    m_actMenu->addActions(m_board->actions());
    m_actMenu->setToolTipsVisible(true);
    buildHelpMenu();
}

void MainWindow::buildSessionMenu()
{
    addCommand(m_sessionMenu, "openService", QT_TRANSLATE_NOOP("Commands", "&Open a Service…"),
               QT_TRANSLATE_NOOP("Commands", "Looks at another service, and keeps how"), QKeySequence::Open, this,
               &MainWindow::askForProfile);
    m_profilesMenu = m_sessionMenu->addMenu(QString());
    m_readOnly =
        addCommand(m_sessionMenu, "readOnly", QT_TRANSLATE_NOOP("Commands", "For &Looking Only"),
                   QT_TRANSLATE_NOOP("Commands", "No action may be done while this is on"), QKeySequence(u"Ctrl+Shift+L"_s));
    m_readOnly->setCheckable(true);
    connect(m_readOnly, &QAction::triggered, this, [this](bool isOn) { m_session.setReadOnly(isOn); });
    m_sessionMenu->addSeparator();
    m_paceMenu = m_sessionMenu->addMenu(QString());
    m_languageMenu = m_sessionMenu->addMenu(QString());
    m_themeMenu = m_sessionMenu->addMenu(QString());
    buildChoices();
    m_sessionMenu->addSeparator();
    addCommand(m_sessionMenu, "supportBundle", QT_TRANSLATE_NOOP("Commands", "Save a &Support Bundle…"),
               QT_TRANSLATE_NOOP("Commands", "Versions, state and what was asked, without secrets"),
               QKeySequence(u"Ctrl+Shift+B"_s), this, &MainWindow::saveBundle);
    addCommand(m_sessionMenu, "quit", QT_TRANSLATE_NOOP("Commands", "&Quit"),
               QT_TRANSLATE_NOOP("Commands", "Closes the console; what the service does goes on"), QKeySequence(u"Ctrl+Q"_s),
               this, &QWidget::close);
}

void MainWindow::buildChoices()
{
    auto *paces = new QActionGroup(this);
    for (const int seconds : { 2, 5, 15, 60, 0 }) {
        QAction *action = m_paceMenu->addAction(QString());
        action->setObjectName(u"pace%1"_s.arg(seconds));
        action->setData(seconds);
        action->setCheckable(true);
        action->setChecked(std::chrono::seconds(seconds) == m_session.pace());
        paces->addAction(action);
        connect(action, &QAction::triggered, this, [this, seconds] { m_session.setPace(std::chrono::seconds(seconds)); });
    }
    auto *languageGroup = new QActionGroup(this);
    for (const QString &language : languages::all()) {
        QAction *action = m_languageMenu->addAction(languages::nameOf(language));
        action->setObjectName(u"language-"_s + language);
        action->setCheckable(true);
        action->setChecked(language == languages::current());
        languageGroup->addAction(action);
        connect(action, &QAction::triggered, this, [this, language] {
            languages::use(language);
            m_settings.setValue(u"language"_s, language);
            m_session.setLanguage(languages::tagOf(language));
        });
    }
    auto *themes = new QActionGroup(this);
    for (int theme = 0; theme < 3; ++theme) {
        QAction *action = m_themeMenu->addAction(QString());
        action->setObjectName(u"theme%1"_s.arg(theme));
        action->setCheckable(true);
        action->setChecked(m_settings.value(u"theme"_s, 0).toInt() == theme);
        themes->addAction(action);
        connect(action, &QAction::triggered, this, [this, theme] {
            appearance::apply(appearance::Theme(theme));
            m_settings.setValue(u"theme"_s, theme);
        });
    }
}

void MainWindow::buildViewMenu()
{
    addCommand(m_viewMenu, "refresh", QT_TRANSLATE_NOOP("Commands", "&Refresh"),
               QT_TRANSLATE_NOOP("Commands", "Reads everything shown anew"), QKeySequence::Refresh, &m_session,
               &Session::refresh);
    addCommand(m_viewMenu, "filter", QT_TRANSLATE_NOOP("Commands", "&Filter"),
               QT_TRANSLATE_NOOP("Commands", "Goes to the page's filter"), QKeySequence::Find, this,
               [this] { currentPage()->focusFilter(); });
    addCommand(m_viewMenu, "nextPage", QT_TRANSLATE_NOOP("Commands", "&Next Page"),
               QT_TRANSLATE_NOOP("Commands", "Shows the page to the right"), QKeySequence(u"Ctrl+PgDown"_s), this,
               [this] { m_tabs->setCurrentIndex((m_tabs->currentIndex() + 1) % m_tabs->count()); });
    addCommand(m_viewMenu, "previousPage", QT_TRANSLATE_NOOP("Commands", "&Previous Page"),
               QT_TRANSLATE_NOOP("Commands", "Shows the page to the left"), QKeySequence(u"Ctrl+PgUp"_s), this,
               [this] { m_tabs->setCurrentIndex((m_tabs->currentIndex() + m_tabs->count() - 1) % m_tabs->count()); });
    m_viewMenu->addSeparator();
    for (qsizetype i = 0; i < m_pages.size(); ++i) {
        Page *page = m_pages.at(i);
        QAction *action = m_viewMenu->addAction(page->title(), this, [this, page] { m_tabs->setCurrentWidget(page); });
        action->setObjectName(u"page-"_s + page->name());
        action->setShortcut(QKeySequence(u"Ctrl+%1"_s.arg(i + 1)));
        action->setData(page->name());
    }
}

void MainWindow::buildRowMenu()
{
    const auto onTable = [this](void (RowsView::*deed)()) {
        return [this, deed] {
            if (RowsView *table = currentPage()->table())
                (table->*deed)();
        };
    };
    addCommand(m_rowMenu, "openRow", QT_TRANSLATE_NOOP("Commands", "&Open"),
               QT_TRANSLATE_NOOP("Commands", "Shows all that is known of the chosen row"), QKeySequence(u"Ctrl+Return"_s), this,
               [this] {
                   RowsView *table = currentPage()->table();
                   if (table && table->currentRow() >= 0)
                       Q_EMIT table->opened(table->currentRow());
               });
    addCommand(m_rowMenu, "copyId", QT_TRANSLATE_NOOP("Commands", "Copy &Id"),
               QT_TRANSLATE_NOOP("Commands", "Copies the ids of the chosen rows"), QKeySequence(u"Ctrl+Shift+C"_s), this,
               onTable(&RowsView::copyKey));
    addCommand(m_rowMenu, "copyLink", QT_TRANSLATE_NOOP("Commands", "Copy &Link"),
               QT_TRANSLATE_NOOP("Commands", "Copies a slipway:// link to the chosen row"), QKeySequence(u"Ctrl+L"_s), this,
               &MainWindow::copyLink);
    addCommand(m_rowMenu, "copyRow", QT_TRANSLATE_NOOP("Commands", "Copy Row as &JSON"),
               QT_TRANSLATE_NOOP("Commands", "Copies the chosen rows as the service sent them"),
               QKeySequence(u"Ctrl+Shift+J"_s), this, onTable(&RowsView::copyRow));
    addCommand(m_rowMenu, "export", QT_TRANSLATE_NOOP("Commands", "&Export What Is Shown…"),
               QT_TRANSLATE_NOOP("Commands", "Writes the table to a CSV file, safe for spreadsheets"),
               QKeySequence(u"Ctrl+Shift+E"_s), this, onTable(&RowsView::exportRows));
}

void MainWindow::buildHelpMenu()
{
    addCommand(m_helpMenu, "palette", QT_TRANSLATE_NOOP("Commands", "&Commands…"),
               QT_TRANSLATE_NOOP("Commands", "Finds any command by its name"), QKeySequence(u"Ctrl+K"_s), this,
               &MainWindow::showPalette);
    addCommand(m_helpMenu, "keys", QT_TRANSLATE_NOOP("Commands", "&Keys"),
               QT_TRANSLATE_NOOP("Commands", "Every command with its keys"), QKeySequence::HelpContents, this,
               &MainWindow::showHelp);
}

void MainWindow::speak()
{
    for (const Command &command : std::as_const(m_commands)) {
        command.action->setText(inCommands(command.text));
        command.action->setStatusTip(inCommands(command.tip));
        command.action->setToolTip(inCommands(command.tip));
    }
    m_tabs->setAccessibleName(tr("Pages"));
    speakMenus();
    refreshProfiles();
    refreshTabs();
    refreshRuns();
    refreshState();
}

void MainWindow::speakMenus()
{
    m_sessionMenu->setTitle(tr("&Session"));
    m_profilesMenu->setTitle(tr("&Kept Services"));
    m_paceMenu->setTitle(tr("&Refresh"));
    m_languageMenu->setTitle(tr("L&anguage"));
    m_themeMenu->setTitle(tr("A&ppearance"));
    m_viewMenu->setTitle(tr("&View"));
    m_rowMenu->setTitle(tr("&Row"));
    m_actMenu->setTitle(tr("&Act"));
    m_helpMenu->setTitle(tr("&Help"));
    for (QAction *action : m_paceMenu->actions()) {
        const int seconds = action->data().toInt();
        action->setText(seconds == 0 ? tr("Only When Asked") : tr("Every %n Second(s)", nullptr, seconds));
        action->setStatusTip(tr("How often it looks without being told"));
    }
    const QStringList themes { tr("Like the System"), tr("Light"), tr("Dark") };
    for (int i = 0; i < themes.size(); ++i) {
        m_themeMenu->actions().at(i)->setText(themes[i]);
        m_themeMenu->actions().at(i)->setStatusTip(tr("How the console looks"));
    }
    for (QAction *action : m_languageMenu->actions())
        action->setStatusTip(tr("The console's language and the service's sentences"));
    for (QAction *action : m_viewMenu->actions()) {
        if (const Page *shown = page(action->data().toString())) {
            action->setText(shown->title());
            action->setStatusTip(tr("Shows the page"));
        }
    }
}

void MainWindow::refreshProfiles()
{
    m_profilesMenu->clear();
    for (const Profile &profile : Profile::all(m_settings)) {
        QAction *action = m_profilesMenu->addAction(tr("%1 (%2)").arg(profile.name, Profile::wordFor(profile.stage)), this,
                                                    [this, profile] { openProfile(profile); });
        action->setStatusTip(profile.url.toString());
    }
    m_profilesMenu->setEnabled(!m_profilesMenu->isEmpty());
}

QList<QAction *> MainWindow::commands() const
{
    QList<QAction *> all;
    for (const QMenu *menu :
         { m_sessionMenu, m_paceMenu, m_languageMenu, m_themeMenu, m_viewMenu, m_rowMenu, m_actMenu, m_helpMenu }) {
        for (QAction *action : menu->actions()) {
            if (!action->isSeparator() && !action->menu())
                all.append(action);
        }
    }
    return all;
}

void MainWindow::copyLink()
{
    const RowsView *table = currentPage()->table();
    const Selection selection = currentPage()->selection();
    QString link = u"slipway://%1"_s.arg(currentPage()->name());
    if (!selection.isEmpty()) {
        const auto kind = recovery::nameOf(selection.first().kind);
        link = u"slipway://%1/%2"_s.arg(QString::fromLatin1(kind.data(), qsizetype(kind.size())),
                                        QString::fromLatin1(QUrl::toPercentEncoding(selection.first().id)));
    } else if (table && table->currentRow() >= 0) {
        link += u'/' + QString::fromLatin1(QUrl::toPercentEncoding(table->rows().keyAt(table->currentRow())));
    }
    QApplication::clipboard()->setText(link);
}

void MainWindow::saveBundle()
{
    auto *dialog = new QFileDialog(this, tr("Save a Support Bundle"), u"slipway-support.json"_s, tr("JSON (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        QSaveFile file(path);
        if (file.open(QIODevice::WriteOnly) && file.write(supportBundle(m_session)) >= 0)
            file.commit();
    });
    dialog->open();
}

void MainWindow::showPalette()
{
    auto *palette = new CommandPalette(commands(), this);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    connect(palette, &CommandPalette::openWanted, this, [this](const QString &text) {
        bool isNumber = false;
        text.toLongLong(&isNumber);
        if (!follow(text))
            open(isNumber ? u"batch"_s : u"operation"_s, text);
    });
    palette->open();
}

void MainWindow::showHelp()
{
    auto *help = new HelpSheet(commands(), this);
    help->setAttribute(Qt::WA_DeleteOnClose);
    help->show();
}

} // namespace slipway::console
