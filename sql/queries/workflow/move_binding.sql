-- The version moves with every step, also where the status stays: an amendment must notice any change since it read.
UPDATE binding
SET status = :to_status, version = version + 1, updated_at = CURRENT_TIMESTAMP(6)
WHERE operation_id = :operation AND status = :from_status
