// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/program/demo.h"

#include "tests/support/program/replay.h"
#include "tests/support/program/repositorycheck.h"

#include <QCoreApplication>
#include <QDir>

using namespace Qt::StringLiterals;

namespace slipway::support {

namespace {

constexpr qsizetype mostDifferencesShown = 10;
constexpr qsizetype messageHead = 12; // lines

StageOptions stageFor(const ChangeList &changes)
{
    QJsonArray targets;
    for (const QString &key : changes.targets())
        targets.append(QJsonObject { { "key"_L1, key } });
    StageOptions stage;
    stage.catalogue = StageFiles::catalogueOf(targets, u"carol"_s);
    return stage;
}

void report(Screen &screen, const ChangeList &changes, const Replay::Figures &figures)
{
    const auto row = [&](const QString &name, const QString &value) { screen.line(u"  %1 %2"_s.arg(name, -34).arg(value, 8)); };
    screen.line({});
    row(u"requests"_s, QString::number(changes.size()));
    row(u"  a later change of the same pair"_s, QString::number(changes.repeats()));
    row(u"VALIDATED"_s, QString::number(figures.validated));
    row(u"batches"_s, QString::number(figures.batches.size()));
    row(u"merge requests"_s, QString::number(figures.mergeRequests));
    row(u"merged"_s, QString::number(figures.merges));
    row(u"seconds"_s, QString::number(figures.seconds, 'f', 1));
    screen.line({});
}

} // namespace

bool Demo::run()
{
    const ChangeList changes = ChangeList::read(m_options.input, m_options.requests);
    if (changes.size() < m_options.requests)
        m_screen.line(u"the input holds %1 changes: all are used"_s.arg(changes.size()));
    const QString folder = QDir(m_options.work).filePath(u"demo-%1"_s.arg(QCoreApplication::applicationPid()));
    Stack stack({ .directory = folder, .logs = QDir(m_options.work).filePath(u"log"_s), .stage = stageFor(changes) });
    start(stack);

    m_screen.line(u"send %1 changes through"_s.arg(changes.size()));
    ServiceClient requester = stack.as(u"alice"_s);
    const Replay::Figures figures = Replay(changes, requester, stack.twin(), u"carol"_s, m_screen).run();
    report(m_screen, changes, figures);

    const bool same = compare(stack, changes.folded());
    m_screen.begin(u"stop and remove everything"_s);
    stack.stop();
    m_screen.done();
    const bool good = same && figures.validated == changes.size();
    m_screen.line(good ? u"demo passed"_s : u"demo failed"_s);
    return good;
}

void Demo::start(Stack &stack)
{
    m_screen.begin(u"start the twin"_s);
    stack.startTwin();
    m_screen.done();
    m_screen.begin(u"start the service and its database"_s);
    stack.startService();
    m_screen.done();
}

bool Demo::compare(Stack &stack, const QMap<QPair<QString, QString>, QString> &inForce)
{
    m_screen.begin(u"clone the repository and compare it with what must be there"_s);
    const RepositoryCheck repository = RepositoryCheck::clone(stack.repositoryUrl(), stack.files().in(u"clone"_s));
    const QStringList differences = repository.differences(StageFiles::pathPrefix, inForce);
    if (differences.isEmpty())
        m_screen.done();
    for (const QString &difference : differences.first(std::min(differences.size(), mostDifferencesShown)))
        m_screen.complain(u"  "_s + difference);
    if (differences.size() > mostDifferencesShown)
        m_screen.complain(u"  and %1 more"_s.arg(differences.size() - mostDifferencesShown));
    m_screen.line(u"  %1 bindings in force, %2 files"_s.arg(inForce.size()).arg(repository.fileCount(StageFiles::pathPrefix)));
    m_screen.line(u"the last merge says"_s);
    const QStringList message = repository.lastMergeMessage().split(u'\n');
    for (const QString &line : message.first(std::min(message.size(), messageHead)))
        m_screen.line(u"  | "_s + line);
    return differences.isEmpty();
}

} // namespace slipway::support
