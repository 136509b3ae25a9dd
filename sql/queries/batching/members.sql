SELECT o.operation_id, o.subject_id, o.target_key, o.requester, o.kind, o.params, CAST(o.expires_at AS CHAR) AS expires_at,
    b.effective_operation_id, b.effective_params, CAST(b.effective_expires_at AS CHAR) AS effective_expires_at,
    CASE WHEN o.withdraw_requested_at IS NOT NULL OR o.expires_at < CURRENT_TIMESTAMP(6) THEN 1 ELSE 0 END AS leaves
FROM merge_batch_request r
JOIN operation o ON o.operation_id = r.operation_id
JOIN binding b ON b.operation_id = o.operation_id
WHERE r.batch_id = :batch
ORDER BY r.priority, r.created_at, r.id
