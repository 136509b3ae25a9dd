// SPDX-License-Identifier: GPL-3.0-only
#include "console/actions/actioncatalogue.h"
#include "console/session/keychain.h"
#include "console/session/recordednetwork.h"
#include "console/session/session.h"
#include "console/views/actionboard.h"
#include "console/views/appearance.h"
#include "console/views/attentionpage.h"
#include "console/views/commandpalette.h"
#include "console/views/diagnosisview.h"
#include "console/views/helpsheet.h"
#include "console/views/languages.h"
#include "console/views/mainwindow.h"
#include "console/views/profiledialog.h"
#include "console/views/rundialog.h"
#include "tests/console/namelesscontrols.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway::console;

/// The window on the recording that is built in: what --demo shows.
class ConsoleWindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void everyPageShowsSomething();
    void everyControlHasAName();
    void everyCommandHasKeysOrAMenuAndSaysWhatItDoes();
    void eachPageIsDrawnInEveryDress_data();
    void eachPageIsDrawnInEveryDress();
    void theLanguageChangesWhileItRuns();
    void everyTextIsTranslated();
    void linksLeadToTheirThing();
    void thePaletteFindsCommandsAndSaysWhyNot();
    void theFirstSafeActionIsTheOnlyHighlightedOne();
    void anActionShowsItsPlanAndWaitsForAReason();
    void whatIsOldIsGreyAndSaysSo();
    void anotherServiceIsReadAnewWhereverOneLooks();
    void theLayoutIsRemembered();

private:
    QTemporaryDir m_folder;
    QByteArray m_recording;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<RecordedNetwork> m_network;
    std::unique_ptr<Keychain> m_keychain;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;

    bool isRead() const { return m_session->state() == Session::State::Fresh && m_window->page(u"attention"_s)->badge() > 0; }
    void show(Page *page);
};

namespace {

bool isChinese(const QString &text)
{
    return std::ranges::any_of(text, [](QChar letter) { return letter.script() == QChar::Script_Han; });
}

} // namespace

void ConsoleWindowTest::initTestCase()
{
    languages::use(u"en"_s);
    QFile file(u":/console/recording.json"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_recording = file.readAll();
}

void ConsoleWindowTest::init()
{
    cleanup(); // It is left out after an init() that failed.
    // Off-screen windows cannot tell anybody what sizes they like; that is said once a window.
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support propagateSizeHints).*"_s));
    languages::use(u"en"_s);
    appearance::apply(appearance::Theme::Light);
    m_settings = std::make_unique<QSettings>(m_folder.filePath(u"console.ini"_s), QSettings::IniFormat);
    m_settings->clear();
    m_network = std::make_unique<RecordedNetwork>(m_recording);
    QVERIFY(m_network->isSound());
    m_keychain = std::make_unique<Keychain>();
    m_session = std::make_unique<Session>(*m_network);
    m_window = std::make_unique<MainWindow>(*m_session, *m_keychain, *m_settings);
    m_window->show();
    Profile profile = Profile::fresh(Profile::Stage::Development);
    profile.name = u"Recording"_s;
    profile.url = QUrl(u"http://recording.invalid"_s);
    m_window->openProfile(profile);
    QTRY_VERIFY(isRead());
}

void ConsoleWindowTest::cleanup()
{
    m_window.reset();
    m_session.reset();
    m_keychain.reset();
    m_network.reset();
    languages::use(u"en"_s);
}

void ConsoleWindowTest::show(Page *page)
{
    QVERIFY(m_window->showPage(page->name()));
    if (RowsView *table = page->table()) {
        // Where another system approves, Slipway has no forms to show.
        QTRY_VERIFY2(table->model()->rowCount() > 0 || page->name() == "approvals"_L1, qPrintable(page->name()));
        table->setCurrentIndex(table->model()->index(0, 0));
    }
    QTest::qWait(50); // What the row's detail asks for is answered from the event loop.
}

void ConsoleWindowTest::everyPageShowsSomething()
{
    QStringList names;
    for (Page *page : m_window->pages()) {
        show(page);
        names.append(page->name());
        QCOMPARE(page->problem(), QString());
    }
    QCOMPARE(names.join(u' '), u"attention overview batches pending requests findings audit config approvals"_s);
    QVERIFY(m_window->windowTitle().contains(m_session->account())); // Whom the service names.
}

void ConsoleWindowTest::everyControlHasAName()
{
    for (Page *page : m_window->pages())
        show(page);
    QCOMPARE(nameless(*m_window).join(u' '), QString());
    CommandPalette palette(m_window->commands());
    QCOMPARE(nameless(palette).join(u' '), QString());
    HelpSheet help(m_window->commands());
    QCOMPARE(nameless(help).join(u' '), QString());
    ProfileDialog profile(Profile::fresh(Profile::Stage::Test));
    QCOMPARE(nameless(profile).join(u' '), QString());
    ActionRun run(*m_session, *actionFor(slipway::recovery::Action::ConfirmPipeline),
                  { Target { .kind = slipway::recovery::TargetKind::Batch, .id = u"1"_s } });
    RunDialog dialog(run);
    QCOMPARE(nameless(dialog).join(u' '), QString());
}

void ConsoleWindowTest::everyCommandHasKeysOrAMenuAndSaysWhatItDoes()
{
    QMap<QString, QString> keys;
    int withKeys = 0;
    for (const QAction *action : m_window->commands()) {
        QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
        QVERIFY2(!action->statusTip().isEmpty(), qPrintable(action->objectName()));
        const QString sequence = action->shortcut().toString();
        const bool isChoice = action->isCheckable() && action->objectName() != "readOnly"_L1;
        QVERIFY2(isChoice || !sequence.isEmpty(), qPrintable(action->objectName()));
        if (sequence.isEmpty())
            continue;
        ++withKeys;
        QVERIFY2(!keys.contains(sequence), qPrintable(sequence + u' ' + action->objectName() + u' ' + keys.value(sequence)));
        keys.insert(sequence, action->objectName());
        for (const QString &other : keys.keys()) // Nor may one be the beginning of another.
            QVERIFY2(other == sequence || !(other.startsWith(sequence + u',') || sequence.startsWith(other + u',')),
                     qPrintable(sequence));
    }
    QVERIFY(withKeys > 30);
}

void ConsoleWindowTest::eachPageIsDrawnInEveryDress_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<bool>("isDark");
    QTest::newRow("English, light") << u"en"_s << false;
    QTest::newRow("Chinese, light") << u"zh_CN"_s << false;
    QTest::newRow("English, dark") << u"en"_s << true;
    QTest::newRow("Chinese, dark") << u"zh_CN"_s << true;
}

void ConsoleWindowTest::eachPageIsDrawnInEveryDress()
{
    QFETCH(QString, language);
    QFETCH(bool, isDark);
    languages::use(language);
    appearance::apply(isDark ? appearance::Theme::Dark : appearance::Theme::Light);
    m_session->setLanguage(languages::tagOf(language));
    for (Page *page : m_window->pages()) {
        show(page);
        const QImage picture = m_window->grab().toImage();
        QVERIFY(picture.width() >= 1000);
        QSet<QRgb> colours;
        for (int x = 0; x < picture.width(); x += 7) {
            for (int y = 0; y < picture.height(); y += 7)
                colours.insert(picture.pixel(x, y));
        }
        QVERIFY2(colours.size() > 10, qPrintable(page->name()));
        const int lightness = picture.pixelColor(picture.width() / 2, picture.height() - 8).lightness();
        QVERIFY2(isDark == (lightness < 128), qPrintable(page->name()));
    }
}

void ConsoleWindowTest::theLanguageChangesWhileItRuns()
{
    languages::use(u"zh_CN"_s);
    QTRY_VERIFY(isChinese(m_window->commands().first()->text()));
    QVERIFY(isChinese(m_window->page(u"attention"_s)->title()));
    for (const QAction *action : m_window->commands()) {
        if (action->objectName() != "language-en"_L1)
            QVERIFY2(isChinese(action->text()), qPrintable(action->text()));
    }
    for (Page *page : m_window->pages()) {
        RowsView *table = page->table();
        for (int column = 0; table && column < table->rows().columnCount(); ++column) {
            const QString title = table->rows().headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
            QVERIFY2(isChinese(title), qPrintable(title));
        }
    }
    // The service's sentences follow.
    m_session->setLanguage("zh-CN");
    auto *attention = m_window->page(u"attention"_s);
    QTRY_VERIFY(isChinese(attention->table()->model()->index(0, 3).data().toString()));
    languages::use(u"en"_s);
    QTRY_VERIFY(!isChinese(attention->title()));
}

void ConsoleWindowTest::everyTextIsTranslated()
{
    const QString root = QStringLiteral(SLIPWAY_SOURCE_DIR);
    QFile file(root + u"/translations/slipway-console_zh_CN.ts"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("type=\"unfinished\""));
    // What the sources say now must stand in it: collected anew into a copy, nothing may be left to translate.
    const QString lupdate = QStandardPaths::findExecutable(u"lupdate"_s, { u"/usr/lib/qt6/bin"_s });
    QVERIFY(!lupdate.isEmpty());
    const QString copy = m_folder.filePath(u"copy_zh_CN.ts"_s);
    QFile::remove(copy);
    QVERIFY(QFile::copy(file.fileName(), copy));
    QVERIFY(QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner));
    QProcess process;
    process.start(
        lupdate,
        { u"-silent"_s, u"-locations"_s, u"none"_s, u"-no-obsolete"_s, u"-I"_s, root, root + u"/console"_s, u"-ts"_s, copy });
    QVERIFY(process.waitForFinished(60000) && process.exitCode() == 0);
    QFile fresh(copy);
    QVERIFY(fresh.open(QIODevice::ReadOnly));
    const QByteArray text = fresh.readAll();
    const qsizetype left = text.indexOf("type=\"unfinished\"");
    QVERIFY2(left < 0, text.mid(std::max<qsizetype>(0, left - 200), 300).constData());
}

void ConsoleWindowTest::linksLeadToTheirThing()
{
    QVERIFY(m_window->follow(u"slipway://audit"_s));
    QCOMPARE(m_window->currentPage()->name(), u"audit"_s);
    show(m_window->page(u"batches"_s));
    const QString batch = m_window->page(u"batches"_s)->table()->rows().keyAt(0);
    m_window->showPage(u"audit"_s);
    QVERIFY(m_window->follow(u"slipway://batch/"_s + batch));
    QCOMPARE(m_window->currentPage()->name(), u"batches"_s);
    QTRY_COMPARE(m_window->currentPage()->selection().size(), 1);
    QCOMPARE(m_window->currentPage()->selection().first().id, batch);
    QVERIFY(!m_window->follow(u"slipway://nonsense/1"_s));
    QVERIFY(!m_window->follow(u"https://example.com/batch/1"_s));
    QCOMPARE(m_window->currentPage()->name(), u"batches"_s);
}

void ConsoleWindowTest::thePaletteFindsCommandsAndSaysWhyNot()
{
    CommandPalette palette(m_window->commands());
    auto *text = palette.findChild<QLineEdit *>();
    auto *list = palette.findChild<QListWidget *>();
    const int all = list->count();
    text->setText(u"copy link"_s);
    QVERIFY(list->count() >= 1 && list->count() < all);
    m_window->showPage(u"audit"_s);
    m_window->board().setSelection({});
    text->setText(u"settle"_s);
    QCOMPARE(list->count(), 1);
    QVERIFY(!(list->item(0)->flags() & Qt::ItemIsEnabled));
    QVERIFY(list->item(0)->text().contains("Nothing is selected"_L1));
}

void ConsoleWindowTest::theFirstSafeActionIsTheOnlyHighlightedOne()
{
    auto *attention = static_cast<AttentionPage *>(m_window->page(u"attention"_s));
    show(attention);
    int seen = 0;
    for (int row = 0; row < attention->table()->model()->rowCount(); ++row) {
        attention->table()->setCurrentIndex(attention->table()->model()->index(row, 0));
        QTest::qWait(1); // The former buttons go from the event loop.
        int highlighted = 0;
        int buttons = 0;
        for (const QPushButton *button : attention->findChildren<QPushButton *>()) {
            if (!button->property("effect").isValid() || !button->isVisible())
                continue;
            ++buttons;
            highlighted +=
                button->palette().color(QPalette::Active, QPalette::Button) == button->palette().color(QPalette::Highlight) ? 1
                                                                                                                            : 0;
        }
        QVERIFY2(highlighted == std::min(buttons, 1), qPrintable(QString::number(highlighted)));
        seen += buttons;
    }
    QVERIFY(seen > 3);
}

void ConsoleWindowTest::anActionShowsItsPlanAndWaitsForAReason()
{
    auto *attention = static_cast<AttentionPage *>(m_window->page(u"attention"_s));
    show(attention);
    const int row = attention->keys().indexOf(QRegularExpression(u"^batch/.*"_s));
    QVERIFY(row >= 0);
    attention->table()->setCurrentIndex(attention->table()->model()->index(row, 0));
    QTest::qWait(1);
    auto *button = attention->diagnosis().findChild<QPushButton *>(u"UNBLOCK"_s);
    QVERIFY(button && button->isEnabled());
    button->click();
    auto *dialog = m_window->findChild<RunDialog *>();
    QVERIFY(dialog);
    QTRY_COMPARE(dialog->run().stage(), ActionRun::Stage::Asking);
    QVERIFY(!dialog->run().items()[0].plan->guards.empty());
    auto *detail = dialog->findChild<QPlainTextEdit *>();
    QTRY_VERIFY(detail->toPlainText().contains(dialog->run().items()[0].plan->guards.front()));
    QList<QPushButton *> confirms;
    for (QPushButton *each : dialog->findChildren<QPushButton *>()) {
        QVERIFY(!each->autoDefault()); // Return never begins it.
        if (each->text() == dialog->run().action().title())
            confirms.append(each);
    }
    QCOMPARE(confirms.size(), 1);
    QVERIFY(!confirms.first()->isEnabled());
    for (QLineEdit *field : dialog->findChildren<QLineEdit *>()) {
        if (field->accessibleName() == "Reason"_L1)
            field->setText(u"repaired"_s);
    }
    QVERIFY(confirms.first()->isEnabled());
    confirms.first()->click(); // A recording refuses; the window says so and nothing else happens.
    QTRY_COMPARE(dialog->run().stage(), ActionRun::Stage::Ended);
    QCOMPARE(dialog->run().items()[0].outcome, u"REFUSED"_s);
    dialog->close();
}

void ConsoleWindowTest::whatIsOldIsGreyAndSaysSo()
{
    auto *attention = static_cast<AttentionPage *>(m_window->page(u"attention"_s));
    show(attention);
    const int rows = attention->table()->model()->rowCount();
    m_session->api().setLanguage("xx"); // What was never recorded is not answered.
    m_session->refresh();
    QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::Stale, 30000);
    QCOMPARE(attention->table()->model()->rowCount(), rows);
    for (const QAction *action : m_window->board().actions()) {
        QVERIFY(!action->isEnabled());
        QVERIFY(!action->toolTip().isEmpty());
    }
    for (const QPushButton *button : attention->diagnosis().findChildren<QPushButton *>()) {
        if (button->property("effect").isValid() && button->isVisible())
            QVERIFY(!button->isEnabled());
    }
}

void ConsoleWindowTest::anotherServiceIsReadAnewWhereverOneLooks()
{
    m_window->showPage(u"audit"_s); // Asked and not yet answered.
    m_window->openProfile(m_session->profile());
    QCOMPARE(m_window->page(u"attention"_s)->table()->model()->rowCount(), 0); // Nothing of the former one is left.
    QTRY_VERIFY(m_window->currentPage()->table()->model()->rowCount() > 0);
}

void ConsoleWindowTest::theLayoutIsRemembered()
{
    auto *batches = m_window->page(u"batches"_s);
    batches->table()->setColumnHidden(4, true);
    batches->table()->setColumnWidth(1, 222);
    auto *tabs = m_window->findChild<QTabWidget *>();
    tabs->tabBar()->moveTab(8, 0);
    m_window->close();
    MainWindow again(*m_session, *m_keychain, *m_settings);
    QVERIFY(again.page(u"batches"_s)->table()->isColumnHidden(4));
    QCOMPARE(again.page(u"batches"_s)->table()->columnWidth(1), 222);
    QCOMPARE(static_cast<Page *>(again.findChild<QTabWidget *>()->widget(0))->name(), u"approvals"_s);
    QCOMPARE(again.currentPage()->name(), u"attention"_s);
}

QTEST_MAIN(ConsoleWindowTest)
#include "tst_consolewindow.moc"
