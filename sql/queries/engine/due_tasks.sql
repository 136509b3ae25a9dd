-- Lock-free: who really gets a task is decided by take_lease.
SELECT id, kind, ref, payload, lease_token, attempt, read_count
FROM workflow_task
WHERE due_at <= CURRENT_TIMESTAMP(6) AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP(6))
ORDER BY due_at, id
LIMIT :limit
