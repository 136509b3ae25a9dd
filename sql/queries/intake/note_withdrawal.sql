UPDATE operation SET withdraw_requested_at = COALESCE(withdraw_requested_at, CURRENT_TIMESTAMP(6)) WHERE operation_id = :operation
