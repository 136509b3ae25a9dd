// SPDX-License-Identifier: GPL-3.0-only
#include "tests/bench/waitingrequests.h"

namespace slipway::bench {

WaitingRequests::WaitingRequests(database::Connection &connection)
    : m_connection(connection)
{
}

void WaitingRequests::run(const QByteArray &statement) { m_connection.write({ "bench/fill", statement.constData() }); }

void WaitingRequests::add(int count, const QByteArray &partition)
{
    // MariaDB's table of numbers; a benchmark runs on the private server alone.
    const QByteArray from = QByteArray::number(m_count + 1), to = QByteArray::number(m_count + count);
    const QByteArray numbers = " FROM seq_" + from + "_to_" + to;
    const QByteArray id = "CONCAT('operation-', LPAD(seq, 8, '0'))";
    run("INSERT INTO operation (operation_id, fingerprint, requester, subject_id, target_key, kind, flow, params, reason, "
        "partition_key, "
        "step_status, binding_status, version, approved_at, approved_by) SELECT "
        + id + ", REPEAT('0', 64), 'alice', CONCAT('subject-', seq), 'db/read', 'bind', 'batched', '{}', 'a benchmark', '"
        + partition + "', 10406, 'QUEUED', 2, CURRENT_TIMESTAMP(6), 'carol'" + numbers);
    run("INSERT INTO binding (subject_id, target_key, operation_id, status, version) SELECT CONCAT('subject-', seq), "
        "'db/read', "
        + id + ", 'QUEUED', 2" + numbers);
    run("INSERT INTO operation_history (operation_id, version, event, cause, to_step, to_status, actor, instance) SELECT " + id
        + ", 1, 'SUBMITTED_APPROVAL_FIRST', 'USER', 10401, 'APPROVAL_SENDING', 'alice', 'bench'" + numbers);
    run("INSERT INTO operation_history (operation_id, version, event, cause, from_step, from_status, to_step, to_status, "
        "actor, "
        "instance) SELECT "
        + id + ", 2, 'APPROVED_BATCHED', 'APPROVAL', 10401, 'APPROVAL_SENDING', 10406, 'QUEUED', 'carol', 'bench'" + numbers);
    run("INSERT INTO merge_batch_request (operation_id, partition_key) SELECT " + id + ", '" + partition + "'" + numbers);
    m_count += count;
}

} // namespace slipway::bench
