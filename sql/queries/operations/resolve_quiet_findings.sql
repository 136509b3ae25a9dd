-- What several instances may see is over when none of them has seen it for a while.
UPDATE finding
SET resolved_at = CURRENT_TIMESTAMP(6), resolved_by = :by
WHERE code IN (:codes) AND resolved_at IS NULL AND last_seen_at < TIMESTAMPADD(MICROSECOND, -:quiet_us, CURRENT_TIMESTAMP(6))
