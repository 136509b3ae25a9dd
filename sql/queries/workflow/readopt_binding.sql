-- A row whose attempt is over and never landed. Guarded by what was read.
UPDATE binding b
JOIN operation o ON o.operation_id = :operation
SET b.operation_id = o.operation_id, b.status = o.binding_status, b.version = b.version + 1, b.expires_at = o.expires_at,
    b.effective_operation_id = o.operation_id, b.effective_params = o.params, b.effective_expires_at = o.expires_at,
    b.updated_at = CURRENT_TIMESTAMP(6)
WHERE b.operation_id = :replaced AND b.version = :version AND b.status IN ('REJECTED', 'CLOSED') AND b.effective_operation_id IS NULL
    AND b.subject_id = o.subject_id AND b.target_key = o.target_key
