UPDATE ops_action
SET state = 'EXPIRED', version = version + 1, updated_at = CURRENT_TIMESTAMP(6)
WHERE action_id = :action_id AND state = 'AWAITING_SECOND' AND version = :version
