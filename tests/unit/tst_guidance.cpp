// SPDX-License-Identifier: GPL-3.0-only
#include "service/intake/guidance.h"
#include "service/intake/timeline.h"
#include "shared/workflow/transitions.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::intake;
using workflow::Pair;
using workflow::Status;
using workflow::Step;

namespace {

GuidanceFacts at(Pair pair)
{
    GuidanceFacts facts;
    facts.pair = pair;
    return facts;
}

QString actionAt(const GuidanceFacts &facts)
{
    const auto name = nameOf(guidanceFor(facts).action);
    return QString::fromLatin1(name.data(), qsizetype(name.size()));
}

constexpr auto mustContact = std::to_array<int>(
    { 10003, 10004, 10005, 10006, 10007, 10104, 10105, 10106, 10107, 10108, 10109, 10111, 10203, 10204, 10302, 10403 });
constexpr auto mustResubmit = std::to_array<int>({ 10008, 10408, 10202, 10404, 10405, 10407 });

} // namespace

class GuidanceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void everyPairHasItsAction_data()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("action");
        for (size_t i = 0; i < workflow::pairs.size(); ++i) {
            const int step = int(workflow::pairs[i].step);
            QString action = u"WAIT"_s;
            if (std::ranges::find(mustContact, step) != mustContact.end())
                action = u"CONTACT_MAINTAINERS"_s;
            else if (std::ranges::find(mustResubmit, step) != mustResubmit.end())
                action = u"RESUBMIT"_s;
            else if (step == 10301)
                action = u"DONE"_s;
            QTest::addRow("%d/%s", step, workflow::nameOf(workflow::pairs[i].status).data()) << int(i) << action;
        }
    }

    void everyPairHasItsAction()
    {
        QFETCH(int, index);
        const GuidanceFacts facts = at(workflow::pairs[size_t(index)]);
        QTEST(actionAt(facts), "action");
        const Guidance guidance = guidanceFor(facts);
        QVERIFY(QLatin1StringView(guidance.sentence).size() > 10);
        const bool isAwaited = guidance.action == GuidanceAction::Wait || guidance.action == GuidanceAction::ContactMaintainers;
        QCOMPARE(guidance.waitingFor != nullptr, isAwaited);
    }

    void pendingOutcomesSayThatWaitingIsReasonable()
    {
        for (const Step step : { Step::HandlePipelinePending, Step::RebasePending, Step::MergePending })
            QVERIFY2(QLatin1StringView(guidanceFor(at({ step, Status::Merging })).sentence).contains("you can keep waiting"_L1),
                     workflow::nameOf(step).data());
    }

    void onlyWhoDecidesHereIsAskedToDecide()
    {
        GuidanceFacts facts = at({ Step::ApprovalSent, Status::ApprovalSent });
        QCOMPARE(actionAt(facts), u"WAIT"_s);
        facts.viewerDecides = true;
        QCOMPARE(actionAt(facts), u"DECIDE"_s);
        facts.pair = { Step::Queued, Status::Queued };
        QCOMPARE(actionAt(facts), u"WAIT"_s);
    }

    void theLineSaysWhatStandsInTheWay()
    {
        GuidanceFacts facts = at({ Step::Queued, Status::Queued });
        facts.queue = QueueFacts { .position = 3, .slotHolder = BatchId(17), .isPaused = false };
        QJsonObject json = inWords(guidanceFor(facts), facts, Language::English, Instant(), std::nullopt).toJson();
        QCOMPARE(json["waitingFor"_L1].toString(), u"SLOT"_s);
        QCOMPARE(json["queuePosition"_L1].toInt(), 3);
        QVERIFY(json["text"_L1].toString().contains("number 3"_L1));
        QVERIFY(json["text"_L1].toString().contains("batch 17"_L1));

        facts.queue->isPaused = true;
        json = inWords(guidanceFor(facts), facts, Language::English, Instant(), std::nullopt).toJson();
        QCOMPARE(json["waitingFor"_L1].toString(), u"PARTITION"_s);

        facts.queue = QueueFacts {};
        json = inWords(guidanceFor(facts), facts, Language::English, Instant(), std::nullopt).toJson();
        QCOMPARE(json["waitingFor"_L1].toString(), u"ROUND"_s);
        QVERIFY(!json["text"_L1].toString().contains(u'%'));
    }

    void aWithdrawnMemberOfABatchIsToldSo()
    {
        GuidanceFacts facts = at({ Step::HandleMerging, Status::Merging });
        facts.withdrawRequested = true;
        QCOMPARE(QLatin1StringView(guidanceFor(facts).waitingFor), "CLOSE"_L1);
        facts.pair = { Step::HandleMerged, Status::Merged };
        QCOMPARE(actionAt(facts), u"DONE"_s);
        QVERIFY(QLatin1StringView(guidanceFor(facts).sentence).contains("landed before it could be withdrawn"_L1));
    }

    void aGrantThatRanOutIsNotSaidToBeInForce()
    {
        GuidanceFacts facts = at({ Step::CalledBack, Status::Validated });
        QVERIFY(QLatin1StringView(guidanceFor(facts).sentence).contains("in force"_L1));
        facts.hasRunOut = true;
        QCOMPARE(actionAt(facts), u"DONE"_s);
        QVERIFY(QLatin1StringView(guidanceFor(facts).sentence).contains("being removed"_L1));
        facts.ownsBinding = false;
        QVERIFY(QLatin1StringView(guidanceFor(facts).sentence).contains("later request replaced"_L1));
        facts.removedAtItsEnd = true;
        QCOMPARE(actionAt(facts), u"DONE"_s);
        QVERIFY(QLatin1StringView(guidanceFor(facts).sentence).contains("until its end"_L1));
        // What takes a grant away does not run out.
        facts = at({ Step::CalledBack, Status::Validated });
        facts.kind = workflow::RequestKind::Unbind;
        facts.hasRunOut = true;
        QVERIFY(QLatin1StringView(guidanceFor(facts).sentence).contains("removed"_L1));
    }

    void aReplacedAttemptIsOver()
    {
        GuidanceFacts facts = at({ Step::DeployPending, Status::Merged });
        facts.ownsBinding = false;
        QCOMPARE(actionAt(facts), u"DONE"_s);
    }

    void whatIsOverHasNoNextLook()
    {
        const GuidanceFacts facts = at({ Step::CalledBack, Status::Validated });
        const QJsonObject json = inWords(guidanceFor(facts), facts, Language::English, Instant(), Instant()).toJson();
        QVERIFY(json["nextCheckAt"_L1].isNull());
        QVERIFY(json["queuePosition"_L1].isNull());
    }

    void everyEventHasItsSentence()
    {
        for (size_t i = 0; i < size_t(workflow::Event::Count); ++i)
            QVERIFY2(QByteArrayView(sentenceOf(workflow::Event(i))).endsWith('.'), workflow::eventNames[i].data());
        QCOMPARE(timelineText(u"READ_MERGED"_s, false, Language::English), u"It landed."_s);
        QCOMPARE(timelineText(u"CLAIMED"_s, false, Language::English), u"Taken into a batch."_s);
        QCOMPARE(timelineText(u"ALIGNED"_s, false, Language::English), u"It was found to have landed after all."_s);
        QCOMPARE(timelineText(u"OF_TOMORROW"_s, false, Language::English), u"OF_TOMORROW"_s);
        QVERIFY(timelineText(u"DEPLOYED"_s, true, Language::English).contains("inferred"_L1));
        QVERIFY(!timelineText(u"DEPLOYED"_s, false, Language::English).contains("inferred"_L1));
    }
};

QTEST_APPLESS_MAIN(GuidanceTest)
#include "tst_guidance.moc"
