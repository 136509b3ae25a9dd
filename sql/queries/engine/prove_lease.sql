-- Before a call that changes the world: still ours, and from now on for long enough to be answered.
UPDATE workflow_task
SET lease_until = TIMESTAMPADD(MICROSECOND, :lease_us, CURRENT_TIMESTAMP(6))
WHERE id = :task AND lease_token = :token
