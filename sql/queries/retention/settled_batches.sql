-- As for requests. A batch is needed while one of those who ever were in it is still on its way.
SELECT m.id, CAST(m.created_at AS CHAR) AS at,
    CASE WHEN m.history_purged_at IS NULL AND m.updated_at < TIMESTAMPADD(DAY, :back, CURRENT_TIMESTAMP(6))
        AND NOT EXISTS (
            SELECT 1
            FROM batch_member_history h
            JOIN binding b ON b.operation_id = h.operation_id
            JOIN operation o ON o.operation_id = h.operation_id
            WHERE h.batch_id = m.id AND o.step_status NOT IN (10202, 10301, 10404, 10405, 10407)) THEN 1 ELSE 0 END AS purgeable
FROM merge_batch m FORCE INDEX (ix_merge_batch_status)
WHERE m.status = :status AND m.created_at < TIMESTAMPADD(DAY, :back, CURRENT_TIMESTAMP(6))
    AND m.created_at >= :after AND (m.created_at > :after OR m.id > :after_id)
ORDER BY m.created_at, m.id
LIMIT :limit
