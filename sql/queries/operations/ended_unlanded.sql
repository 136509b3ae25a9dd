-- Ended without landing during the last week, and nobody has found it merged yet; those that were not read for the longest time first.
SELECT ended.kind, ended.ref, ended.partition_key, ended.mr_iid
FROM (
    SELECT 'batch' AS kind, CAST(m.id AS CHAR) COLLATE utf8mb4_bin AS ref, m.partition_key, m.mr_iid
    FROM merge_batch m
    WHERE m.status = 3 AND m.mr_iid IS NOT NULL AND m.updated_at > TIMESTAMPADD(DAY, -7, CURRENT_TIMESTAMP(6))
    UNION ALL
    SELECT 'operation', o.operation_id, o.partition_key, o.mr_iid
    FROM operation o
    WHERE o.step_status = 10202 AND o.flow <> 'batched' AND o.mr_iid IS NOT NULL
        AND o.updated_at > TIMESTAMPADD(DAY, -7, CURRENT_TIMESTAMP(6))
) ended
LEFT JOIN remote_reading r ON r.subject_kind = ended.kind AND r.subject_ref = ended.ref
WHERE NOT EXISTS (SELECT 1 FROM finding f WHERE f.code = 'LATE_MERGE' AND f.subject = CONCAT(ended.kind, ':', ended.ref))
ORDER BY r.read_at IS NOT NULL, r.read_at
LIMIT :limit
