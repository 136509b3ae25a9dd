// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/program/demo.h"

#include "tests/support/program/aftermath.h"
#include "tests/support/program/batchfigures.h"
#include "tests/support/program/repositorycheck.h"

#include <QCoreApplication>
#include <QDir>

#include <limits>

using namespace Qt::StringLiterals;

namespace slipway::support {

namespace {

constexpr qsizetype mostDifferencesShown = 10;
constexpr qsizetype messageHead = 12; // lines
constexpr qsizetype mostPerBatch = 200; // batch.maxRequests, as it is unless configured
constexpr qsizetype spareMergeRequests = 4; // The first and the last batches are not full.

StageOptions stageFor(const ChangeList &changes, bool chaos)
{
    QJsonArray targets;
    for (const QString &key : changes.targets())
        targets.append(QJsonObject { { "key"_L1, key } });
    StageOptions stage;
    stage.catalogue = StageFiles::catalogueOf(targets, u"carol"_s);
    // Long enough for a batch to fill while requests still come in.
    stage.hot.insert(u"batch.lingerMs"_s, u"1500"_s);
    if (chaos) // Who is killed every few seconds must not be waited for a minute.
        stage.hot.insert(u"engine.leaseMs"_s, u"3000"_s);
    return stage;
}

/// What the parts have used of processors since they were started; on a machine that has other work the only fair figure.
QString processorSeconds(const StackRecord &record)
{
    QStringList parts;
    for (auto it = record.processes.cbegin(); it != record.processes.cend(); ++it)
        parts.append(u"%1 %2"_s.arg(it.key()).arg(double(it->processorTime().count()) / 1000, 0, 'f', 1));
    return parts.join(u", "_s);
}

} // namespace

bool Demo::run()
{
    const ChangeList changes =
        ChangeList::read(m_options.input, m_options.requests.value_or(std::numeric_limits<qsizetype>::max()));
    if (m_options.requests && changes.size() < *m_options.requests)
        m_screen.line(u"the input holds %1 changes: all are used"_s.arg(changes.size()));
    const QString folder = QDir(m_options.work).filePath(u"demo-%1"_s.arg(QCoreApplication::applicationPid()));
    Stack stack({ .directory = folder,
                  .instances = m_options.instances,
                  .sharedDatabase = m_options.chaos,
                  .logs = QDir(m_options.work).filePath(u"log"_s),
                  .stage = stageFor(changes, m_options.chaos) });
    start(stack);

    std::unique_ptr<Chaos> chaos;
    if (m_options.chaos)
        chaos = std::make_unique<Chaos>(stack);
    const Replay::Figures figures = replay(stack, changes, chaos.get());
    report(stack, changes, figures);
    bool good = figures.validated == changes.size() && isThrifty(changes, figures);
    if (chaos) {
        m_screen.line(u"  %1 instances and the database %2 times were killed meanwhile"_s.arg(chaos->instanceDeaths())
                          .arg(chaos->databaseDeaths()));
        for (const QString &end : chaos->ownEnds())
            m_screen.complain(u"  "_s + end);
        good = good && chaos->ownEnds().isEmpty();
    }
    good = lookBack(stack) && good;
    good = compare(stack, changes.folded()) && good;
    m_screen.begin(u"stop and remove everything"_s);
    stack.stop();
    m_screen.done();
    m_screen.line(good ? u"demo passed"_s : u"demo failed"_s);
    return good;
}

void Demo::start(Stack &stack)
{
    m_screen.begin(u"start the twin"_s);
    stack.startTwin();
    m_screen.done();
    m_screen.begin(m_options.instances > 1 ? u"start a database and %1 instances of the service"_s.arg(m_options.instances)
                                           : u"start the service and its database"_s);
    stack.startService();
    m_screen.done();
}

Replay::Figures Demo::replay(Stack &stack, const ChangeList &changes, Chaos *chaos)
{
    m_screen.line(u"send %1 changes through"_s.arg(changes.size()));
    ServiceClient requester = stack.as(u"alice"_s);
    ServiceClient maintainer = stack.as(u"olga"_s);
    if (chaos)
        chaos->begin();
    const Replay::Figures figures = Replay(changes, requester, maintainer, stack.twin(), u"carol"_s, m_screen).run();
    if (chaos)
        chaos->end();
    return figures;
}

void Demo::report(Stack &stack, const ChangeList &changes, const Replay::Figures &figures)
{
    const auto row = [&](const QString &name, const QString &value) {
        m_screen.line(u"  %1 %2"_s.arg(name, -34).arg(value, 8));
    };
    ServiceClient maintainer = stack.as(u"olga"_s);
    const BatchFigures batches = BatchFigures::read(maintainer, figures.startedAt, figures.seconds);
    m_screen.line({});
    row(u"requests"_s, QString::number(changes.size()));
    row(u"  a later change of the same pair"_s, QString::number(changes.repeats()));
    row(u"VALIDATED"_s, QString::number(figures.validated));
    row(u"batches"_s, QString::number(batches.batches()));
    row(u"merge requests"_s, QString::number(figures.mergeRequests));
    row(u"merged"_s, QString::number(figures.merges));
    row(u"seconds"_s, QString::number(figures.seconds, 'f', 1));
    row(u"requests per second"_s, QString::number(double(changes.size()) / figures.seconds, 'f', 1));
    for (const BatchFigures::Stage &stage : batches.stages())
        row(u"  "_s + stage.name, QString::number(stage.seconds, 'f', 1));
    const BatchFigures::Stage slowest = batches.slowest();
    m_screen.line(u"  the slowest stage: %1, %2 % of the time"_s.arg(slowest.name)
                      .arg(100 * slowest.seconds / figures.seconds, 0, 'f', 0));
    if (!m_options.chaos) // Who was killed took its figures along.
        m_screen.line(u"  processor seconds: %1"_s.arg(processorSeconds(stack.record())));
    m_screen.line({});
}

bool Demo::isThrifty(const ChangeList &changes, const Replay::Figures &figures)
{
    // The changes of one pair go one after the other; beyond that a batch takes as many as may be in it.
    const qsizetype needed = std::max((changes.size() + mostPerBatch - 1) / mostPerBatch, changes.longestChain());
    if (figures.mergeRequests <= needed + spareMergeRequests)
        return true;
    m_screen.complain(u"  %1 merge requests were made, at most %2 should have been"_s.arg(figures.mergeRequests)
                          .arg(needed + spareMergeRequests));
    return false;
}

bool Demo::lookBack(Stack &stack)
{
    m_screen.begin(u"look for broken rules, doubled effects and things left behind"_s);
    const QStringList complaints = Aftermath(stack).complaints();
    if (complaints.isEmpty())
        m_screen.done();
    for (const QString &complaint : complaints.first(std::min(complaints.size(), mostDifferencesShown)))
        m_screen.complain(u"  "_s + complaint);
    return complaints.isEmpty();
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
    if (message.size() > messageHead)
        m_screen.line(u"  | … and %1 lines more"_s.arg(message.size() - messageHead));
    return differences.isEmpty();
}

} // namespace slipway::support
