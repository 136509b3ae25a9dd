// SPDX-License-Identifier: GPL-3.0-only
#include "console/views/mainwindow.h"

#include "console/models/wording.h"
#include "console/session/keychain.h"
#include "console/session/session.h"
#include "console/views/actionboard.h"
#include "console/views/appearance.h"
#include "console/views/attentionpage.h"
#include "console/views/detailpages.h"
#include "console/views/messagebar.h"
#include "console/views/overviewpage.h"
#include "console/views/profiledialog.h"
#include "console/views/recordpages.h"
#include "console/views/slotbar.h"
#include "console/views/spoken.h"
#include "console/views/traynotice.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace slipway::console {
namespace {

constexpr int layoutVersion = 1;
/// A notice is read in passing.
constexpr qsizetype mostSentences = 3;

/// Where a thing of that kind is shown.
QString pageOf(const QString &kind)
{
    static const QHash<QString, QString> pages {
        { u"batch"_s, u"batches"_s },      { u"operation"_s, u"requests"_s }, { u"partition"_s, u"overview"_s },
        { u"finding"_s, u"findings"_s },   { u"key"_s, u"config"_s },         { u"forge"_s, u"overview"_s },
        { u"approval"_s, u"approvals"_s }, { u"action"_s, u"attention"_s },
    };
    return pages.value(kind, kind);
}

} // namespace

MainWindow::MainWindow(Session &session, Keychain &keychain, QSettings &settings)
    : m_session(session)
    , m_keychain(keychain)
    , m_settings(settings)
    , m_tray(new TrayNotice(this))
    , m_strip(new QLabel(this))
    , m_stale(new MessageBar(this))
    , m_message(new MessageBar(this))
    , m_tabs(new QTabWidget(this))
    , m_runs(new QToolButton(this))
    , m_freshness(new QLabel(this))
{
    setWindowIcon(appearance::applicationIcon());
    auto *centre = new QWidget(this);
    auto *layout = new QVBoxLayout(centre);
    layout->setContentsMargins(6, 0, 6, 0);
    layout->setSpacing(4);
    layout->addWidget(m_strip);
    layout->addWidget(m_stale);
    layout->addWidget(m_message);
    layout->addWidget(m_tabs, 1);
    setCentralWidget(centre);
    m_stale->setClosable(false);
    m_strip->setAlignment(Qt::AlignCenter);
    m_strip->setAutoFillBackground(true);
    m_strip->setMargin(3);
    auto *slotBar = new SlotBar(session, this);
    connect(slotBar, &SlotBar::openWanted, this, &MainWindow::open);
    addToolBar(Qt::TopToolBarArea, slotBar);
    statusBar()->addPermanentWidget(m_runs);
    statusBar()->addPermanentWidget(m_freshness);
    m_runs->setAutoRaise(true);
    m_runs->setPopupMode(QToolButton::InstantPopup);
    m_runs->setMenu(new QMenu(m_runs));
    buildPages();
    m_board = new ActionBoard(session, *this);
    buildMenus();
    connect(m_board, &ActionBoard::said, this,
            [this](const QString &sentence, bool isBad) { m_message->say(sentence, isBad ? Tone::Bad : Tone::Good); });
    connect(m_board, &ActionBoard::runsChanged, this, &MainWindow::refreshRuns);
    connect(&session, &Session::stateChanged, this, &MainWindow::refreshState);
    connect(&session, &Session::ageChanged, this, &MainWindow::refreshState);
    connect(&session, &Session::identityChanged, this, &MainWindow::refreshTitle);
    connect(&session, &Session::refreshDue, this, [this] {
        m_attention->refresh();
        if (currentPage() != m_attention)
            currentPage()->refresh();
    });
    connect(m_tray, &TrayNotice::clicked, this, [this] {
        showPage(u"attention"_s);
        raise();
        activateWindow();
    });
    spoken(this, [this] { speak(); });
    resize(1280, 800);
    recall();
}

MainWindow::~MainWindow()
{
    m_tabs->disconnect(this);
    m_session.disconnect(this);
}

void MainWindow::buildPages()
{
    m_attention = new AttentionPage(m_session, this);
    m_pages = { m_attention,
                new OverviewPage(m_session, this),
                batchesPage(m_session).release(),
                pendingPage(m_session).release(),
                requestsPage(m_session).release(),
                findingsPage(m_session).release(),
                auditPage(m_session).release(),
                configPage(m_session).release(),
                approvalsPage(m_session).release() };
    m_tabs->setMovable(true);
    m_tabs->setDocumentMode(true);
    for (Page *page : std::as_const(m_pages)) {
        m_tabs->addTab(page, page->title());
        connect(page, &Page::actionWanted, this,
                [this](const OperatorAction &action, const Selection &selection) { m_board->start(action, selection); });
        connect(page, &Page::openWanted, this, &MainWindow::open);
        connect(page, &Page::badgeChanged, this, &MainWindow::refreshTabs);
        connect(page, &Page::problemChanged, this, &MainWindow::refreshProblem);
        connect(page, &Page::selectionChanged, this, [this, page] {
            if (page == currentPage())
                refreshSelection();
        });
        if (RowsView *table = page->table())
            connect(table, &RowsView::menuWanted, this, [this](QMenu &menu) { m_board->addTo(menu); });
    }
    connect(m_attention, &Page::selectionChanged, this, &MainWindow::takeAttention);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        if (m_session.state() != Session::State::Closed)
            currentPage()->refresh();
        refreshSelection();
        refreshProblem();
    });
}

Page *MainWindow::currentPage() const { return static_cast<Page *>(m_tabs->currentWidget()); }

Page *MainWindow::page(const QString &name) const
{
    const auto found = std::ranges::find_if(m_pages, [&](const Page *page) { return page->name() == name; });
    return found == m_pages.end() ? nullptr : *found;
}

bool MainWindow::showPage(const QString &name)
{
    Page *wanted = page(name);
    if (wanted)
        m_tabs->setCurrentWidget(wanted);
    return wanted;
}

void MainWindow::open(const QString &kind, const QString &id)
{
    const QString name = pageOf(kind);
    if (showPage(name) && !id.isEmpty()) // Things of several kinds stand in the first page.
        page(name)->open(name == m_attention->name() ? kind + u'/' + id : id);
}

bool MainWindow::follow(const QString &link)
{
    const QUrl url(link);
    if (url.scheme() != "slipway"_L1 || !page(pageOf(url.host())))
        return false;
    open(url.host(), url.path(QUrl::FullyDecoded).mid(1));
    return true;
}

void MainWindow::comeForward(const QString &link)
{
    follow(link);
    setWindowState(windowState() & ~Qt::WindowMinimized);
    raise();
    activateWindow();
}

void MainWindow::openProfile(const Profile &profile)
{
    m_tray->forget();
    if (profile.proof == Profile::Proof::DevelopmentName) {
        m_session.open(profile, {});
        return;
    }
    m_keychain.read(profile.name, [this, profile](const QString &token) { m_session.open(profile, token); });
}

void MainWindow::askForProfile()
{
    auto *dialog = new ProfileDialog(Profile::fresh(Profile::Stage::Production), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const Profile profile = dialog->profile();
        QList<Profile> all = Profile::all(m_settings);
        all.removeIf([&](const Profile &each) { return each.name == profile.name; });
        all.append(profile);
        Profile::save(m_settings, all);
        refreshProfiles();
        if (!dialog->token().isEmpty()) {
            m_keychain.keep(profile.name, dialog->token(), [this](bool isKept) {
                if (!isKept)
                    m_message->say(tr("There is no keychain here: the token is kept until this window closes."), Tone::Waiting);
            });
        }
        openProfile(profile);
    });
    dialog->open();
}

void MainWindow::refreshState()
{
    const Session::State state = m_session.state();
    const QString age = duration(m_session.age());
    QString words;
    switch (state) {
    case Session::State::Closed: words = tr("No service is open. Open one in the Session menu."); break;
    case Session::State::Connecting:
        if (!m_session.problem().isEmpty())
            words = tr("%1 Next try in %2.").arg(m_session.problem(), duration(m_session.nextTry()));
        break;
    case Session::State::Stale:
        words = tr("What you see is from %1 ago, and nothing may be done. %2 Next try in %3.")
                    .arg(age, m_session.problem(), duration(m_session.nextTry()));
        break;
    case Session::State::Fresh: break;
    }
    m_stale->say(words, state == Session::State::Closed ? Tone::Neutral : Tone::Bad);
    const bool isOld = state == Session::State::Stale;
    for (Page *page : std::as_const(m_pages)) {
        if (RowsView *table = page->table()) {
            QPalette palette = QApplication::palette();
            if (isOld) // Greyed, but readable: the service may be away for long.
                palette.setColor(QPalette::Text, appearance::quiet());
            if (table->palette() != palette)
                table->setPalette(palette);
        }
    }
    const QString how = m_session.hasEvents() ? tr("live") : tr("asks again every few seconds");
    m_freshness->setText(state == Session::State::Fresh ? tr("read %1 ago, %2").arg(age, how) : tr("not connected"));
    m_readOnly->setChecked(m_session.isReadOnly());
    refreshTitle();
}

void MainWindow::refreshTitle()
{
    const Profile &profile = m_session.profile();
    const bool isOpen = m_session.state() != Session::State::Closed;
    const QString stage = Profile::wordFor(profile.stage);
    const QString who = m_session.account().isEmpty() ? tr("nobody yet") : m_session.account();
    QString strip = tr("%1 · %2 · you are %3").arg(stage, profile.name, who);
    if (profile.isReadOnly)
        strip += u" · "_s + tr("for looking only");
    m_strip->setVisible(isOpen);
    m_strip->setText(strip);
    QPalette palette = QApplication::palette();
    palette.setColor(QPalette::Window, Profile::colourOf(profile.stage));
    palette.setColor(QPalette::WindowText, Qt::white);
    m_strip->setPalette(palette);
    setWindowTitle(isOpen ? tr("%1 – %2 – %3 – Slipway").arg(stage, profile.name, who) : tr("Slipway"));
}

void MainWindow::refreshTabs()
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        const auto *page = static_cast<Page *>(m_tabs->widget(i));
        m_tabs->setTabText(i, page->badge() > 0 ? u"%1 (%2)"_s.arg(page->title()).arg(page->badge()) : page->title());
    }
}

void MainWindow::refreshRuns()
{
    m_runs->setVisible(!m_board->runs().isEmpty());
    m_runs->menu()->clear();
    int underWay = 0;
    for (ActionRun *run : m_board->runs()) {
        underWay += run->stage() == ActionRun::Stage::Running ? 1 : 0;
        const QString text = tr("%1: %2 of %3").arg(run->action().title()).arg(run->ended()).arg(run->items().size());
        m_runs->menu()->addAction(text, run, [this, run] { m_board->show(*run); });
    }
    m_runs->setText(underWay > 0 ? tr("%n under way", nullptr, underWay) : tr("Actions done"));
    m_runs->setAccessibleName(m_runs->text());
}

void MainWindow::refreshSelection() { m_board->setSelection(currentPage()->selection()); }

void MainWindow::refreshProblem()
{
    // While nothing is answered at all, the banner says so already.
    const bool isShown = m_session.state() == Session::State::Fresh && !currentPage()->problem().isEmpty();
    if (isShown)
        m_message->say(currentPage()->problem(), Tone::Bad);
}

void MainWindow::takeAttention()
{
    const QStringList fresh = m_tray->take(m_attention->keys());
    if (fresh.isEmpty() || isActiveWindow())
        return;
    QStringList sentences;
    for (const QString &key : fresh.mid(0, mostSentences))
        sentences.append(m_attention->sentenceOf(key));
    m_tray->notify(tr("%n new thing(s) need attention", nullptr, int(fresh.size())), sentences.join(u'\n'));
}

void MainWindow::remember()
{
    m_settings.setValue(u"window/version"_s, layoutVersion);
    m_settings.setValue(u"window/geometry"_s, saveGeometry());
    m_settings.setValue(u"window/state"_s, saveState(layoutVersion));
    QStringList order;
    for (int i = 0; i < m_tabs->count(); ++i)
        order.append(static_cast<Page *>(m_tabs->widget(i))->name());
    m_settings.setValue(u"window/order"_s, order);
    for (const Page *page : std::as_const(m_pages))
        page->remember(m_settings);
}

void MainWindow::recall()
{
    if (m_settings.value(u"window/version"_s).toInt() != layoutVersion)
        return;
    restoreGeometry(m_settings.value(u"window/geometry"_s).toByteArray());
    restoreState(m_settings.value(u"window/state"_s).toByteArray(), layoutVersion);
    const QStringList order = m_settings.value(u"window/order"_s).toStringList();
    for (int to = 0; to < order.size(); ++to) {
        if (Page *wanted = page(order.at(to)))
            m_tabs->tabBar()->moveTab(m_tabs->indexOf(wanted), to);
    }
    for (Page *page : std::as_const(m_pages))
        page->recall(m_settings);
    showPage(u"attention"_s); // What waits comes first, whatever was looked at last.
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    remember();
    event->accept();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange && m_readOnly)
        refreshState();
}

} // namespace slipway::console
