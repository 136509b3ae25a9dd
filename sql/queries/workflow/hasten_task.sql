-- It exists already: make it due no later than asked for.
UPDATE workflow_task
SET due_at = LEAST(due_at, TIMESTAMPADD(MICROSECOND, :delay_us, CURRENT_TIMESTAMP(6)))
WHERE kind = :kind AND ref = :ref
