-- Lock-free: who really gets a task is decided by take_lease. read_at tells a later request for the same task from this one.
SELECT id, kind, ref, payload, lease_token, attempt, read_count, CAST(CURRENT_TIMESTAMP(6) AS CHAR) AS read_at
FROM workflow_task
WHERE due_at <= CURRENT_TIMESTAMP(6) AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP(6))
ORDER BY due_at, id
LIMIT :limit
