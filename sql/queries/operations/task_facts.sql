-- overdue_ms: since nobody who could work on it did. An owner without a heartbeat row said goodbye, or never was.
SELECT t.kind, t.ref, CAST(t.due_at AS CHAR) AS due_at, t.read_count, t.attempt, t.last_error, t.lease_owner,
    CAST(t.lease_until AS CHAR) AS lease_until,
    CASE WHEN t.lease_until > CURRENT_TIMESTAMP(6) THEN 1 ELSE 0 END AS leased,
    TIMESTAMPDIFF(MICROSECOND, GREATEST(t.due_at, COALESCE(t.lease_until, t.due_at)), CURRENT_TIMESTAMP(6)) DIV 1000 AS overdue_ms,
    TIMESTAMPDIFF(MICROSECOND, i.heartbeat_at, CURRENT_TIMESTAMP(6)) DIV 1000 AS heartbeat_age_ms
FROM workflow_task t
LEFT JOIN service_instance i ON i.instance_id = t.lease_owner
WHERE t.ref IN (:refs)
ORDER BY t.id
