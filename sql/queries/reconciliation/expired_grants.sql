-- In force beyond its time, and nothing is under way for it: its owner has landed, or was given up without changing the repository.
SELECT b.subject_id, b.target_key, b.operation_id, b.status, b.version, b.effective_operation_id, o.step_status, o.partition_key
FROM binding b
JOIN operation o ON o.operation_id = b.operation_id
WHERE b.effective_expires_at < CURRENT_TIMESTAMP(6) AND b.effective_operation_id IS NOT NULL
    AND (b.status IN ('REJECTED', 'CLOSED', 'VALIDATED') OR (b.status = 'MERGED' AND o.step_status IN (10302, 10506)))
ORDER BY b.effective_expires_at
LIMIT 200
