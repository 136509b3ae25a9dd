// SPDX-License-Identifier: GPL-3.0-only
#include "service/mergerequest/splitting.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <bit>
#include <map>
#include <random>
#include <set>

using namespace Qt::StringLiterals;
using slipway::mergerequest::halvesOf;
using slipway::mergerequest::SplitGroup;

namespace {

using Rows = std::vector<qint64>;

Rows firstRows(int count)
{
    Rows rows;
    for (int row = 1; row <= count; ++row)
        rows.push_back(row);
    return rows;
}

/// What becomes of one batch of all rows, when a batch fails exactly if a culprit is in it.
struct Search {
    int pipelines = 0;
    Rows landed;
    std::set<qint64> failed;
};
Search search(const Rows &all, const std::set<qint64> &culprits)
{
    Search search;
    std::map<int, Rows> waiting;
    Rows batch = all;
    for (;;) {
        ++search.pipelines;
        const bool fails = std::ranges::any_of(batch, [&](qint64 row) { return culprits.contains(row); });
        if (!fails)
            search.landed.insert(search.landed.end(), batch.begin(), batch.end());
        else if (batch.size() == 1)
            search.failed.insert(batch.front());
        else {
            const auto lowest = waiting.empty() ? std::nullopt : std::optional(waiting.begin()->first);
            for (const SplitGroup &group : halvesOf(batch, lowest))
                waiting.emplace(group.number, group.rows);
        }
        if (waiting.empty())
            return search;
        batch = waiting.begin()->second; // The lowest group is claimed, and nothing else.
        waiting.erase(waiting.begin());
    }
}

} // namespace

class SplittingPlanTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void halvesKeepTheOrderAndTheFirstIsTheLarger();
    void halvesComeBeforeWhateverGroupWaits();
    void whoseCompanyLeftRunsOnceMoreAlone();
    void everyCulpritIsFoundAndNobodyElse();
    void nobodyOvertakesAnybodyWhenAllAreInnocent();
};

void SplittingPlanTest::halvesKeepTheOrderAndTheFirstIsTheLarger()
{
    const auto halves = halvesOf({ 7, 3, 9, 1, 5 }, std::nullopt);
    QCOMPARE(halves.size(), 2u);
    QVERIFY(halves[0].number < halves[1].number);
    QVERIFY(halves[0].rows == Rows({ 7, 3, 9 }));
    QVERIFY(halves[1].rows == Rows({ 1, 5 }));
}

void SplittingPlanTest::halvesComeBeforeWhateverGroupWaits()
{
    const auto halves = halvesOf({ 1, 2 }, -6);
    QCOMPARE(halves[0].number, -8);
    QCOMPARE(halves[1].number, -7);
}

void SplittingPlanTest::whoseCompanyLeftRunsOnceMoreAlone()
{
    const auto groups = halvesOf({ 4 }, 2);
    QCOMPARE(groups.size(), 1u);
    QVERIFY(groups.front().number < 2);
    QVERIFY(groups.front().rows == Rows({ 4 }));
}

void SplittingPlanTest::everyCulpritIsFoundAndNobodyElse()
{
    std::mt19937 random(20'240'601);
    for (const int members : { 1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 100, 200, 1000 }) {
        for (int culprits = 1; culprits <= std::min(members, 8); ++culprits) {
            Rows rows = firstRows(members);
            std::ranges::shuffle(rows, random);
            const std::set<qint64> guilty(rows.begin(), rows.begin() + culprits);
            const Search found = search(firstRows(members), guilty);
            QVERIFY2(found.failed == guilty, qPrintable(u"%1 of %2"_s.arg(culprits).arg(members)));
            QCOMPARE(int(found.landed.size()), members - culprits);
            const int depth = std::bit_width(unsigned(members - 1)); // ceil(log2 members)
            QVERIFY2(found.pipelines <= 2 * culprits * depth + 1,
                     qPrintable(u"%1 of %2: %3 pipelines"_s.arg(culprits).arg(members).arg(found.pipelines)));
        }
    }
}

void SplittingPlanTest::nobodyOvertakesAnybodyWhenAllAreInnocent()
{
    const Search found = search(firstRows(100), { 42 });
    QVERIFY(std::ranges::is_sorted(found.landed));
}

QTEST_APPLESS_MAIN(SplittingPlanTest)
#include "tst_splittingplan.moc"
