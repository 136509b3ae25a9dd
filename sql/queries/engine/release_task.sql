-- Somebody who asked for the task while it ran wins, if earlier.
UPDATE workflow_task
SET due_at = CASE WHEN due_at > :ran_at THEN LEAST(due_at, TIMESTAMPADD(MICROSECOND, :delay_us, CURRENT_TIMESTAMP(6)))
        ELSE TIMESTAMPADD(MICROSECOND, :delay_us, CURRENT_TIMESTAMP(6)) END,
    attempt = :attempt, read_count = :reads, payload = :notes, last_error = :last_error, lease_owner = NULL, lease_until = NULL
WHERE id = :task AND lease_token = :token
