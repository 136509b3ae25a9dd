UPDATE binding b
JOIN operation o ON o.operation_id = b.operation_id
SET b.effective_operation_id = CASE WHEN o.kind = 'bind' THEN o.operation_id END,
    b.effective_params = CASE WHEN o.kind = 'bind' THEN o.params END,
    b.effective_expires_at = CASE WHEN o.kind = 'bind' THEN o.expires_at END
WHERE b.operation_id IN (:operations)
