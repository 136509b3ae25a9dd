SELECT m.id, m.partition_key, m.status, m.phase, m.mr_iid, m.version, m.branch, m.base_sha, m.head_sha, m.merge_sha, m.failure_code, m.message,
    CAST(m.updated_at AS CHAR) AS updated_at,
    TIMESTAMPDIFF(MICROSECOND, m.updated_at, CURRENT_TIMESTAMP(6)) DIV 1000 AS age_ms,
    (SELECT h.actor FROM merge_batch_history h WHERE h.batch_id = m.id ORDER BY h.version DESC LIMIT 1) AS moved_by,
    (SELECT MIN(o.step_status) FROM merge_batch_request r JOIN operation o ON o.operation_id = r.operation_id WHERE r.batch_id = m.id) AS members_step,
    (SELECT MIN(o.binding_status) FROM merge_batch_request r JOIN operation o ON o.operation_id = r.operation_id WHERE r.batch_id = m.id) AS members_status,
    CASE WHEN EXISTS (SELECT 1 FROM finding f
        WHERE f.code = 'LATE_MERGE' AND f.open_subject = CONCAT('batch:', m.id)) THEN 1 ELSE 0 END AS found_merged
FROM merge_batch m
WHERE m.id IN (:batches)
