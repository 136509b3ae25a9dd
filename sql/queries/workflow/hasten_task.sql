-- It exists already. Waiting: due no later than asked for. Running: due again after it ends, because it may have read the world before
-- what the asker knows.
UPDATE workflow_task
SET due_at = CASE WHEN lease_until > CURRENT_TIMESTAMP(6) THEN TIMESTAMPADD(MICROSECOND, :delay_us, CURRENT_TIMESTAMP(6))
        ELSE LEAST(due_at, TIMESTAMPADD(MICROSECOND, :delay_us, CURRENT_TIMESTAMP(6))) END
WHERE kind = :kind AND ref = :ref
