INSERT INTO workflow_task (kind, ref, payload, due_at, attempt, read_count, lease_token, created_at)
VALUES (:kind, :ref, :payload, TIMESTAMPADD(MICROSECOND, :delay_us, CURRENT_TIMESTAMP(6)), 0, 0, 0, CURRENT_TIMESTAMP(6))
