SELECT COUNT(*) AS waiting
FROM workflow_task
WHERE due_at <= CURRENT_TIMESTAMP(6) AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP(6))
