// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/checklistanswers.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using slipway::mergerequest::ChecklistAnswers;

namespace {

QJsonObject item(const QString &id, const QString &title, const QString &kind = u"boolean"_s, bool required = true)
{
    return { { u"id"_s, id }, { u"title"_s, title }, { u"kind"_s, kind }, { u"required"_s, required } };
}

QJsonObject listOf(const QJsonArray &items) { return { { u"version"_s, u"v7"_s }, { u"items"_s, items } }; }

QString line(const QString &id, const QString &title, const QString &answer)
{
    return u"%1:%2=%3"_s.arg(id, ChecklistAnswers::titleHash(title), answer);
}

} // namespace

class ChecklistAnswersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void recordedAnswersFillTheListInItsVersion()
    {
        const ChecklistAnswers answers({ line(u"c1"_s, u"Tested?"_s, u"true"_s), line(u"c2"_s, u"Ticket"_s, u"OPS-7"_s) });
        const auto filled = answers.fill(listOf({ item(u"c1"_s, u"Tested?"_s), item(u"c2"_s, u"Ticket"_s, u"text"_s) }));
        QVERIFY(filled.unanswered.isEmpty());
        QCOMPARE(filled.checklist.value("version"_L1).toString(), u"v7"_s);
        const QJsonArray items = filled.checklist.value("items"_L1).toArray();
        QCOMPARE(items.size(), 2);
        QCOMPARE(items.at(0).toObject().value("value"_L1), QJsonValue(true));
        QCOMPARE(items.at(1).toObject().value("value"_L1).toString(), u"OPS-7"_s);
    }

    void aRewordedItemIsNotTickedBlindly()
    {
        const ChecklistAnswers answers({ line(u"c1"_s, u"Tested?"_s, u"true"_s) });
        const auto filled = answers.fill(listOf({ item(u"c1"_s, u"Tested by two people?"_s) }));
        QVERIFY(filled.unanswered.contains(u"c1:"_s + ChecklistAnswers::titleHash(u"Tested by two people?"_s)));
    }

    void anOptionalItemMayStayOpenAnyOtherMayNot()
    {
        const ChecklistAnswers answers(QStringList {});
        QVERIFY(answers.fill(listOf({ item(u"c1"_s, u"Nice to have"_s, u"text"_s, false) })).unanswered.isEmpty());
        QJsonObject silent = item(u"c1"_s, u"Says nothing about it"_s);
        silent.remove(u"required"_s);
        QVERIFY(!answers.fill(listOf({ silent })).unanswered.isEmpty());
    }

    void aLineWithoutAnAnswerAnswersNothing()
    {
        const ChecklistAnswers answers({ u"c1"_s, u"=true"_s, QString() });
        QVERIFY(!answers.fill(listOf({ item(u"c1"_s, u"Tested?"_s) })).unanswered.isEmpty());
    }
};

QTEST_GUILESS_MAIN(ChecklistAnswersTest)
#include "tst_checklistanswers.moc"
