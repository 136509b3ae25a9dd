SELECT o.operation_id, o.subject_id, o.target_key, o.requester, o.kind, o.params, CAST(o.expires_at AS CHAR) AS expires_at,
    b.effective_operation_id, b.effective_params, CAST(b.effective_expires_at AS CHAR) AS effective_expires_at,
    0 AS leaves
FROM operation o
JOIN binding b ON b.operation_id = o.operation_id
WHERE o.operation_id = :operation
