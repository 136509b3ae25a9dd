-- The row and the attempt that owns it, in one read, so that the two layers are of one moment.
SELECT b.operation_id, b.status, b.version, b.effective_operation_id, b.effective_params,
    CAST(b.effective_expires_at AS CHAR) AS effective_expires_at,
    o.step_status, o.binding_status, o.requester, o.replaces_operation_id
FROM binding b
JOIN operation o ON o.operation_id = b.operation_id
WHERE b.subject_id = :subject AND b.target_key = :target
