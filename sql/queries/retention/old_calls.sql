-- The ledger is what an ambiguous answer is settled by, so the calls of what is still under way stay.
SELECT c.id
FROM remote_call c FORCE INDEX (ix_remote_call_sent)
WHERE c.sent_at < TIMESTAMPADD(DAY, :back, CURRENT_TIMESTAMP(6))
    AND NOT EXISTS (
        SELECT 1
        FROM binding b
        JOIN operation o ON o.operation_id = b.operation_id
        WHERE b.operation_id = c.subject_ref AND o.step_status NOT IN (10202, 10301, 10404, 10405, 10407))
    AND NOT EXISTS (
        SELECT 1
        FROM merge_batch m
        WHERE c.subject_kind = 'batch' AND m.status IN (1, 4) AND CAST(m.id AS CHAR) = c.subject_ref)
ORDER BY c.sent_at
LIMIT :limit
