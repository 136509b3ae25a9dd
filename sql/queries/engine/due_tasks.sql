-- Lock-free: who really gets a task is decided by take_lease. read_at tells a later request for the same task from this one.
-- Batches first: there are few of them, each moves hundreds of requests, and in one line they would stand behind every form to be sent.
(SELECT id, kind, ref, payload, lease_token, attempt, read_count, CAST(CURRENT_TIMESTAMP(6) AS CHAR) AS read_at
FROM workflow_task FORCE INDEX (uk_task)
WHERE kind = 'batch.advance' AND due_at <= CURRENT_TIMESTAMP(6) AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP(6))
ORDER BY due_at, id
LIMIT :batches)
UNION ALL
(SELECT id, kind, ref, payload, lease_token, attempt, read_count, CAST(CURRENT_TIMESTAMP(6) AS CHAR) AS read_at
FROM workflow_task
WHERE kind <> 'batch.advance' AND due_at <= CURRENT_TIMESTAMP(6) AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP(6))
ORDER BY due_at, id
LIMIT :others)
