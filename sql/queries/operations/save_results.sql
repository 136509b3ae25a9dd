UPDATE ops_action
SET results = :results, updated_at = CURRENT_TIMESTAMP(6)
WHERE action_id = :action_id AND state = 'RUNNING'
