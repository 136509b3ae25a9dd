// SPDX-License-Identifier: GPL-3.0-only
#include "tests/tidy/directionrules.h"
#include "tests/tidy/sqlrules.h"
#include "tests/tidy/stylerules.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway::tidy;

/// The rules of the house, held against the tree itself. Each failure lists all places, so that one run is enough to
/// mend them.
class Tree : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void includesPointInTheRightDirection() { perFile(includesInTheRightDirection); }
    void onlyTheStateWriterSetsAStatus() { report(oneWriterOfState(m_files)); }
    void everyStatementIsUsedByTheService() { report(everyStatementIsUsed(m_files)); }
    void noStatementStandsInCode() { perFile(noInlineSql); }
    void everyStatementSuitsBothDatabases() { perFile(portableSql); }
    void functionsFitOnAScreen() { perFile(shortFunctions); }
    void filesHaveOneResponsibility() { perFile(shortFiles); }
    void everySourceNamesItsLicence() { perFile(licenceNamed); }
    void nothingWasLeftLying() { perFile(nothingLeftLying); }
    void namesTell() { perFile(tellingNames); }
    void noPathOfThisCheckoutIsWrittenDown();
    void everyTestIsStrict() { perFile(strictTests); }
    void everyFolderIntroducesItself() { report(readmeEverywhere(m_files)); }
    void scriptsAreClean();

private:
    void perFile(Complaints (*rule)(const SourceFile &));
    static void report(const Complaints &complaints);

    const QString m_root = QStringLiteral(SLIPWAY_SOURCE_DIR);
    SourceFiles m_files;
};

void Tree::initTestCase()
{
    m_files = readTree(m_root);
    const auto holds = [this](const QString &path) {
        return std::ranges::any_of(m_files, [&](const SourceFile &file) { return file.path == path; });
    };
    // Rules over an empty list are always kept.
    QVERIFY(holds(u"slipway"_s) && holds(u"shared/error.h"_s) && holds(u"tests/tidy/tst_tree.cpp"_s));
}

void Tree::perFile(Complaints (*rule)(const SourceFile &))
{
    Complaints all;
    for (const SourceFile &file : m_files)
        all += rule(file);
    report(all);
}

void Tree::report(const Complaints &complaints)
{
    // One by one: a failure's own text is cut after a kilobyte.
    for (const Complaint &complaint : complaints)
        qInfo("%s", qPrintable(complaint.text()));
    QVERIFY2(complaints.isEmpty(), qPrintable(u"%1 places, listed above"_s.arg(complaints.size())));
}

void Tree::noPathOfThisCheckoutIsWrittenDown()
{
    Complaints all;
    for (const SourceFile &file : m_files)
        all += noPathOfACheckout(file, m_root);
    report(all);
}

void Tree::scriptsAreClean()
{
    const QString shellcheck = QStandardPaths::findExecutable(u"shellcheck"_s);
    if (shellcheck.isEmpty())
        QSKIP("shellcheck is not installed");
    static const QRegularExpression shebang(u"^#!.*\\b(ba)?sh\\b"_s);
    QStringList scripts;
    for (const SourceFile &file : m_files) {
        if (shebang.match(file.text.section(u'\n', 0, 0)).hasMatch() || file.path.endsWith(u".sh"))
            scripts.append(file.path);
    }
    QVERIFY(scripts.contains(u"slipway"_s));
    QProcess process;
    process.setWorkingDirectory(m_root);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(shellcheck, QStringList { u"-x"_s, u"--format=gcc"_s } + scripts);
    QVERIFY(process.waitForFinished(60000));
    QVERIFY2(process.exitCode() == 0, process.readAll().constData());
}

QTEST_GUILESS_MAIN(Tree)
#include "tst_tree.moc"
