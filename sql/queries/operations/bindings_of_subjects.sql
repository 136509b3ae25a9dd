SELECT subject_id, target_key, operation_id, status, version, effective_operation_id, effective_params,
    CAST(effective_expires_at AS CHAR) AS effective_expires_at
FROM binding
WHERE subject_id IN (:subjects)
