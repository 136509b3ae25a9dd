-- How many there are beyond the one that is too many does not matter, and counting them would take the longer the worse it is.
SELECT COUNT(*) AS waiting
FROM (
    SELECT id
    FROM workflow_task
    WHERE due_at <= CURRENT_TIMESTAMP(6) AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP(6))
    LIMIT :most
) due
