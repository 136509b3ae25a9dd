// SPDX-License-Identifier: GPL-3.0-only
#include "tests/support/program/changelist.h"
#include "tests/support/program/repositorycheck.h"
#include "tests/support/stack.h"
#include "tests/support/startfailure.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway::support;

namespace {

const QString sourceDir = QStringLiteral(SLIPWAY_SOURCE_DIR);

QString file(const QTemporaryDir &folder, const QString &name, const QByteArray &text)
{
    const QString path = folder.filePath(name);
    QDir().mkpath(QFileInfo(path).path());
    QFile out(path);
    if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size())
        qFatal("%s cannot be written", qPrintable(path));
    return path;
}

QByteArray binding(const char *subject, const char *target, const char *role)
{
    return QByteArray("# managed by Slipway\n\"subject\": \"") + subject + "\"\n\"target\": \"" + target
        + "\"\n\"entry\":\n  \"role\": \"" + role + "\"\n";
}

} // namespace

/// The demo's verdict is only worth something if its own parts can say no.
class DemoParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void changesFoldToWhatIsInForceAtTheEnd();
    void theSuppliedInputHoldsWhatItsOriginNoteSays();
    void aBrokenLineIsNamed();
    void everyKindOfDifferenceIsSeen();
    void aDeadProcessIsNotMistakenForALivingOne();
    void aFolderOfSomebodyElseIsNeverEmptied();
    void testsAreCountedAsTheyEnded();
};

void DemoParts::changesFoldToWhatIsInForceAtTheEnd()
{
    const ChangeList list({ { true, u"a"_s, u"t"_s, u"member"_s },
                            { true, u"b"_s, u"t"_s, u"member"_s },
                            { true, u"a"_s, u"t"_s, u"admin"_s },
                            { false, u"b"_s, u"t"_s, {} } });
    QCOMPARE(list.folded(), (QMap<Change::Pair, QString> { { { u"a"_s, u"t"_s }, u"admin"_s } }));
    QCOMPARE(list.repeats(), 2);
    QCOMPARE(list.targets(), QStringList { u"t"_s });
}

void DemoParts::theSuppliedInputHoldsWhatItsOriginNoteSays()
{
    const ChangeList list = ChangeList::read(sourceDir + u"/tests/data/membership-changes.jsonl"_s, 1000000);
    QCOMPARE(list.size(), 2200);
    QCOMPARE(list.repeats(), 137);
    QCOMPARE(list.targets().size(), 311);
    QCOMPARE(list.folded().size(), 1949);
}

void DemoParts::aBrokenLineIsNamed()
{
    const QTemporaryDir folder;
    const QString path = file(folder, u"in.jsonl"_s,
                              "{\"kind\":\"unbind\",\"subject\":\"a\",\"target\":\"t\"}\n{\"kind\":\"bind\","
                              "\"subject\":\"a\",\"target\":\"t\"}\n");
    QCOMPARE(ChangeList::read(path, 1).size(), 1);
    try {
        ChangeList::read(path, 2);
        QFAIL("a bind without a role was taken");
    } catch (const std::runtime_error &error) {
        QVERIFY(QByteArray(error.what()).contains("in.jsonl:2: "));
    }
}

void DemoParts::everyKindOfDifferenceIsSeen()
{
    const QTemporaryDir folder;
    file(folder, u"README.md"_s, "not below the prefix\n");
    file(folder, u"access/1.yaml"_s, binding("a", "t", "member"));
    const RepositoryCheck repository = RepositoryCheck::at(folder.path());
    const QMap<Change::Pair, QString> one { { { u"a"_s, u"t"_s }, u"member"_s } };
    const auto says = [&](const QMap<Change::Pair, QString> &inForce, const char *what) {
        const QStringList sentences = repository.differences(u"access/"_s, inForce);
        return sentences.size() == 1 && sentences[0].contains(QString::fromLatin1(what));
    };
    QCOMPARE(repository.differences(u"access/"_s, one), QStringList());
    QVERIFY(says({}, "should not be there"));
    QVERIFY(says({ { { u"a"_s, u"t"_s }, u"admin"_s } }, "must be \"admin\""));
    QVERIFY(says({ { { u"a"_s, u"t"_s }, u"member"_s }, { { u"b"_s, u"t"_s }, u"member"_s } }, "has no file"));
    const QString second = file(folder, u"access/deep/2.yaml"_s, binding("a", "t", "member"));
    QVERIFY(says(one, "two files"));
    QVERIFY(QFile::remove(second));
    file(folder, u"access/.hidden"_s, "left lying\n");
    QVERIFY(says(one, "should not be there"));
}

void DemoParts::aDeadProcessIsNotMistakenForALivingOne()
{
    QVERIFY(ProcessMark::of(QCoreApplication::applicationPid()).isAlive());
    ProcessMark reused = ProcessMark::of(QCoreApplication::applicationPid());
    ++reused.startTicks;
    QVERIFY(!reused.isAlive());
    QProcess process;
    process.start(u"true"_s, QStringList());
    QVERIFY(process.waitForStarted());
    const ProcessMark mark { process.processId(), 1 };
    QVERIFY(process.waitForFinished());
    QVERIFY(!mark.isAlive());
    QVERIFY(!ProcessMark::of(mark.id).isAlive());
}

void DemoParts::aFolderOfSomebodyElseIsNeverEmptied()
{
    const QTemporaryDir folder;
    const QString theirs = file(folder, u"data/thesis.txt"_s, "words");
    QVERIFY_EXCEPTION_THROWN(Stack::removeFolder(folder.filePath(u"data"_s)), StartFailure);
    QVERIFY(QFile::exists(theirs));
    file(folder, u"data/.slipway-stack"_s, {});
    Stack::removeFolder(folder.filePath(u"data"_s));
    QVERIFY(!QFile::exists(folder.filePath(u"data"_s)));
}

void DemoParts::testsAreCountedAsTheyEnded()
{
    const QTemporaryDir folder;
    const QString log = file(folder, u"test.log"_s, R"(test 1
1: PASS   : Journey::initTestCase()
1: PASS   : Journey::itLands()
1: PASS   : Journey::itLandsTwice(with a restart)
1: FAIL!  : Journey::itSurvives() Compared values are not the same
3: PASS   : Crash::initTestCase()
1:    Actual   (ending): "lost"
1:    Loc: [journey.cpp(7)]
1: SKIP   : Journey::itFlies() no wings
1: a word of something else
1: PASS   : Journey::cleanupTestCase()
1/4 Test #1: tst_journey ....................***Failed    0.01 sec
2/4 Test #2: a_script .......................   Passed    0.01 sec
3: PASS   : Crash::first()
3/4 Test #3: tst_crash ......................***Exception: SegFault  0.01 sec
4/4 Test #4: tst_absent .....................***Not Run   0.00 sec
)");
    QProcess awk;
    awk.start(u"awk"_s, { u"-f"_s, sourceDir + u"/tests/count.awk"_s, log });
    QVERIFY(awk.waitForFinished());
    const QByteArray said = awk.readAllStandardOutput();
    QCOMPARE(said.left(said.indexOf('\n')), QByteArray("4 3 1"));
    QVERIFY2(said.contains("failed: Journey::itSurvives()\n        Compared values are not the same\n"
                           "        Actual   (ending): \"lost\"\n        Loc: [journey.cpp(7)]\n    failed: tst_crash"),
             said.constData());
    QVERIFY(said.contains("failed: tst_absent"));
    QVERIFY(!said.contains("something else"));
}

QTEST_GUILESS_MAIN(DemoParts)
#include "tst_demoparts.moc"
