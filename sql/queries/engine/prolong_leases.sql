-- All that this instance is working on, at once.
UPDATE workflow_task
SET lease_until = TIMESTAMPADD(MICROSECOND, :lease_us, CURRENT_TIMESTAMP(6))
WHERE lease_owner = :owner AND id IN (:tasks) AND lease_until > CURRENT_TIMESTAMP(6)
