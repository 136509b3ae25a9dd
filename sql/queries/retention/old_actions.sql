SELECT action_id AS id
FROM ops_action FORCE INDEX (ix_action_created)
WHERE created_at < TIMESTAMPADD(DAY, :back, CURRENT_TIMESTAMP(6)) AND state NOT IN ('AWAITING_SECOND', 'RUNNING')
ORDER BY created_at, action_id
LIMIT :limit
