// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/program/playground.h"

#include "tests/support/await.h"
#include "tests/support/program/situations.h"
#include "tests/support/startfailure.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace slipway::support {

namespace {

constexpr int runs = 0, nothing = 1, remains = 3; // what status() answers

void addresses(const StackRecord &record, Screen &screen)
{
    const auto row = [&](const QString &name, const QString &value) {
        if (!value.isEmpty())
            screen.line(u"  %1 %2"_s.arg(name, -22).arg(value));
    };
    for (qsizetype i = 0; i < record.services.size(); ++i)
        row(record.services.size() == 1 ? u"service"_s : u"service, instance %1"_s.arg(i + 1), record.services[i]);
    row(u"metrics"_s, record.metrics);
    row(u"twin: GitLab"_s, record.twinApi);
    row(u"twin: admin"_s, record.twinAdmin + u"/__twin/v1"_s);
    row(u"repository"_s, record.repository);
    row(u"database socket"_s, record.databaseSocket);
    for (auto it = record.processes.cbegin(); it != record.processes.cend(); ++it)
        row(u"process: "_s + it.key(), QString::number(it->id) + (it->isAlive() ? QString() : u" (gone)"_s));
}

QJsonArray targetsIn(const QString &path)
{
    QFile file(path);
    return !path.isEmpty() && file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).array() : QJsonArray();
}

} // namespace

void Playground::run()
{
    StageOptions stage;
    if (m_options.stuck)
        Situations::prepare(stage);
    else if (const QJsonArray targets = targetsIn(m_options.targets); !targets.isEmpty())
        stage.catalogue = StageFiles::catalogueOf(targets, u"carol"_s);
    Stack stack({ .directory = m_options.data,
                  .port = m_options.port,
                  .instances = m_options.instances,
                  .sharedDatabase = m_options.stuck, // It outlives a service that is killed.
                  .keep = m_options.keep,
                  .logs = m_options.logs,
                  .stage = stage });
    m_screen.begin(u"start the twin"_s);
    stack.startTwin();
    // As a project should have it; that they stay away would soon be a finding.
    stack.twin().post(u"/services"_s, { { u"webhooks"_s, true } });
    m_screen.done();
    m_screen.begin(u"start the service and its database"_s);
    stack.startService();
    m_screen.done();
    if (m_options.stuck)
        Situations(stack, m_screen).bringAbout();
    introduce(stack);
    await([&] { return !stack.areAllRunning() || !stack.twinProcess().isRunning(); }, std::chrono::hours(24 * 365));
    stack.leaveFolder(); // Whoever wants to know why needs what is in there.
    const QString remedy = u"look into %1; ./slipway down --data %1 removes it"_s.arg(stack.directory());
    for (int instance = 0; instance < stack.instances(); ++instance) {
        if (!stack.service(instance).isRunning())
            throw StartFailure(ExitCode::StackDown, u"the service has ended by itself"_s, stack.service(instance).logFile(),
                               remedy);
    }
    throw StartFailure(ExitCode::StackDown, u"the twin has ended by itself"_s, stack.twinProcess().logFile(), remedy);
}

void Playground::introduce(const Stack &stack)
{
    const StackRecord &record = stack.record();
    m_screen.line({});
    addresses(record, m_screen);
    m_screen.line(
        u"\n  people (claim to be one with the header %1)"_s.arg(QString::fromLatin1(ServiceClient::identityHeader())));
    const QMap<QString, QString> known { { u"alice"_s, u"requester"_s },
                                         { u"bob"_s, u"requester"_s },
                                         { u"carol"_s, u"approver of every target"_s },
                                         { u"olga"_s, u"maintainer"_s },
                                         { u"oscar"_s, u"maintainer, the second"_s } };
    for (auto it = record.identities.begin(); it != record.identities.end(); ++it) {
        QStringList permissions;
        for (const QJsonValue &permission : it.value().toArray())
            permissions.append(permission.toString());
        m_screen.line(u"  %1 %2 %3"_s.arg(it.key(), -22).arg(known.value(it.key()), -26).arg(permissions.join(u", "_s)));
    }
    const QString header = u"-H '%1: alice'"_s.arg(QString::fromLatin1(ServiceClient::identityHeader()));
    const QString target = m_options.stuck || targetsIn(m_options.targets).isEmpty() ? u"db/read"_s : u"kubernetes"_s;
    m_screen.line(u"\nask for something"_s);
    m_screen.line(
        u"  curl -s %1 -H 'Content-Type: application/json' %2/api/v1/changes \\\n"
        "    -d '{\"operationId\": \"my-first-change\", \"subjectId\": \"bob\", \"targetKey\": \"%3\", \"parameters\": {\"role\": \"member\"}, \"reason\": \"To see it work\"}'"_s
            .arg(header, record.services.value(0), target));
    m_screen.line(u"approve it (tests/twin/README.md has more: reject, faults, people who interfere)"_s);
    m_screen.line(u"  curl -s -H 'Content-Type: application/json' %1/__twin/v1/approvals/my-first-change/decide \\\n"
                  "    -d '{\"decision\": \"approved\", \"approver\": \"carol\"}'"_s.arg(record.twinAdmin));
    m_screen.line(u"follow it; take it back while it has not landed; see what a maintainer sees"_s);
    m_screen.line(u"  curl -s %1 %2/api/v1/changes/my-first-change"_s.arg(header, record.services.value(0)));
    m_screen.line(u"  curl -s %1 -H 'Content-Type: application/json' -d '{}' %2/api/v1/changes/my-first-change/withdraw"_s.arg(
        header, record.services.value(0)));
    m_screen.line(u"  curl -s -H '%1: olga' %2/ops/v1/attention"_s.arg(QString::fromLatin1(ServiceClient::identityHeader()),
                                                                       record.services.value(0)));
    m_screen.line(u"look into the repository"_s);
    m_screen.line(u"  git clone %1 /tmp/access"_s.arg(stack.repositoryUrl().toString()));
    m_screen.line(u"\nCtrl-C stops everything%1."_s.arg(m_options.keep ? u"; %1 is kept"_s.arg(stack.directory())
                                                                       : u" and removes it"_s));
}

int Playground::status(const QString &data, bool quiet, Screen &screen)
{
    const auto record = StackRecord::read(data);
    const int answer = !record ? nothing : record->isAnyAlive() ? runs : remains;
    if (quiet)
        return answer;
    if (answer == nothing)
        screen.line(u"nothing runs in %1"_s.arg(data));
    else if (answer == remains)
        screen.line(u"%1 holds the remains of a run that was killed\ntry: ./slipway down --data %1"_s.arg(data));
    else
        addresses(*record, screen);
    return answer;
}

int Playground::down(const QString &data, Screen &screen)
{
    const auto record = StackRecord::read(data);
    if (!record) {
        screen.line(u"nothing runs in %1"_s.arg(data));
        return 0;
    }
    const ProcessMark stack = record->processes.value(u"stack"_s);
    if (stack.isAlive()) {
        screen.begin(u"stop the stack in %1"_s.arg(data));
        ::kill(pid_t(stack.id), SIGTERM);
        await([&] { return !record->isAnyAlive(); }, 40s);
    }
    for (const ProcessMark &mark : record->processes) {
        if (mark.isAlive())
            ::kill(pid_t(mark.id), SIGKILL);
    }
    if (!await([&] { return !record->isAnyAlive(); }, 10s))
        throw StartFailure(ExitCode::StackDown, u"some of it cannot be ended; does it belong to somebody else?"_s);
    const bool isKept = Stack::isKept(data);
    if (isKept)
        QFile::remove(StackRecord::fileIn(data));
    else if (StackRecord::read(data))
        Stack::removeFolder(data);
    screen.settle();
    screen.line(
        (isKept ? u"nothing runs in %1 any more; the folder is kept, as asked"_s : u"nothing runs in %1 any more"_s).arg(data));
    return 0;
}

} // namespace slipway::support
