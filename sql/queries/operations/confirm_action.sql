UPDATE ops_action
SET state = :state, confirmed_by = :by, results = :results, version = version + 1, updated_at = CURRENT_TIMESTAMP(6)
WHERE action_id = :action_id AND state = 'AWAITING_SECOND' AND version = :version AND expires_at >= CURRENT_TIMESTAMP(6)
