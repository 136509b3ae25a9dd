// SPDX-License-Identifier: GPL-3.0-only
#include "console/models/wording.h"
#include "console/models/workwords.h"
#include "shared/recovery/diagnosiscode.h"
#include "shared/workflow/event.h"
#include "shared/workflow/state.h"
#include "sql/invariants.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::console;

/// Nobody reads a code where there is a word for it.
class ConsoleWordsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void everyNameOfTheWorkflowHasWords();
    void aSentenceHasNoCodesInIt();
};

void ConsoleWordsTest::everyNameOfTheWorkflowHasWords()
{
    const auto text = [](std::string_view name) { return QString::fromLatin1(name.data(), qsizetype(name.size())); };
    for (const workflow::StepName &step : workflow::stepNames)
        QVERIFY2(!wordsForStep(text(step.name)).isEmpty(), step.name.data());
    for (const std::string_view event : workflow::eventNames)
        QVERIFY2(!wordsForEvent(text(event)).isEmpty(), event.data());
    for (const std::string_view status : workflow::statusNames)
        QVERIFY2(wordFor(text(status)) != text(status), status.data());
    for (const recovery::DiagnosisRow &row : recovery::diagnosisTable)
        QVERIFY2(wordFor(text(row.name)) != text(row.name), row.name.data());
    for (const char *finding : { "HOOKS_SILENT", "LATE_MERGE", "TOKEN_REFUSED", "TOKEN_EXPIRING", "TREE_MISMATCH", "UNREADABLE_CALLBACK",
                                 "GRANT_ENDING", "OVERDUE", "FOREIGN_APPROVAL" })
        QVERIFY2(wordFor(QLatin1StringView(finding)) != QLatin1StringView(finding), finding);
    for (const database::Statement &invariant : sql::invariants::all) {
        const QString code = u"INVARIANT_"_s + QString::fromLatin1(invariant.name).section(u'/', 1).section(u'_', 0, 0).toUpper();
        QVERIFY2(wordFor(code) != code, invariant.name);
    }
    QCOMPARE(stepText(10502, u"CREATE_PIPELINE_PENDING"_s), u"10502 pipeline's outcome unknown"_s);
    QCOMPARE(stepText(10999, u"FROM_TOMORROW"_s), u"10999 from tomorrow"_s);
    QCOMPARE(factValue(QString()), u"none"_s);
    QCOMPARE(factValue(u"10406/QUEUED"_s), u"10406 queued, Queued"_s);
}

void ConsoleWordsTest::aSentenceHasNoCodesInIt()
{
    protocol::Diagnosis diagnosis { .code = u"WAITING_SLOT"_s, .stage = {}, .since = {}, .sentence = {} };
    diagnosis.sentence = u"Queued behind batch 11 (BLOCKED, PIPELINE)."_s;
    QCOMPARE(sentenceOf(diagnosis), u"Queued behind batch 11 (Blocked, Pipeline)."_s);
    diagnosis.code = u"BLOCKED_OTHER"_s; // What a person wrote stays as it was written.
    QCOMPARE(sentenceOf(diagnosis), diagnosis.sentence);
    diagnosis.code = u"PARTITION_PAUSED"_s;
    diagnosis.sentence = u"No new batch begins: the partition is PAUSED by olga (PAUSED for now)."_s;
    QCOMPARE(sentenceOf(diagnosis), u"No new batch begins: the partition is paused by olga (PAUSED for now)."_s);
}

QTEST_GUILESS_MAIN(ConsoleWordsTest)
#include "tst_consolewords.moc"
