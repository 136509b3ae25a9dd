// SPDX-License-Identifier: GPL-3.0-only
#include "tests/answers/lanes.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using slipway::support::BadAnswer;
using slipway::support::badAnswers;
using slipway::support::flowOfThisRun;
using slipway::support::LandingEffects;
using slipway::support::Lanes;
using slipway::support::RemoteCall;
using slipway::support::Try;

namespace {

/// An answer that means no, however often it is read: where it leads, and what people are told.
struct Definitive {
    const char *call;
    const char *answer;
    const char *status;
    const char *statusWithMergeRequest; ///< Where the merge request came first.
    const char *diagnosis;
};
// clang-format off
constexpr auto definitive = std::to_array<Definitive>({
    { "mr.create",       "422", "CREATE_FAILED 10007", "CREATE_FAILED 10007", "FAILED_NEEDS_PERSON" },
    { "approval.create", "409", "CREATE_FAILED 10403", "HANDLE_FAILED 10403", "FAILED_NEEDS_PERSON" },
    { "approval.create", "422", "CREATE_FAILED 10403", "HANDLE_FAILED 10403", "FAILED_NEEDS_PERSON" },
});
// clang-format on

const Definitive *definitiveFor(const Try &tried)
{
    const auto row = std::ranges::find_if(definitive, [&](const Definitive &each) {
        return tried.call.operation == QLatin1StringView(each.call)
            && QLatin1StringView(tried.answer->name) == QLatin1StringView(each.answer);
    });
    return row == definitive.end() ? nullptr : &*row;
}

} // namespace

/// Each remote call that a journey makes is answered badly once, in each of twelve ways. Calls and answers are not listed here: an
/// undisturbed journey is asked what it calls.
class AnswersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void journeyEndsAsItShouldAfter_data();
    void journeyEndsAsItShouldAfter();
    void nothingIsBrokenAfterAllThat();

private:
    std::unique_ptr<Lanes> m_lanes;
    std::vector<Try> m_tries;
};

void AnswersTest::initTestCase()
{
    m_lanes = std::make_unique<Lanes>(flowOfThisRun(), 10);
    const std::vector<RemoteCall> calls = m_lanes->census();
    QVERIFY2(calls.size() > 15, "the census names too few calls");
    for (size_t answer = 0; answer < badAnswers().size(); ++answer) {
        // Each call meets another answer than its neighbour: many of a kind at once would be an outage, which is another test's matter.
        for (size_t call = 0; call < calls.size(); ++call)
            m_tries.push_back({ .call = calls[call], .answer = &badAnswers()[(answer + call) % badAnswers().size()] });
    }
    m_lanes->play(m_tries);
}

void AnswersTest::journeyEndsAsItShouldAfter_data()
{
    QTest::addColumn<qsizetype>("number");
    for (size_t number = 0; number < m_tries.size(); ++number)
        QTest::newRow(qPrintable(m_tries[number].name())) << qsizetype(number);
}

void AnswersTest::journeyEndsAsItShouldAfter()
{
    QFETCH(const qsizetype, number);
    const Try &tried = m_tries[size_t(number)];
    QVERIFY2(tried.problem.isEmpty(), qPrintable(tried.problem));
    // Polls vary by a few; what was made at all is made in every journey.
    if (!tried.wasHit && tried.call.nth > 0)
        QSKIP("three journeys in a row made this call less often");
    QVERIFY2(tried.wasHit, "the call was not made");
    if (tried.status == "VALIDATED"_L1) {
        QCOMPARE(tried.effects.text(), LandingEffects::ofOneRequest().text());
        return;
    }
    const Definitive *row = definitiveFor(tried);
    QVERIFY2(row, qPrintable(u"%1, diagnosed %2: %3"_s.arg(tried.status, tried.diagnosis, tried.evidence)));
    const bool hadMergeRequest = flowOfThisRun() == slipway::workflow::Flow::MergeRequestFirst;
    QCOMPARE(tried.status, QLatin1StringView(hadMergeRequest ? row->statusWithMergeRequest : row->status));
    QCOMPARE(tried.diagnosis, QLatin1StringView(row->diagnosis));
    QVERIFY2(tried.evidence.contains(QString::number(tried.answer->status)), qPrintable(tried.evidence));
    QCOMPARE(tried.effects.merged, 0);
}

void AnswersTest::nothingIsBrokenAfterAllThat() { QCOMPARE(m_lanes->journey().brokenInvariants(), QStringList()); }

QTEST_GUILESS_MAIN(AnswersTest)
#include "tst_answers.moc"
