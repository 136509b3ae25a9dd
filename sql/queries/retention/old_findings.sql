-- An open one is never too old.
SELECT id
FROM finding FORCE INDEX (ix_finding_seen)
WHERE last_seen_at < TIMESTAMPADD(DAY, :back, CURRENT_TIMESTAMP(6)) AND resolved_at < TIMESTAMPADD(DAY, :back, CURRENT_TIMESTAMP(6))
ORDER BY last_seen_at, id
LIMIT :limit
