// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/transaction.h"
#include "shared/failpoint.h"
#include "tests/database/support/databasefixture.h"

#include <QRegularExpression>
#include <QTest>

#include <latch>
#include <stdexcept>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::database;

namespace {

constexpr Statement createTable {
    "test/create",
    "CREATE TABLE thing (id BIGINT NOT NULL PRIMARY KEY, name VARCHAR(20) NOT NULL, n INT NOT NULL DEFAULT 0, "
    "UNIQUE KEY uk_name (name)) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin"
};
constexpr Statement insertThing { "test/insert", "INSERT INTO thing (id, name) VALUES (:id, :name)" };
constexpr Statement addToThing { "test/add", "UPDATE thing SET n = n + 1 WHERE id = :id" };
constexpr Statement sumUp { "test/sum", "SELECT COUNT(*) AS things, COALESCE(SUM(n), 0) AS total FROM thing" };

} // namespace
/// What ends a transaction, what repeats it, and what it never does.
class TestTransactions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<DatabaseFixture>(); }
    void init();
    void cleanup() { m_connection.reset(); }
    void cleanupTestCase() { m_fixture.reset(); }

    void committedTogetherOrNotAtAll();
    void exceptionsRollBack();
    void rollbackInTheBodyCommitsNothing();
    void duplicateKeyOfTheNamedIndexIsAnAnswer();
    void duplicateKeyOfAnotherIndexIsAnError();
    void duplicateKeyLeavesTheTransactionUsable();
    void anyOtherErrorPoisonsTheTransaction();
    void swallowedErrorCannotBeCommitted();
    void nestedTransactionIsRefused();
    void statementsBesideAnOpenTransactionAreRefused();
    void deadlockRunsTheBodyAgain();
    void lockTimeoutRunsTheWholeBodyAgain();
    void killedSessionRunsTheBodyAgain();
    void rivalsLoseNoUpdate();
    void attemptsAreLimited();
    void commitThatWasNotSentIsNoCommit();
    void lostCommitAnswerIsOutcomeUnknown();
    void lostCommitAnswerIsSettledByReading();
    void unsettledCommitRunsTheBodyAgain();
    void rereadAfterADuplicateKeySeesTheWinner();

private:
    struct Sum {
        qint64 things;
        qint64 total;
        static Sum read(const Row &row) { return { row.number("things"), row.number("total") }; }
    };
    Sum sum() { return *m_connection->selectOne<Sum>(sumUp); }
    void insertThings(int count);
    static void armFailpoint(const char *specification);

    std::unique_ptr<DatabaseFixture> m_fixture;
    std::unique_ptr<Connection> m_connection;
    Settings m_settings;
};

void TestTransactions::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_settings = m_fixture->emptySchema();
    m_settings.lockWait = std::chrono::seconds(1);
    m_connection = std::make_unique<Connection>(m_settings);
    m_connection->write(createTable);
}

void TestTransactions::insertThings(int count)
{
    inTransaction(*m_connection, "insert", [&](Transaction &transaction) {
        for (int i = 1; i <= count; ++i)
            transaction.insert(insertThing, { { "id", i }, { "name", QString::number(i) } });
    });
}

void TestTransactions::armFailpoint(const char *specification)
{
    qputenv("SLIPWAY_FAILPOINTS", specification);
    failpoint::arm();
}

void TestTransactions::committedTogetherOrNotAtAll()
{
    insertThings(2);
    QCOMPARE(sum().things, 2);
    Connection other(m_settings);
    {
        Transaction transaction(*m_connection, "open");
        QCOMPARE(transaction.affect(addToThing, { { "id", 1 } }), 1);
        QCOMPARE(transaction.affect(addToThing, { { "id", 9 } }), 0);
        QCOMPARE(other.selectOne<Sum>(sumUp)->total, 0);
    }
    QCOMPARE(sum().total, 0);
}

void TestTransactions::exceptionsRollBack()
{
    QVERIFY_EXCEPTION_THROWN(inTransaction(*m_connection, "throws",
                                           [](Transaction &transaction) {
                                               transaction.insert(insertThing, { { "id", 1 }, { "name", u"a"_s } });
                                               throw Error(Code::Preempted);
                                           }),
                             Error);
    QCOMPARE(sum().things, 0);
}

void TestTransactions::rollbackInTheBodyCommitsNothing()
{
    const bool answer = inTransaction(*m_connection, "gives_up", [](Transaction &transaction) {
        transaction.insert(insertThing, { { "id", 1 }, { "name", u"a"_s } });
        transaction.rollback();
        return true;
    });
    QVERIFY(answer);
    QCOMPARE(sum().things, 0);
}

void TestTransactions::duplicateKeyOfTheNamedIndexIsAnAnswer()
{
    insertThings(1);
    inTransaction(*m_connection, "duplicate", [](Transaction &transaction) {
        QVERIFY(!transaction.tryInsert("uk_name", insertThing, { { "id", 2 }, { "name", u"1"_s } }));
        QVERIFY(!transaction.tryInsert("PRIMARY", insertThing, { { "id", 1 }, { "name", u"2"_s } }));
        QVERIFY(transaction.tryInsert("uk_name", insertThing, { { "id", 2 }, { "name", u"2"_s } }));
    });
    QCOMPARE(sum().things, 2);
}

void TestTransactions::duplicateKeyOfAnotherIndexIsAnError()
{
    insertThings(1);
    try {
        inTransaction(*m_connection, "duplicate", [](Transaction &transaction) {
            transaction.tryInsert("PRIMARY", insertThing, { { "id", 2 }, { "name", u"1"_s } });
        });
        QFAIL("no error");
    } catch (const DatabaseError &error) {
        QCOMPARE(error.kind(), Kind::DuplicateKey);
        QCOMPARE(error.key(), u"uk_name"_s);
        QVERIFY(!error.retriesTransaction());
    }
}

void TestTransactions::duplicateKeyLeavesTheTransactionUsable()
{
    insertThings(1);
    inTransaction(*m_connection, "goes_on", [](Transaction &transaction) {
        transaction.affect(addToThing, { { "id", 1 } });
        transaction.tryInsert("uk_name", insertThing, { { "id", 2 }, { "name", u"1"_s } });
        transaction.affect(addToThing, { { "id", 1 } });
    });
    QCOMPARE(sum().total, 2);
}

void TestTransactions::anyOtherErrorPoisonsTheTransaction()
{
    insertThings(1);
    Transaction transaction(*m_connection, "poisoned");
    transaction.affect(addToThing, { { "id", 1 } });
    QVERIFY_EXCEPTION_THROWN(transaction.affect({ "test/wrong", "UPDATE nothing SET x = 1" }), DatabaseError);
    QVERIFY_EXCEPTION_THROWN(transaction.affect(addToThing, { { "id", 1 } }), std::logic_error);
    QVERIFY_EXCEPTION_THROWN(transaction.selectOne<Sum>(sumUp), std::logic_error);
    transaction.rollback();
    QCOMPARE(sum().total, 0);
}

void TestTransactions::swallowedErrorCannotBeCommitted()
{
    insertThings(1);
    const auto swallow = [&] {
        inTransaction(*m_connection, "swallows", [](Transaction &transaction) {
            transaction.affect(addToThing, { { "id", 1 } });
            try {
                transaction.affect({ "test/wrong", "UPDATE nothing SET x = 1" });
            } catch (const Error &) {
            }
        });
    };
    QVERIFY_EXCEPTION_THROWN(swallow(), std::logic_error);
    QCOMPARE(sum().total, 0);
}

void TestTransactions::nestedTransactionIsRefused()
{
    insertThings(1);
    const auto nest = [&] {
        inTransaction(*m_connection, "outer", [&](Transaction &outer) {
            outer.affect(addToThing, { { "id", 1 } });
            inTransaction(*m_connection, "inner", [](Transaction &) {});
        });
    };
    QVERIFY_EXCEPTION_THROWN(nest(), std::logic_error);
    QCOMPARE(sum().total, 0);
}

void TestTransactions::statementsBesideAnOpenTransactionAreRefused()
{
    insertThings(1);
    {
        Transaction transaction(*m_connection, "open");
        QVERIFY_EXCEPTION_THROWN(m_connection->write(addToThing, { { "id", 1 } }), std::logic_error);
        QVERIFY_EXCEPTION_THROWN(m_connection->run(sumUp, {}, [](const Row &) {}), std::logic_error);
    }
    QCOMPARE(m_connection->write(addToThing, { { "id", 1 } }), 1);
}

void TestTransactions::deadlockRunsTheBodyAgain()
{
    insertThings(2);
    std::latch bothHoldOne(2);
    std::atomic<int> runs { 0 };
    const auto cross = [&](int first, int second) {
        Connection connection(m_settings);
        bool waited = false;
        inTransaction(connection, "cross", [&](Transaction &transaction) {
            ++runs;
            transaction.affect(addToThing, { { "id", first } });
            if (!std::exchange(waited, true))
                bothHoldOne.arrive_and_wait();
            transaction.affect(addToThing, { { "id", second } });
        });
    };
    std::thread other(cross, 1, 2);
    cross(2, 1);
    other.join();
    QCOMPARE(runs.load(), 3);
    QCOMPARE(sum().total, 4);
}

void TestTransactions::lockTimeoutRunsTheWholeBodyAgain()
{
    insertThings(2);
    Connection holder(m_settings);
    auto held = std::make_unique<Transaction>(holder, "holds");
    held->affect(addToThing, { { "id", 2 } });
    int runs = 0;
    inTransaction(*m_connection, "waits", [&](Transaction &transaction) {
        if (++runs == 2)
            held.reset(); // Rolls back: the second run finds the row free.
        transaction.affect(addToThing, { { "id", 1 } });
        transaction.affect(addToThing, { { "id", 2 } });
    });
    QCOMPARE(runs, 2);
    QCOMPARE(sum().total, 2); // A half of the first run left behind would make it 3.
}

void TestTransactions::killedSessionRunsTheBodyAgain()
{
    insertThings(1);
    int runs = 0;
    const qint64 session = DatabaseFixture::sessionId(*m_connection);
    inTransaction(*m_connection, "killed", [&](Transaction &transaction) {
        transaction.affect(addToThing, { { "id", 1 } });
        if (++runs == 1)
            m_fixture->killSession(session);
        transaction.affect(addToThing, { { "id", 1 } });
    });
    QCOMPARE(runs, 2);
    QCOMPARE(sum().total, 2);
}

void TestTransactions::rivalsLoseNoUpdate()
{
    insertThings(3);
    constexpr int rivals = 4;
    constexpr int rounds = 25;
    std::atomic<int> done { 0 };
    std::vector<std::thread> threads;
    for (int rival = 0; rival < rivals; ++rival) {
        threads.emplace_back([&, rival] {
            Connection connection(m_settings);
            for (int round = 0; round < rounds; ++round) {
                try {
                    inTransaction(connection, "rival", [&](Transaction &transaction) {
                        transaction.affect(addToThing, { { "id", 1 + (rival + round) % 3 } });
                        transaction.affect(addToThing, { { "id", 1 + (rival * 2 + round) % 3 } });
                    });
                    ++done;
                } catch (const DatabaseError &) { // Six lost rounds are an answer too.
                }
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QVERIFY(done.load() > rivals);
    QCOMPARE(sum().total, 2 * done.load());
}

void TestTransactions::attemptsAreLimited()
{
    insertThings(1);
    int runs = 0;
    try {
        inTransaction(*m_connection, "hopeless", [&](Transaction &) {
            ++runs;
            throw DatabaseError(Kind::Deadlock, 1213, {}, false, u"again"_s);
        });
        QFAIL("no error");
    } catch (const DatabaseError &error) {
        QCOMPARE(error.kind(), Kind::Deadlock);
    }
    QCOMPARE(runs, transactionAttempts);
}

void TestTransactions::commitThatWasNotSentIsNoCommit()
{
    insertThings(1);
    armFailpoint("commit.before_it.before=error");
    const auto add = [&] {
        inTransaction(*m_connection, "before_it", [](Transaction &transaction) {
            transaction.affect(addToThing, { { "id", 1 } });
        });
    };
    QVERIFY_EXCEPTION_THROWN(add(), Error);
    QCOMPARE(sum().total, 0);
    add();
    QCOMPARE(sum().total, 1);
}

void TestTransactions::lostCommitAnswerIsOutcomeUnknown()
{
    insertThings(1);
    armFailpoint("commit.lost.after=error");
    int runs = 0;
    try {
        inTransaction(*m_connection, "lost", [&](Transaction &transaction) {
            ++runs;
            transaction.affect(addToThing, { { "id", 1 } });
        });
        QFAIL("no error");
    } catch (const DatabaseError &error) {
        QVERIFY(error.outcomeUnknown());
        QVERIFY(!error.retriesTransaction());
    }
    QCOMPARE(runs, 1);
    QCOMPARE(sum().total, 1);
}

void TestTransactions::lostCommitAnswerIsSettledByReading()
{
    armFailpoint("commit.settled.after=error");
    int runs = 0;
    const qint64 things = inTransaction(
        *m_connection, "settled",
        [&](Transaction &transaction) -> qint64 {
            ++runs;
            transaction.insert(insertThing, { { "id", 1 }, { "name", u"a"_s } });
            return 1;
        },
        [](Connection &connection) -> std::optional<qint64> {
            const auto found = connection.selectOne<Sum>(sumUp);
            return found->things > 0 ? std::optional(found->things) : std::nullopt;
        });
    QCOMPARE(things, 1);
    QCOMPARE(runs, 1);
}

void TestTransactions::unsettledCommitRunsTheBodyAgain()
{
    int runs = 0;
    const int answer = inTransaction(
        *m_connection, "unsettled",
        [&](Transaction &transaction) {
            transaction.affect(addToThing, { { "id", 1 } });
            if (++runs == 1)
                throw DatabaseError(Kind::ConnectionLost, 2013, {}, true, u"lost"_s);
            return runs;
        },
        [](Connection &) { return std::optional<int>(); });
    QCOMPARE(answer, 2);
}

void TestTransactions::rereadAfterADuplicateKeySeesTheWinner()
{
    Connection winner(m_settings);
    inTransaction(*m_connection, "loser", [&](Transaction &transaction) {
        QCOMPARE(transaction.selectOne<Sum>(sumUp)->things, 0); // Under REPEATABLE READ this would freeze what follows.
        winner.write(insertThing, { { "id", 1 }, { "name", u"a"_s } });
        QVERIFY(!transaction.tryInsert("PRIMARY", insertThing, { { "id", 1 }, { "name", u"b"_s } }));
        QCOMPARE(transaction.selectOne<Sum>(sumUp)->things, 1);
    });
}

QTEST_GUILESS_MAIN(TestTransactions)
#include "tst_transactions.moc"
