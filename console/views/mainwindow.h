// SPDX-License-Identifier: GPL-3.0-only
#pragma once

#include "console/session/profile.h"

#include <QMainWindow>

class QActionGroup;
class QLabel;
class QMenu;
class QSettings;
class QTabWidget;
class QToolButton;

namespace slipway::console {

class ActionBoard;
class AttentionPage;
class Keychain;
class MessageBar;
class Page;
class Session;
class TrayNotice;

/// The window: pages, menus, what is true and what is old. Wiring only; pages show, the session asks, the board acts.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(Session &session, Keychain &keychain, QSettings &settings);
    ~MainWindow() override;

    /// Looks at that service; asks for a token where one is needed and none is kept.
    void openProfile(const Profile &profile);
    /// By its stable name; false when there is no such page.
    bool showPage(const QString &name);
    Page *currentPage() const;
    Page *page(const QString &name) const;
    const QList<Page *> &pages() const { return m_pages; }
    /// "slipway://batch/812", also pages, operations, findings. False when it means nothing.
    bool follow(const QString &link);
    /// The same from outside: the window is raised for it.
    void comeForward(const QString &link);
    /// Every command of menus and palette.
    QList<QAction *> commands() const;
    ActionBoard &board() { return *m_board; }

public Q_SLOTS:
    void open(const QString &kind, const QString &id);
    void askForProfile();

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Command {
        QAction *action;
        const char *text; ///< Marked in the context Commands.
        const char *tip;
    };
    void buildPages();
    void buildMenus();
    void buildSessionMenu();
    void buildViewMenu();
    void buildRowMenu();
    void buildHelpMenu();
    void buildChoices();
    QAction *addCommand(QMenu *menu, const char *name, const char *text, const char *tip, const QKeySequence &keys);
    template <class Receiver, class Slot>
    QAction *addCommand(QMenu *menu, const char *name, const char *text, const char *tip, const QKeySequence &keys,
                        Receiver *receiver, Slot slot);
    void speak();
    void speakMenus();
    void refreshProfiles();
    void refreshState();
    void refreshTitle();
    void refreshTabs();
    void refreshRuns();
    void refreshSelection();
    void refreshProblem();
    void takeAttention();
    void copyLink();
    void saveBundle();
    void showPalette();
    void showHelp();
    void remember();
    void recall();

    Session &m_session;
    Keychain &m_keychain;
    QSettings &m_settings;
    ActionBoard *m_board = nullptr;
    TrayNotice *m_tray;
    QLabel *m_strip;
    MessageBar *m_stale;
    MessageBar *m_message;
    QTabWidget *m_tabs;
    QList<Page *> m_pages;
    AttentionPage *m_attention = nullptr;
    QToolButton *m_runs;
    QLabel *m_freshness;
    QMenu *m_sessionMenu = nullptr;
    QMenu *m_profilesMenu = nullptr;
    QMenu *m_paceMenu = nullptr;
    QMenu *m_languageMenu = nullptr;
    QMenu *m_themeMenu = nullptr;
    QMenu *m_viewMenu = nullptr;
    QMenu *m_rowMenu = nullptr;
    QMenu *m_actMenu = nullptr;
    QMenu *m_helpMenu = nullptr;
    QAction *m_readOnly = nullptr;
    QList<Command> m_commands;
};

} // namespace slipway::console
