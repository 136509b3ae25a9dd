INSERT INTO ops_action
    (action_id, request_key, bulk_id, action, plan_hash, items, parameters, reason, state, requested_by, trace_id, created_at, updated_at)
VALUES
    (:action_id, :request_key, :bulk_id, :action, :plan_hash, :items, :parameters, :reason, 'RUNNING', :requested_by, :trace,
     CURRENT_TIMESTAMP(6), CURRENT_TIMESTAMP(6))
