-- Nobody confirmed them in time; their audit is written by whoever reads this answer.
SELECT action_id, action, requested_by, version
FROM ops_action
WHERE state = 'AWAITING_SECOND' AND expires_at < CURRENT_TIMESTAMP(6)
LIMIT 100
