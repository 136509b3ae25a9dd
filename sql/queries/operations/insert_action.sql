INSERT INTO ops_action
    (action_id, request_key, bulk_id, action, plan_hash, items, parameters, reason, state, results, requested_by, trace_id, expires_at,
     created_at, updated_at)
VALUES
    (:action_id, :request_key, :bulk_id, :action, :plan_hash, :items, :parameters, :reason, :state, :results, :requested_by, :trace,
     CASE WHEN :state = 'AWAITING_SECOND' THEN TIMESTAMPADD(MICROSECOND, :wait_us, CURRENT_TIMESTAMP(6)) END,
     CURRENT_TIMESTAMP(6), CURRENT_TIMESTAMP(6))
