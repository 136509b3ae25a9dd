// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/findingwords.h"
#include "service/workflow/findingsentence.h"
#include "sql/invariants.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using operations::detailInWords;
using workflow::detailOf;
using workflow::FindingSentence;

namespace {

/// What a statement's second column says, with a 7 for everything that is read from a table.
QStringList saidBy(const database::Statement &statement)
{
    static const QRegularExpression column(u"^SELECT .*, (CONCAT\\(.*\\)|'[^']*')(?: AS problem)?$"_s,
                                           QRegularExpression::MultilineOption);
    static const QRegularExpression literal(u"'([^']*)'"_s);
    QStringList all;
    for (auto line = column.globalMatch(QString::fromUtf8(statement.text)); line.hasNext();) {
        const QString expression = line.next().captured(1);
        QStringList words;
        for (auto word = literal.globalMatch(expression); word.hasNext();)
            words.append(word.next().captured(1));
        QString said = words.join(u'7');
        if (expression.startsWith("CONCAT("_L1)) {
            said.prepend(expression.startsWith("CONCAT('"_L1) ? u""_s : u"7"_s);
            said.append(expression.endsWith("')"_L1) ? u""_s : u"7"_s);
        }
        all.append(said);
    }
    return all;
}

QString inChinese(const QString &detail) { return detailInWords(detail, Language::SimplifiedChinese); }

} // namespace

/// The database keeps a finding's detail in English; its reader gets it in their language.
class FindingWordsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void everyStatementOfTheInvariantsIsSaidInChinese()
    {
        qsizetype sentences = 0;
        for (const database::Statement &statement : sql::invariants::all) {
            const QStringList said = saidBy(statement);
            QVERIFY2(!said.isEmpty(), statement.name);
            for (const QString &detail : said)
                QVERIFY2(inChinese(detail) != detail, qPrintable(detail));
            sentences += said.size();
        }
        QVERIFY(sentences >= qsizetype(operations::invariantSentences.size()));
    }

    void everySentenceOfTheServiceIsSaidInChinese()
    {
        for (size_t i = 0; i < workflow::findingSentences.size(); ++i) {
            const auto places = QString::fromUtf8(workflow::findingSentences[i]).count(u'%');
            QStringList arguments;
            for (qsizetype place = 0; place < places; ++place)
                arguments.append(u"<%1 of %2>"_s.arg(place).arg(i));
            const QString detail = detailOf(FindingSentence(i), arguments);
            QCOMPARE(detailInWords(detail, Language::English), detail);
            const QString chinese = inChinese(detail);
            QVERIFY2(chinese != detail, qPrintable(detail));
            for (const QString &argument : arguments)
                QVERIFY2(chinese.contains(argument), qPrintable(chinese));
        }
    }

    /// Names and reasons come from outside and are shown as they were written.
    void whatOthersWroteIsNoPlace()
    {
        const QString detail = detailOf(FindingSentence::MergedAfterEnd, { u"%2"_s, u"%1 by\nann"_s });
        QCOMPARE(detail, u"merged as %2 by %1 by\nann after it had ended here"_s);
        const QString chinese = inChinese(detail);
        QVERIFY2(chinese.contains("%2"_L1) && chinese.contains("%1 by\nann"_L1), qPrintable(chinese));
    }

    void whatNobodyHereSaysStaysAsItIs()
    {
        QCOMPARE(inChinese(u"said by another version"_s), u"said by another version"_s);
        QCOMPARE(inChinese(QString()), QString());
    }
};

QTEST_APPLESS_MAIN(FindingWordsTest)
#include "tst_findingwords.moc"
