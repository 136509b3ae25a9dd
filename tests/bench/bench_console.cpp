// SPDX-License-Identifier: GPL-3.0-only
// Whether the desktop console stays quick with a hundred thousand requests behind a table, and how soon it shows something.
#include "console/models/listtables.h"
#include "console/session/keychain.h"
#include "console/session/recordednetwork.h"
#include "console/session/session.h"
#include "console/views/appearance.h"
#include "console/views/languages.h"
#include "console/views/mainwindow.h"
#include "console/views/page.h"
#include "console/views/rowsview.h"
#include "tests/bench/figures.h"
#include "tests/bench/processtimes.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::console;
using bench::Series;
using protocol::OperationSummary;

namespace {

constexpr int many = 100'000;
constexpr int changed = 100;
constexpr int page = 500;

/// Since this process began, linking included; to a hundredth of a second, as the system counts.
double processAgeMs()
{
    QFile stat(u"/proc/self/stat"_s), uptime(u"/proc/uptime"_s);
    if (!stat.open(QIODevice::ReadOnly) || !uptime.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = stat.readAll();
    const double began = text.mid(text.lastIndexOf(')') + 2).split(' ').at(19).toDouble() / double(sysconf(_SC_CLK_TCK));
    return (uptime.readAll().split(' ').first().toDouble() - began) * 1000;
}

/// As long as those of a real organisation.
OperationSummary request(int number)
{
    OperationSummary made;
    made.change.operation = OperationId(u"op-%1-0123456789abcdef"_s.arg(number, 8, 10, QLatin1Char('0')));
    made.change.requester = u"person-%1"_s.arg(number % 997);
    made.change.subject = SubjectId(u"person-%1"_s.arg((number * 7919) % 20011));
    made.change.target = TargetKey(u"team-%1/maintainers"_s.arg(number % 311));
    made.change.kind = u"bind"_s;
    made.change.reason = u"needed for the release of the week"_s;
    made.change.flow = u"batched"_s;
    made.change.bindingStatus = number % 9 == 0 ? u"CREATE_FAILED"_s : u"VALIDATED"_s;
    made.change.step = protocol::StepView::of(workflow::Step::Queued);
    made.change.version = 1;
    made.change.createdAt = Instant(std::chrono::seconds(1'700'000'000 + number));
    made.change.updatedAt = Instant(std::chrono::seconds(1'700'000'000 + (number * 7919) % many));
    made.partition = PartitionKey(u"access"_s);
    return made;
}

/// As the service sends it.
QJsonArray pageFrom(int newest)
{
    QJsonArray items;
    for (int number = newest; number > newest - page; --number)
        items.append(request(number).toJson());
    return QJsonDocument::fromJson(QJsonDocument(items).toJson(QJsonDocument::Compact)).array();
}

/// The longest that the window stood still while \a isDone was waited for; \a step is done at each turn.
double longestStall(const std::function<void()> &step, const std::function<bool()> &isDone)
{
    double longest = 0;
    QElapsedTimer turn;
    do {
        turn.start();
        step();
        QCoreApplication::processEvents();
        longest = std::max(longest, double(turn.nsecsElapsed()) / 1e6);
    } while (!isDone());
    return longest;
}

double sortStall(RowsView &view, int column)
{
    bool isAsked = false;
    return longestStall([&] { std::exchange(isAsked, true) ? void() : view.sortByColumn(column, Qt::DescendingOrder); },
                        [&] { return !view.filter().isArranging(); });
}

double firstData(const QByteArray &recording)
{
    RecordedNetwork network(recording);
    Keychain keychain;
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(u"console.ini"_s), QSettings::IniFormat);
    Session session(network);
    MainWindow window(session, keychain, settings);
    window.show();
    Profile profile = Profile::fresh(Profile::Stage::Development);
    profile.url = QUrl(u"http://recording.invalid"_s);
    window.openProfile(profile);
    longestStall([] {}, [&] { return window.currentPage()->badge() > 0 || processAgeMs() > 10'000; });
    window.grab();
    return processAgeMs();
}

void measureTable(bench::Figures &figures)
{
    ListModel<OperationSummary> model(tables::requests());
    std::vector<OperationSummary> head;
    double takenIn = 0;
    for (int number = many; number > 0; number -= page) {
        const QJsonArray items = pageFrom(number);
        takenIn += bench::milliseconds([&] { number == many ? model.takeHead(items, true) : model.takeMore(items); });
    }
    for (int row = 0; row < 300; ++row)
        head.push_back(model.at(row));
    figures.add(u"taking in 100,000 rows"_s, takenIn, u"ms"_s);
    QElapsedTimer paint;
    paint.start();
    RowsView view(model, u"bench"_s);
    view.resize(1280, 800);
    view.show();
    view.grab();
    figures.add(u"first paint of 100,000 rows"_s, double(paint.nsecsElapsed()) / 1e6, u"ms"_s, 300);
    QScrollBar *bar = view.verticalScrollBar();
    int turns = 0;
    figures.add(u"longest stall while scrolling"_s,
                longestStall([&] { bar->setValue(int(qint64(bar->maximum()) * ++turns / 300)); }, [&] { return turns >= 300; }),
                u"ms"_s, 50);
    Series refreshes;
    for (int round = 0; round < 9; ++round) {
        for (int i = 0; i < changed; ++i)
            head[size_t(i) * 3].change.version += 1;
        std::vector<OperationSummary> fresh = head;
        refreshes.add(bench::milliseconds([&] {
            model.merge(std::move(fresh), false);
            QCoreApplication::processEvents();
        }));
    }
    figures.add(u"refresh of 100 changed rows"_s, refreshes.median(), u"ms"_s, 10);
    figures.add(u"longest stall while sorting by text"_s, sortStall(view, 1), u"ms"_s, 50);
    figures.add(u"longest stall while sorting by time"_s, sortStall(view, 8), u"ms"_s, 50);
    figures.add(u"longest stall while sorting back"_s, sortStall(view, -1), u"ms"_s, 50);
    bool isAsked = false;
    figures.add(u"longest stall while filtering"_s,
                longestStall([&] { std::exchange(isAsked, true) ? void() : view.filter().setWords(u"status:failed team-3"_s); },
                             [&] { return !view.filter().isArranging(); }),
                u"ms"_s, 50);
    figures.add(u"memory after all that"_s, bench::ProcessTimes(getpid()).residentMegabytes(), u"MB"_s, 150);
}

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    languages::use(u"en"_s);
    appearance::apply(appearance::Theme::Light);
    QFile recording(u":/console/recording.json"_s);
    bench::Figures figures(u"console"_s);
    if (!recording.open(QIODevice::ReadOnly))
        return 1;
    figures.add(u"start to first data, from the recording"_s, firstData(recording.readAll()), u"ms"_s, 1000);
    measureTable(figures);
    return figures.finish(QApplication::arguments());
}
