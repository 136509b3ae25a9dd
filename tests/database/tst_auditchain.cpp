// SPDX-License-Identifier: GPL-3.0-only
#include "service/operations/auditchain.h"
#include "service/operations/denials.h"
#include "tests/database/support/databasefixture.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace slipway;
using namespace slipway::operations;

namespace {

class StandingClock final : public Clock {
public:
    Instant now() const override { return {}; }
    std::chrono::steady_clock::time_point steady() const override { return m_now; }
    void goOn(std::chrono::seconds by) { m_now += by; }

private:
    std::chrono::steady_clock::time_point m_now { 1000h };
};

} // namespace

/// What the audit's chain gives away of somebody who writes past it.
class AuditChainTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_fixture = std::make_unique<database::DatabaseFixture>(); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_connection = std::make_unique<database::Connection>(m_fixture->freshSchema());
        for (int i = 1; i <= 5; ++i)
            write(i);
        QCOMPARE(sealAudit(*m_connection), 5);
    }
    void cleanup() { m_connection.reset(); }
    void cleanupTestCase() { m_fixture.reset(); }

    void aWholeChainIsSound()
    {
        write(6);
        const ChainReport report = verifyChain(*m_connection, { *endOfChain(*m_connection) });
        QVERIFY2(report.isSound(), qPrintable(report.problems.join(u'\n')));
        QCOMPARE(report.rows, 5);
        QCOMPARE(report.unsealed, 1);
        QCOMPARE(report.end->seq, 5);
        QCOMPARE(report.end->hash.size(), 64);
    }

    void anEmptyChainIsSound()
    {
        database::Connection empty(m_fixture->freshSchema());
        const ChainReport report = verifyChain(empty, {});
        QVERIFY(report.isSound());
        QVERIFY(!report.end);
    }

    void everyChangedColumnIsNoticed_data()
    {
        QTest::addColumn<QByteArray>("change");
        for (const char *change : { "actor = 'nobody'", "action = 'X'", "subject_kind = 'x'", "subject_ref = 'batch-4'",
                                    "outcome = 'X'", "reason = 'why3.'", "parameters = '{}'", "trace_id = 'x'",
                                    "instance = 'x'", "event_id = 'x'", "at = at + INTERVAL 1 MICROSECOND" })
            QTest::newRow(change) << QByteArray(change);
    }
    void everyChangedColumnIsNoticed()
    {
        QFETCH(QByteArray, change);
        run("UPDATE audit_log SET " + change + " WHERE seq = 3");
        const ChainReport report = verifyChain(*m_connection, {});
        QCOMPARE(report.problems.size(), 1);
        QVERIFY2(report.problems[0].contains(u"row 3 "_s) && report.problems[0].contains(u"was changed"_s),
                 qPrintable(report.problems[0]));
    }

    void aMissingRowIsNoticed()
    {
        run("DELETE FROM audit_log WHERE seq = 3");
        QVERIFY(verifyChain(*m_connection, {}).problems.join(u'\n').contains(u"rows 3 to 3 are missing"_s));
    }

    void aRowThatIsSealedAnewDoesNotFit()
    {
        // Somebody who knows the formula: the row is right by itself, but the next one names another.
        run("UPDATE audit_log SET actor = 'nobody', hash = SHA2(CONCAT_WS(CHAR(31), prev_hash, seq, event_id, CAST(at AS "
            "CHAR), 'nobody', "
            "action, subject_kind, subject_ref, outcome, COALESCE(reason, ''), COALESCE(parameters, ''), COALESCE(trace_id, "
            "''), instance), "
            "256) WHERE seq = 3");
        QVERIFY(verifyChain(*m_connection, {}).problems.join(u'\n').contains(u"row 4 (event-4) does not follow"_s));
    }

    void anEndThatWasCutOffNeedsAWitness()
    {
        const AuditAnchor seen = *endOfChain(*m_connection);
        run("DELETE FROM audit_log WHERE seq >= 4");
        QVERIFY2(verifyChain(*m_connection, {}).isSound(), "a chain by itself cannot know how long it was");
        const ChainReport report = verifyChain(*m_connection, { seen });
        QVERIFY2(report.problems.join(u'\n').contains(u"row 5 was seen before: its end was cut off"_s),
                 qPrintable(report.problems.join(u'\n')));
    }

    void aChainMadeAnewNeedsAWitness()
    {
        const AuditAnchor seen = *endOfChain(*m_connection);
        run("DELETE FROM audit_log WHERE seq = 5");
        write(9);
        QCOMPARE(sealAudit(*m_connection), 1);
        QVERIFY(verifyChain(*m_connection, {}).isSound());
        QVERIFY(verifyChain(*m_connection, { seen }).problems.join(u'\n').contains(u"made anew"_s));
    }

    void anchorsSurviveAndAreBounded()
    {
        QTemporaryDir folder;
        const QString hash = u"b"_s.repeated(64);
        {
            AuditAnchors anchors(folder.path());
            QVERIFY(anchors.note({ 7, hash }));
            QVERIFY(anchors.note({ 7, hash }));
            QVERIFY(anchors.note({ 9, hash }));
        }
        QFile file(folder.filePath(u"audit.anchors"_s));
        QVERIFY(file.open(QIODevice::Append));
        file.write("11 bbb"); // A crash in the middle of a line.
        file.close();
        QCOMPARE(AuditAnchors(folder.path()).all(), QList<AuditAnchor>({ { 7, hash }, { 9, hash } }));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (int i = 100; i < 16'000; ++i)
            file.write(QByteArray::number(i) + ' ' + hash.toLatin1() + '\n');
        file.close();
        AuditAnchors anchors(folder.path());
        QVERIFY(file.size() > 1'048'576 && anchors.note({ 39'999, hash }));
        QVERIFY2(QFileInfo(file.fileName()).size() < 100, "a full file makes room");
        QCOMPARE(anchors.all().first().seq, 100);
        QCOMPARE(AuditAnchors(folder.path()).all().last().seq, 39'999);
    }

    void aLongSubjectIsKeptWhole()
    {
        const QString key = u"分"_s.repeated(85); // 255 bytes.
        database::inTransaction(*m_connection, "test", [&](database::Transaction &transaction) {
            return AuditLog(InstanceId(u"i"_s)).append(transaction, event(u"long"_s, key));
        });
        QCOMPARE(count("SELECT COUNT(*) AS n FROM audit_log WHERE OCTET_LENGTH(subject_ref) = 255"), 1);
        sealAudit(*m_connection);
        QVERIFY(verifyChain(*m_connection, {}).isSound());
    }

    void whoIsTurnedAwayIsRecordedOnceAMinute()
    {
        StandingClock clock;
        Denials denials(InstanceId(u"i"_s), clock);
        for (int i = 0; i < 50; ++i)
            denials.record(*m_connection, u"mallory"_s, u"POST /ops/v1/actions"_s, u"permission"_s, u"t1"_s);
        denials.record(*m_connection, u"mallory"_s, u"GET /ops/v1/audit"_s, u"permission"_s, u"t2"_s);
        QCOMPARE(count("SELECT COUNT(*) AS n FROM audit_log WHERE actor = 'mallory' AND action = 'DENIED'"), 2);
        clock.goOn(61s);
        denials.record(*m_connection, u"mallory"_s, u"POST /ops/v1/actions"_s, u"permission"_s, u"t3"_s);
        QCOMPARE(count("SELECT COUNT(*) AS n FROM audit_log WHERE actor = 'mallory' AND action = 'DENIED'"), 3);
    }

private:
    struct Count {
        qint64 n;
        static Count read(const database::Row &row) { return { row.number("n") }; }
    };
    qint64 count(const char *text) { return m_connection->selectOne<Count>({ "test/count", text })->n; }
    void run(const QByteArray &text) { QVERIFY(m_connection->write({ "test/run", text.constData() }) >= 1); }

    static AuditEvent event(const QString &id, const QString &ref)
    {
        return { .eventId = id,
                 .actor = u"olga"_s,
                 .action = u"SETTLE_FAILED"_s,
                 .subjectKind = u"batch"_s,
                 .subjectRef = ref,
                 .outcome = u"DONE"_s,
                 .reason = u"why"_s,
                 .parameters = { { u"a"_s, 1 } },
                 .traceId = u"t"_s };
    }
    void write(int number)
    {
        database::inTransaction(*m_connection, "test", [&](database::Transaction &transaction) {
            return AuditLog(InstanceId(u"i"_s))
                .append(transaction, event(u"event-%1"_s.arg(number), u"batch-%1"_s.arg(number)));
        });
    }

    std::unique_ptr<database::DatabaseFixture> m_fixture;
    std::unique_ptr<database::Connection> m_connection;
};

QTEST_GUILESS_MAIN(AuditChainTest)
#include "tst_auditchain.moc"
