SELECT action_id, action, plan_hash, items, state, results, requested_by
FROM ops_action
WHERE request_key = :request_key
