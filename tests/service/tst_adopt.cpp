// SPDX-License-Identifier: GPL-3.0-only
#include "shared/catalogue/catalogue.h"
#include "shared/catalogue/rendering.h"
#include "tests/support/await.h"
#include "tests/support/journey.h"
#include "tests/support/program/changelist.h"
#include "tests/support/program/replay.h"
#include "tests/support/program/repositorycheck.h"

#include <QCoreApplication>
#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway::support;
using slipway::SubjectId;
using slipway::TargetKey;
namespace catalogue = slipway::catalogue;

/// `slipwayd adopt` against a repository that holds years of configuration, with the service beside it.
class AdoptTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void cleanup() { m_journey.reset(); }

    void yearsOfMembershipsAreTakenOverAndChangeOn();
    void whatIsNotABindingIsListedWithItsReason();
    void aFileChangedByHandIsReportedAndNotOverwritten();
    void aPlanWritesNothing();
    void anActiveBatchIsInTheWay();
    void aClosedRequestsRowIsTakenOver();
    void wrongUseAndAnAbsentForgeAreToldApart();

private:
    struct Answer {
        int exitCode = -1;
        QJsonObject json;
        QByteArray errors;
        QStringList codes() const
        {
            QStringList codes;
            for (const QJsonValue &remark : json["remarks"_L1].toArray())
                codes.append(remark["code"_L1].toString() + u' ' + remark["path"_L1].toString());
            codes.sort();
            return codes;
        }
    };
    Answer adopt(const QStringList &more = {}, const QString &partition = u"access"_s);
    void start(StageOptions stage = {});
    QByteArray written(const QString &subject, const QString &target, const QString &role) const;
    QString pathOf(const QString &subject, const QString &target) const;
    void push(const QMap<QString, QByteArray> &files);
    qint64 rows(const char *table) { return m_journey->count((QByteArray("SELECT COUNT(*) AS n FROM ") + table).constData()); }

    std::unique_ptr<Journey> m_journey;
    std::shared_ptr<const catalogue::Catalogue> m_catalogue;
};

void AdoptTest::start(StageOptions stage)
{
    Stack::Options options;
    if (stage.catalogue.isEmpty())
        stage.catalogue = StageFiles::catalogueOf(
            { QJsonObject { { u"key"_s, u"db/read"_s } }, QJsonObject { { u"key"_s, u"db/write"_s } } }, u"carol"_s);
    options.stage = stage;
    m_catalogue = std::get<0>(catalogue::Catalogue::parse(QJsonDocument(stage.catalogue).toJson(), u"test"_s));
    m_journey = std::make_unique<Journey>(options);
    m_journey->start();
}

AdoptTest::Answer AdoptTest::adopt(const QStringList &more, const QString &partition)
{
    QProcess process;
    process.start(QDir(QCoreApplication::applicationDirPath()).filePath(u"slipwayd"_s),
                  QStringList { u"adopt"_s, u"--config"_s, m_journey->stack().files().bootFile(), u"--partition"_s, partition,
                                u"--json"_s }
                      + more);
    if (!await([&] { return process.state() == QProcess::NotRunning; }, 120s))
        return {};
    return { process.exitCode(), QJsonDocument::fromJson(process.readAllStandardOutput()).object(),
             process.readAllStandardError() };
}

QByteArray AdoptTest::written(const QString &subject, const QString &target, const QString &role) const
{
    return catalogue::render(*m_catalogue->find(TargetKey(target)), SubjectId(subject), slipway::workflow::RequestKind::Bind,
                             { { u"role"_s, role } }, std::nullopt)
        .value();
}

QString AdoptTest::pathOf(const QString &subject, const QString &target) const
{
    return m_catalogue->pathFor(*m_catalogue->find(TargetKey(target)), SubjectId(subject));
}

void AdoptTest::push(const QMap<QString, QByteArray> &files)
{
    QJsonObject contents;
    for (auto each = files.cbegin(); each != files.cend(); ++each)
        contents.insert(each.key(), QString::fromUtf8(each.value()));
    m_journey->twin().act({ { u"project"_s, QString(StageFiles::project) },
                            { u"branch"_s, QString(StageFiles::branch) },
                            { u"op"_s, u"push_target"_s },
                            { u"user"_s, u"maintainer"_s },
                            { u"files"_s, contents } });
}

void AdoptTest::yearsOfMembershipsAreTakenOverAndChangeOn()
{
    constexpr qsizetype past = 1000, next = 200;
    const QString input = QStringLiteral(SLIPWAY_SOURCE_DIR) + u"/tests/data/membership-changes.jsonl"_s;
    const ChangeList all = ChangeList::read(input, past + next);
    const ChangeList before(all.changes().first(past));
    const ChangeList after(all.changes().mid(past));
    QJsonArray targets;
    for (const QString &key : all.targets())
        targets.append(QJsonObject { { u"key"_s, key } });
    StageOptions stage;
    stage.catalogue = StageFiles::catalogueOf(targets, u"carol"_s);
    start(stage);
    QMap<QString, QByteArray> files;
    const auto folded = before.folded();
    for (auto each = folded.cbegin(); each != folded.cend(); ++each)
        files.insert(pathOf(each.key().first, each.key().second), written(each.key().first, each.key().second, each.value()));
    push(files);

    const Answer first = adopt();
    QVERIFY2(first.exitCode == 0, first.errors.constData());
    QCOMPARE(first.json["adopted"_L1].toInteger(), files.size());
    QCOMPARE(rows("binding WHERE effective_operation_id = operation_id AND status = 'VALIDATED'"), files.size());
    QCOMPARE(m_journey->brokenInvariants(), QStringList());
    const Answer second = adopt();
    QCOMPARE(second.exitCode, 0);
    QCOMPARE(second.json["adopted"_L1].toInteger(), 0);
    QCOMPARE(second.json["inForce"_L1].toInteger(), files.size());
    QCOMPARE(rows("operation"), files.size());
    QCOMPARE(rows("audit_log WHERE action = 'ADOPT'"), 2);

    Screen screen;
    ServiceClient requester = m_journey->stack().as(u"alice"_s);
    ServiceClient maintainer = m_journey->stack().as(u"olga"_s);
    const auto figures = Replay(after, requester, maintainer, m_journey->twin(), u"carol"_s, screen).run();
    QCOMPARE(figures.validated, next);
    const RepositoryCheck repository =
        RepositoryCheck::clone(m_journey->stack().repositoryUrl(), m_journey->stack().files().in(u"clone"_s));
    QCOMPARE(repository.differences(StageFiles::pathPrefix, all.folded()), QStringList());
    QCOMPARE(m_journey->brokenInvariants(), QStringList());
    const Answer third = adopt();
    QCOMPARE(third.exitCode, 0);
    QCOMPARE(third.json["inForce"_L1].toInteger(), all.folded().size());
}

void AdoptTest::whatIsNotABindingIsListedWithItsReason()
{
    start();
    const QByteArray good = written(u"ann"_s, u"db/read"_s, u"member"_s);
    const QString crlf = pathOf(u"crlf"_s, u"db/read"_s);
    const QString wrongRole = pathOf(u"role"_s, u"db/read"_s);
    const QString moved = pathOf(u"moved"_s, u"db/read"_s);
    const QString plain = pathOf(u"plain"_s, u"db/write"_s);
    const QString unknown = pathOf(u"unknown"_s, u"db/write"_s);
    const QString extra = pathOf(u"extra"_s, u"db/write"_s);
    push({ { pathOf(u"ann"_s, u"db/read"_s), good },
           { crlf, written(u"crlf"_s, u"db/read"_s, u"member"_s).replace("\n", "\r\n") },
           { wrongRole, written(u"role"_s, u"db/read"_s, u"king"_s) },
           { moved, written(u"other"_s, u"db/read"_s, u"member"_s) },
           { plain, "role: member\n" },
           { unknown, written(u"unknown"_s, u"db/write"_s, u"member"_s).replace("db/write", "db/gone") },
           { extra, written(u"extra"_s, u"db/write"_s, u"member"_s) + "  \"zone\": \"eu\"\n" },
           { u"access/README.md"_s, "By hand.\n" },
           { u"elsewhere.txt"_s, "Not below the prefix.\n" } });
    const Answer answer = adopt();
    QCOMPARE(answer.exitCode, 1);
    QCOMPARE(answer.json["adopted"_L1].toInt(), 1);
    QStringList expected {
        u"NOT_CANONICAL "_s + crlf,           u"PARAMETERS_REFUSED "_s + wrongRole, u"OTHER_PATH "_s + moved,
        u"NOT_CANONICAL "_s + plain,          u"UNKNOWN_TARGET "_s + unknown,       u"OTHER_ENTRY "_s + extra,
        u"NO_TARGETS_PATH access/README.md"_s
    };
    expected.sort();
    QCOMPARE(answer.codes(), expected);
    QCOMPARE(rows("binding"), 1);
    QCOMPARE(m_journey->effects(u"create_mr"_s), 0);
    QCOMPARE(m_journey->brokenInvariants(), QStringList());
}

void AdoptTest::aFileChangedByHandIsReportedAndNotOverwritten()
{
    start();
    const QString ann = pathOf(u"ann"_s, u"db/read"_s);
    const QString ben = pathOf(u"ben"_s, u"db/read"_s);
    push({ { ann, written(u"ann"_s, u"db/read"_s, u"member"_s) }, { ben, written(u"ben"_s, u"db/read"_s, u"member"_s) } });
    QCOMPARE(adopt().exitCode, 0);
    push({ { ann, written(u"ann"_s, u"db/read"_s, u"admin"_s) } });
    m_journey->land(u"ben"_s, u"db/read"_s, u"unbind"_s);
    push({ { ben, written(u"ben"_s, u"db/read"_s, u"member"_s) } });
    const Answer answer = adopt();
    QCOMPARE(answer.exitCode, 1);
    QStringList expected { u"CHANGED_BY_HAND "_s + ann, u"REMOVED_BEFORE "_s + ben };
    expected.sort();
    QCOMPARE(answer.codes(), expected);
    QCOMPARE(rows("binding WHERE effective_params = '{\"role\":\"member\"}'"), 1);
    QCOMPARE(rows("operation"), 3);
    // And a request for it fails, because writing would destroy somebody's work.
    const QString operation = m_journey->submit(u"ann"_s, u"db/read"_s, u"bind"_s, { { u"role"_s, u"maintainer"_s } });
    m_journey->approve(operation);
    m_journey->awaitStep(operation, 10006);
}

void AdoptTest::aPlanWritesNothing()
{
    start();
    push({ { pathOf(u"ann"_s, u"db/read"_s), written(u"ann"_s, u"db/read"_s, u"member"_s) } });
    const Answer answer = adopt({ u"--plan"_s });
    QVERIFY2(answer.exitCode == 0, answer.errors.constData());
    QCOMPARE(answer.json["isPlan"_L1].toBool(), true);
    QCOMPARE(answer.json["adopted"_L1].toInt(), 1);
    QCOMPARE(rows("binding") + rows("operation") + rows("audit_log"), 0);
}

void AdoptTest::anActiveBatchIsInTheWay()
{
    StageOptions stage;
    stage.policy = { { u"pipeline_result"_s, u"running"_s } };
    start(stage);
    const QString operation = m_journey->submit(u"ann"_s, u"db/read"_s);
    m_journey->approve(operation);
    m_journey->awaitStep(operation, 10009);
    push({ { pathOf(u"ben"_s, u"db/read"_s), written(u"ben"_s, u"db/read"_s, u"member"_s) } });
    const Answer beside = adopt();
    QCOMPARE(beside.exitCode, 0); // It works on somebody else.
    push({ { pathOf(u"ann"_s, u"db/read"_s), written(u"ann"_s, u"db/read"_s, u"admin"_s) },
           { pathOf(u"cem"_s, u"db/read"_s), written(u"cem"_s, u"db/read"_s, u"member"_s) } });
    const Answer answer = adopt();
    QCOMPARE(answer.exitCode, 4);
    QCOMPARE(answer.json["blockedBy"_L1].toInt(), 1);
    QCOMPARE(answer.json["adopted"_L1].toInt(), 0);
    QCOMPARE(rows("binding"), 2);
}

void AdoptTest::aClosedRequestsRowIsTakenOver()
{
    start();
    const QString rejected = m_journey->submit(u"ann"_s, u"db/read"_s);
    m_journey->twin().decide(rejected, u"rejected"_s, u"carol"_s);
    m_journey->awaitStatus(rejected, { u"REJECTED"_s });
    const QString waits = m_journey->submit(u"ben"_s, u"db/read"_s);
    push({ { pathOf(u"ann"_s, u"db/read"_s), written(u"ann"_s, u"db/read"_s, u"admin"_s) },
           { pathOf(u"ben"_s, u"db/read"_s), written(u"ben"_s, u"db/read"_s, u"admin"_s) } });
    const Answer answer = adopt();
    QCOMPARE(answer.exitCode, 1);
    QCOMPARE(answer.json["adopted"_L1].toInt(), 1);
    QCOMPARE(answer.codes(), QStringList { u"UNDER_WAY "_s + pathOf(u"ben"_s, u"db/read"_s) });
    QCOMPARE(rows("binding WHERE effective_params = '{\"role\":\"admin\"}'"), 1);
    QCOMPARE(m_journey->read(rejected).value("bindingStatus"_L1).toString(), u"REJECTED"_s);
    QCOMPARE(m_journey->brokenInvariants(), QStringList());
    QCOMPARE(adopt().json["inForce"_L1].toInt(), 1);
    // It may be amended like any other.
    m_journey->land(u"ann"_s, u"db/read"_s, u"bind"_s, { { u"role"_s, u"member"_s } });
    QCOMPARE(m_journey->brokenInvariants(), QStringList());
}

void AdoptTest::wrongUseAndAnAbsentForgeAreToldApart()
{
    start();
    QCOMPARE(adopt({}, u"nowhere"_s).exitCode, 2);
    QProcess process;
    process.start(QDir(QCoreApplication::applicationDirPath()).filePath(u"slipwayd"_s), { u"adopt"_s });
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.exitCode(), 2);
    m_journey->stack().twinProcess().terminate();
    const Answer answer = adopt();
    QCOMPARE(answer.exitCode, 3);
    QVERIFY(!answer.errors.isEmpty());
    QVERIFY(!answer.errors.contains("token"));
}

QTEST_GUILESS_MAIN(AdoptTest)
#include "tst_adopt.moc"
