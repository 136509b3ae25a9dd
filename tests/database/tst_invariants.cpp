// SPDX-License-Identifier: GPL-3.0-only
#include "service/database/transaction.h"
#include "tests/database/support/databasefixture.h"
#include "tests/database/support/invariants.h"

#include <QCryptographicHash>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace slipway;
using namespace slipway::database;

/// A small world in which every rule holds; then one sentence of SQL at a time breaks it, and the rule that should
/// notice must. And what the schema itself refuses.
class TestInvariants : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_connection.reset(); }
    void cleanupTestCase() { m_fixture.reset(); }

    void aSoundWorldBreaksNoRule();
    void plantedViolationIsNoticed_data();
    void plantedViolationIsNoticed();
    void theSealIsAnOrdinarySha256();
    void oneSlotPerPartition();
    void theSlotIsFreedByTheStatusAlone();
    void namesThatLookAlikeHaveTheirOwnSlot();
    void theSchemaRefuses_data();
    void theSchemaRefuses();

private:
    void send(const QString &text) { m_connection->write({ "test/plant", text.toUtf8().constData() }); }
    static void plant(const char *name, const char *rule, const QString &violation)
    {
        QTest::newRow(name) << QString::fromLatin1(rule) << violation;
    }
    static void plantInIdentities();
    static void plantInHistories();
    void buildSoundWorld();
    void addOperation(const QString &id, int step, const QString &status, const QString &more = {});
    void seal(int seq, const QString &previous, const QString &hashOf);
    QString hashOfAuditRow(int seq);
    std::optional<qint64> takeSlot(const QString &partition);

    std::unique_ptr<DatabaseFixture> m_fixture;
    std::unique_ptr<Connection> m_connection;
    Settings m_settings;
};

void TestInvariants::initTestCase()
{
    m_fixture = std::make_unique<DatabaseFixture>();
    m_settings = m_fixture->freshSchema();
    Connection connection(m_settings);
    // Unique keys make some violations impossible to plant; without them the queries must notice all the same.
    const char *removals[] = { "ALTER TABLE merge_batch DROP KEY uk_active_slot",
                               "ALTER TABLE merge_batch DROP COLUMN active_slot",
                               "ALTER TABLE merge_batch ADD COLUMN active_slot VARBINARY(255) NULL",
                               "ALTER TABLE merge_batch_request DROP KEY uk_waiting_operation",
                               "ALTER TABLE binding DROP KEY uk_binding, DROP KEY uk_binding_operation",
                               "ALTER TABLE operation_history DROP KEY uk_operation_version",
                               "ALTER TABLE approval DROP KEY uk_approval_round",
                               "ALTER TABLE audit_log DROP KEY uk_audit_seq" };
    for (const char *text : removals)
        connection.write({ "test/loosen", text });
}

void TestInvariants::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_connection = std::make_unique<Connection>(m_settings);
    const char *tables[] = { "operation",
                             "binding",
                             "operation_history",
                             "batch_member_history",
                             "merge_batch",
                             "merge_batch_history",
                             "merge_batch_request",
                             "workflow_task",
                             "approval",
                             "audit_log" };
    for (const char *table : tables)
        send(u"DELETE FROM %1"_s.arg(QLatin1StringView(table)));
    buildSoundWorld();
}

void TestInvariants::addOperation(const QString &id, int step, const QString &status, const QString &more)
{
    send(u"INSERT INTO operation (operation_id, fingerprint, requester, subject_id, target_key, kind, flow, params, "
         u"reason, "
         "partition_key, step_status, binding_status, version) VALUES ('%1', REPEAT('f', 64), 'alice', '%1', 'db', "
         "'bind', 'batched', "
         "'{}', 'because', 'main', %2, '%3', 2)"_s.arg(id)
             .arg(step)
             .arg(status));
    send(u"INSERT INTO binding (subject_id, target_key, operation_id, status) VALUES ('%1', 'db', '%1', '%2')"_s.arg(id,
                                                                                                                     status));
    send(u"INSERT INTO operation_history (operation_id, version, event, cause, to_step, to_status, actor, instance) "
         "VALUES ('%1', 1, 'submitted', 'USER', 10401, 'APPROVAL_SENDING', 'alice', 'i')"_s.arg(id));
    send(u"INSERT INTO operation_history (operation_id, version, event, cause, from_step, from_status, to_step, "
         u"to_status, actor, instance) "
         "VALUES ('%1', 2, 'moved', 'ENGINE', 10401, 'APPROVAL_SENDING', %2, '%3', 'engine', 'i')"_s.arg(id)
             .arg(step)
             .arg(status));
    if (!more.isEmpty())
        send(more);
}

QString TestInvariants::hashOfAuditRow(int seq)
{
    QString hash;
    m_connection->run(
        { "test/audit",
          "SELECT prev_hash, seq, event_id, CAST(at AS CHAR) AS at, actor, action, subject_kind, subject_ref, outcome, "
          "reason, parameters, trace_id, instance FROM audit_log WHERE seq = :seq" },
        { { "seq", seq } }, [&](const Row &row) {
            const QStringList content { row.text("prev_hash"),
                                        QString::number(row.number("seq")),
                                        row.text("event_id"),
                                        row.text("at"),
                                        row.text("actor"),
                                        row.text("action"),
                                        row.text("subject_kind"),
                                        row.text("subject_ref"),
                                        row.text("outcome"),
                                        row.maybeText("reason").value_or(u""_s),
                                        row.maybeText("parameters").value_or(u""_s),
                                        row.maybeText("trace_id").value_or(u""_s),
                                        row.text("instance") };
            hash = QString::fromLatin1(
                QCryptographicHash::hash(content.join(QChar(31)).toUtf8(), QCryptographicHash::Sha256).toHex());
        });
    return hash;
}

void TestInvariants::seal(int seq, const QString &previous, const QString &event)
{
    send(u"INSERT INTO audit_log (event_id, actor, action, subject_kind, subject_ref, outcome, reason, instance, seq, "
         u"prev_hash, hash) "
         "VALUES ('%1', '王', 'RETRY_STEP', 'operation', 'request-landed', 'DONE', '😀', 'i', %2, '%3', '')"_s.arg(event)
             .arg(seq)
             .arg(previous));
    send(u"UPDATE audit_log SET hash = '%1' WHERE seq = %2"_s.arg(hashOfAuditRow(seq)).arg(seq));
}

void TestInvariants::buildSoundWorld()
{
    send(u"INSERT INTO merge_batch (id, partition_key, status, active_slot, phase, mr_iid, version, triggered_by) "
         u"VALUES "
         "(1, 'main', 1, 'main', 'PIPELINE', 7, 1, 'round'), (2, 'main', 2, NULL, 'VERIFY', 5, 1, 'round'), "
         "(3, 'main', 3, NULL, 'SETTLING', 6, 1, 'round')"_s);
    send(u"INSERT INTO merge_batch_history (batch_id, version, to_status, to_phase, cause, actor, instance) "
         "SELECT id, 1, status, phase, 'ENGINE', 'engine', 'i' FROM merge_batch"_s);
    send(u"INSERT INTO workflow_task (kind, ref) VALUES ('batch.advance', '1')"_s);
    addOperation(u"request-running"_s, 10009, u"MR_CREATING"_s,
                 u"UPDATE operation SET batch_id = 1, mr_iid = 7 WHERE operation_id = 'request-running'"_s);
    addOperation(
        u"request-landed"_s, 10103, u"MERGED"_s,
        u"UPDATE operation SET batch_id = 2, mr_iid = 5, merge_sha = REPEAT('a', 40) WHERE operation_id = 'request-landed'"_s);
    send(u"UPDATE binding SET effective_operation_id = operation_id WHERE operation_id = 'request-landed'"_s);
    addOperation(u"request-waiting"_s, 10406, u"QUEUED"_s);
    addOperation(u"request-asked"_s, 10402, u"APPROVAL_SENT"_s);
    addOperation(u"request-closed"_s, 10202, u"CLOSED"_s);
    send(u"INSERT INTO merge_batch_request (operation_id, partition_key, batch_id) VALUES ('request-running', 'main', "
         u"1), "
         "('request-landed', 'main', 2), ('request-waiting', 'main', NULL)"_s);
    send(u"INSERT INTO batch_member_history (batch_id, operation_id, outcome) VALUES (1, 'request-running', 'CLAIMED'), "
         "(2, 'request-landed', 'CLAIMED'), (2, 'request-landed', 'MERGED'), (3, 'request-waiting', 'CLAIMED'), "
         "(3, 'request-waiting', 'REQUEUED')"_s);
    seal(1, u"0"_s.repeated(64), u"event-1"_s);
    seal(2, hashOfAuditRow(1), u"event-2"_s);
    send(u"INSERT INTO audit_log (event_id, actor, action, subject_kind, subject_ref, outcome, instance) "
         "VALUES ('event-3', 'alice', 'REMIND', 'approval', 'x', 'DONE', 'i')"_s); // Not sealed yet.
}

void TestInvariants::aSoundWorldBreaksNoRule() { QCOMPARE(brokenInvariants(*m_connection), QStringList()); }

void TestInvariants::plantedViolationIsNoticed_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("violation");
    plantInIdentities();
    plantInHistories();
}

/// Violations of I1 to I6: who holds what, and how often.
void TestInvariants::plantInIdentities()
{
    plant("two active batches", "i01", u"UPDATE merge_batch SET status = 4, active_slot = 'main' WHERE id = 3"_s);
    plant("slot without status", "i01", u"UPDATE merge_batch SET active_slot = 'main' WHERE id = 2"_s);
    plant("two memberships", "i02",
          u"INSERT INTO batch_member_history (batch_id, operation_id, outcome) VALUES (2, 'request-running', 'CLAIMED')"_s);
    plant("claim without history", "i02", u"DELETE FROM batch_member_history WHERE batch_id = 1"_s);
    plant("held by a failed batch", "i02", u"UPDATE merge_batch_request SET batch_id = 3 WHERE batch_id IS NULL"_s);
    plant("two batches named", "i02", u"UPDATE operation SET batch_id = 2 WHERE operation_id = 'request-running'"_s);
    plant("enqueued twice", "i04",
          u"INSERT INTO merge_batch_request (operation_id, partition_key) VALUES ('request-waiting', 'main')"_s);
    plant("queued without a row", "i04", u"DELETE FROM merge_batch_request WHERE batch_id IS NULL"_s);
    plant("waits without being queued", "i04",
          u"INSERT INTO merge_batch_request (operation_id, partition_key) VALUES ('request-asked', 'main')"_s);
    plant(
        "two bindings", "i05",
        u"INSERT INTO binding (subject_id, target_key, operation_id, status) VALUES ('request-closed', 'db', 'request-closed', 'CLOSED')"_s);
    plant("binding without operation", "i05",
          u"UPDATE binding SET operation_id = 'nobody-knows' WHERE operation_id = 'request-closed'"_s);
    plant("binding of another subject", "i05",
          u"UPDATE binding SET subject_id = 'somebody' WHERE operation_id = 'request-closed'"_s);
    plant("statuses disagree", "i05", u"UPDATE binding SET status = 'REJECTED' WHERE operation_id = 'request-closed'"_s);
    plant("version behind history", "i06", u"UPDATE operation SET version = 1 WHERE operation_id = 'request-asked'"_s);
    plant(
        "version written twice", "i06",
        u"INSERT INTO operation_history (operation_id, version, event, cause, from_step, from_status, to_step, to_status, actor, instance) VALUES ('request-asked', 2, 'moved', 'ENGINE', 10401, 'APPROVAL_SENDING', 10402, 'APPROVAL_SENT', 'e', 'i')"_s);
    plant("batch version behind history", "i06", u"UPDATE merge_batch SET version = 0 WHERE id = 2"_s);
}

/// Violations of I7 to I14: what became of it, and what is written about it.
void TestInvariants::plantInHistories()
{
    plant("batch without a task", "i07", u"DELETE FROM workflow_task"_s);
    plant("nobody moves it", "i07", u"UPDATE merge_batch SET status = 2, active_slot = NULL WHERE id = 1"_s);
    plant("broken chain", "i08",
          u"UPDATE operation_history SET from_step = 10402 WHERE operation_id = 'request-closed' AND version = 2"_s);
    plant("history ends elsewhere", "i08", u"UPDATE operation SET step_status = 10504 WHERE operation_id = 'request-asked'"_s);
    plant("no history", "i08", u"DELETE FROM operation_history WHERE operation_id = 'request-asked'"_s);
    plant("batch history ends elsewhere", "i08", u"UPDATE merge_batch_history SET to_phase = 'BUILDING' WHERE batch_id = 1"_s);
    plant("batch without members", "i09", u"DELETE FROM batch_member_history WHERE batch_id = 3"_s);
    plant("member out of phase", "i09", u"UPDATE merge_batch SET phase = 'MERGING' WHERE id = 1"_s);
    plant("succeeded without landing", "i09",
          u"UPDATE operation SET binding_status = 'HANDLE_FAILED' WHERE operation_id = 'request-landed'"_s);
    plant("batches share a merge request", "i10", u"UPDATE merge_batch SET mr_iid = 5 WHERE id = 3"_s);
    plant("singles share a merge request", "i10",
          u"UPDATE operation SET mr_iid = 9 WHERE operation_id IN ('request-asked', 'request-closed')"_s);
    plant("member names another merge request", "i10",
          u"UPDATE operation SET mr_iid = 8 WHERE operation_id = 'request-running'"_s);
    plant(
        "two open approvals", "i10",
        u"INSERT INTO approval (examine_id, operation_id, provider, content_fingerprint) VALUES ('e1', 'request-asked', 'builtin', ''), ('e2', 'request-asked', 'builtin', '')"_s);
    plant("failed batch that landed", "i11", u"UPDATE merge_batch SET merge_sha = REPEAT('b', 40) WHERE id = 3"_s);
    plant("closed request that landed", "i11",
          u"UPDATE operation SET mr_iid = 9, merge_sha = REPEAT('b', 40) WHERE operation_id = 'request-closed'"_s);
    plant("validated without landing", "i12",
          u"UPDATE operation SET binding_status = 'VALIDATED' WHERE operation_id = 'request-closed'"_s);
    plant("landed without effect", "i12",
          u"UPDATE binding SET effective_operation_id = NULL WHERE operation_id = 'request-landed'"_s);
    plant(
        "success counted twice", "i13",
        u"INSERT INTO operation_history (operation_id, version, event, cause, from_step, from_status, to_step, to_status, actor, instance) VALUES ('request-landed', 3, 'moved', 'ENGINE', 10101, 'MERGING', 10103, 'MERGED', 'e', 'i')"_s);
    plant(
        "batch succeeded twice", "i13",
        u"INSERT INTO merge_batch_history (batch_id, version, from_status, to_status, to_phase, cause, actor, instance) VALUES (2, 2, 1, 2, 'VERIFY', 'ENGINE', 'e', 'i')"_s);
    plant("audit row changed", "i14", u"UPDATE audit_log SET actor = 'mallory' WHERE seq = 1"_s);
    plant("audit row removed", "i14", u"DELETE FROM audit_log WHERE seq = 1"_s);
    plant("audit row slipped in", "i14", u"UPDATE audit_log SET seq = 3 WHERE seq = 2"_s);
}

void TestInvariants::plantedViolationIsNoticed()
{
    QFETCH(QString, rule);
    QFETCH(QString, violation);
    send(violation);
    const QStringList broken = brokenInvariants(*m_connection);
    const bool noticed =
        std::any_of(broken.begin(), broken.end(), [&](const QString &line) { return line.startsWith(rule + u'_'); });
    QVERIFY2(noticed, qPrintable(broken.join(u'\n')));
}

void TestInvariants::theSealIsAnOrdinarySha256()
{
    // What the server computes and what anybody can compute outside of it are the same.
    m_connection->run({ "test/hash", "SELECT hash FROM audit_log WHERE seq = 2" }, {},
                      [&](const Row &row) { QCOMPARE(row.text("hash"), hashOfAuditRow(2)); });
}

std::optional<qint64> TestInvariants::takeSlot(const QString &partition)
{
    return inTransaction(*m_connection, "slot", [&](Transaction &transaction) {
        return transaction.tryInsert("uk_active_slot",
                                     { "test/slot",
                                       "INSERT INTO merge_batch (partition_key, status, phase, triggered_by) "
                                       "VALUES (:partition, 1, 'CLAIMED', 'round')" },
                                     { { "partition", partition } });
    });
}

void TestInvariants::oneSlotPerPartition()
{
    m_connection = std::make_unique<Connection>(m_fixture->freshSchema());
    QVERIFY(takeSlot(u"main"_s));
    QVERIFY(!takeSlot(u"main"_s));
    QVERIFY(takeSlot(u"other"_s));
}

void TestInvariants::theSlotIsFreedByTheStatusAlone()
{
    m_connection = std::make_unique<Connection>(m_fixture->freshSchema());
    const qint64 id = takeSlot(u"main"_s).value();
    for (const int status : { 4, 1 }) { // BLOCKED holds the slot as RUNNING does.
        send(u"UPDATE merge_batch SET status = %1 WHERE id = %2"_s.arg(status).arg(id));
        QVERIFY(!takeSlot(u"main"_s));
    }
    send(u"UPDATE merge_batch SET status = 3 WHERE id = %1"_s.arg(id));
    QVERIFY(takeSlot(u"main"_s));
    QVERIFY_EXCEPTION_THROWN(send(u"UPDATE merge_batch SET status = 1 WHERE id = %1"_s.arg(id)), DatabaseError);
}

void TestInvariants::namesThatLookAlikeHaveTheirOwnSlot()
{
    m_connection = std::make_unique<Connection>(m_fixture->freshSchema());
    for (const QString &partition : { u"main"_s, u"Main"_s, u"main "_s, u"máin"_s, u"😀"_s, u"😁"_s })
        QVERIFY2(takeSlot(partition), qPrintable(partition));
}

void TestInvariants::theSchemaRefuses_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("empty partition")
        << u"INSERT INTO merge_batch (partition_key, status, phase, triggered_by) VALUES ('', 1, 'CLAIMED', 'r')"_s;
    QTest::newRow("unknown batch status") << u"UPDATE merge_batch SET status = 5"_s;
    QTest::newRow("unknown phase") << u"UPDATE merge_batch SET phase = 'DANCING'"_s;
    QTest::newRow("unknown binding status") << u"UPDATE binding SET status = 'merged'"_s;
    QTest::newRow("unknown step") << u"UPDATE operation SET step_status = 1"_s;
    QTest::newRow("empty subject") << u"UPDATE operation SET subject_id = ''"_s;
    QTest::newRow("unknown mode") << u"INSERT INTO partition_state (partition_key, mode) VALUES ('main', 'OPNE')"_s;
    QTest::newRow("history without a move")
        << u"UPDATE operation_history SET from_step = to_step, from_status = to_status WHERE from_step IS NOT NULL"_s;
    QTest::newRow("confirming one's own action")
        << u"INSERT INTO ops_action (action_id, action, plan_hash, items, state, requested_by, confirmed_by) "
           "VALUES ('a', 'RETRY_STEP', '', '[]', 'DONE', 'alice', 'alice')"_s;
}

void TestInvariants::theSchemaRefuses()
{
    QFETCH(QString, text);
    try {
        send(text);
        QFAIL("accepted");
    } catch (const DatabaseError &error) {
        QCOMPARE(error.kind(), Kind::Constraint);
    }
}

QTEST_GUILESS_MAIN(TestInvariants)
#include "tst_invariants.moc"
