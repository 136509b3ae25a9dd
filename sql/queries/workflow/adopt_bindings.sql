INSERT INTO binding
    (subject_id, target_key, operation_id, status, version, expires_at, effective_operation_id, effective_params, effective_expires_at,
     updated_at)
SELECT subject_id, target_key, operation_id, binding_status, 1, expires_at, operation_id, params, expires_at, CURRENT_TIMESTAMP(6)
FROM operation
WHERE operation_id IN (:operations)
