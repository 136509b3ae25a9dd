UPDATE operation
SET verified_at = CURRENT_TIMESTAMP(6)
WHERE operation_id = :operation AND version = :version AND verified_at IS NULL
