-- Everything that is written down elsewhere about this request or about the batches it was in.
SELECT CAST(r.received_at AS CHAR) AS at, 'CALLBACK' AS source, r.source AS what, r.outcome AS outcome, NULL AS actor, NULL AS detail
FROM callback_receipt r
WHERE r.operation_id = :operation
UNION ALL
SELECT CAST(c.sent_at AS CHAR), 'REMOTE', c.operation, COALESCE(c.outcome, 'IN_FLIGHT'), c.instance,
    CONCAT(COALESCE(c.request_summary, ''), CASE WHEN c.settled_by IS NULL THEN '' ELSE CONCAT(' (settled: ', c.settled_by, ')') END)
FROM remote_call c
WHERE (c.subject_kind = 'operation' AND c.subject_ref = :operation)
    OR (c.subject_kind = 'batch' AND c.subject_ref IN (SELECT CAST(h.batch_id AS CHAR) FROM batch_member_history h WHERE h.operation_id = :operation))
UNION ALL
SELECT CAST(h.at AS CHAR), 'BATCH', CONCAT('batch ', h.batch_id), h.outcome, NULL, NULL
FROM batch_member_history h
WHERE h.operation_id = :operation
UNION ALL
SELECT CAST(a.created_at AS CHAR), 'APPROVAL', a.provider, CASE a.state WHEN 0 THEN 'pending' WHEN 1 THEN 'accepted' WHEN 2 THEN 'rejected'
    WHEN 3 THEN 'withdrawn' ELSE 'expired' END, a.decided_by, a.notes
FROM approval a
WHERE a.operation_id = :operation
UNION ALL
SELECT CAST(v.at AS CHAR), 'VOTE', v.entry, CASE v.decision WHEN 1 THEN 'accept' ELSE 'reject' END, v.approver, v.notes
FROM approval_vote v
JOIN approval a ON a.examine_id = v.examine_id
WHERE a.operation_id = :operation
UNION ALL
SELECT CAST(d.received_at AS CHAR), 'DEPLOY', d.event_id, d.result, NULL, d.sha
FROM deploy_receipt d
JOIN operation o ON o.operation_id = :operation
WHERE d.partition_key = o.partition_key AND (d.sha = o.merge_sha OR d.mr_iid = o.mr_iid)
UNION ALL
SELECT CAST(t.due_at AS CHAR), 'TASK', t.kind, CASE WHEN t.lease_until > CURRENT_TIMESTAMP(6) THEN 'RUNNING' ELSE 'DUE' END, t.lease_owner, t.last_error
FROM workflow_task t
JOIN operation o ON o.operation_id = :operation
WHERE t.ref = o.operation_id OR (t.ref = CAST(o.batch_id AS CHAR) AND t.kind <> 'approval.send')
UNION ALL
SELECT CAST(l.at AS CHAR), 'AUDIT', l.action, l.outcome, l.actor, l.reason
FROM audit_log l
WHERE l.subject_kind = 'operation' AND l.subject_ref = :operation
LIMIT 1000
