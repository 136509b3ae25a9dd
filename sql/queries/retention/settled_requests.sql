-- The requests that stand in that step since before the cut, in the order in which they came to it, from where the last look ended.
-- 10302 and 10506 are final once an amendment has taken the binding over.
SELECT o.operation_id AS id, CAST(o.updated_at AS CHAR) AS at,
    CASE WHEN o.history_purged_at IS NULL
        AND (:step IN (10202, 10301, 10404, 10405, 10407)
            OR NOT EXISTS (SELECT 1 FROM binding b WHERE b.operation_id = o.operation_id)) THEN 1 ELSE 0 END AS purgeable
FROM operation o FORCE INDEX (ix_operation_step)
WHERE o.step_status = :step AND o.updated_at < TIMESTAMPADD(DAY, :back, CURRENT_TIMESTAMP(6))
    AND o.updated_at >= :after AND (o.updated_at > :after OR o.operation_id > :after_id)
ORDER BY o.updated_at, o.operation_id
LIMIT :limit
