-- Guarded by the token that was read: of several instances exactly one matches.
UPDATE workflow_task
SET lease_owner = :owner, lease_until = TIMESTAMPADD(MICROSECOND, :lease_us, CURRENT_TIMESTAMP(6)), lease_token = lease_token + 1
WHERE id = :task AND lease_token = :token AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP(6))
