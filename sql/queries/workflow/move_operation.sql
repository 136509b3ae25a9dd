UPDATE operation
SET step_status = :to_step, binding_status = :to_status, version = version + 1, updated_at = CURRENT_TIMESTAMP(6)
WHERE operation_id = :operation AND step_status = :from_step AND binding_status = :from_status AND version = :version
