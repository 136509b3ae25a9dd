-- owns is 0 once a later attempt has taken the binding over.
SELECT o.operation_id, o.requester, o.subject_id, o.target_key, o.kind, o.flow, o.params, o.reason,
    CAST(o.expires_at AS CHAR) AS expires_at, o.partition_key, o.step_status, o.binding_status, o.version, o.batch_id,
    COALESCE(o.mr_iid, m.mr_iid) AS mr_iid, m.project, CASE WHEN o.withdraw_requested_at IS NULL THEN 0 ELSE 1 END AS withdraw_requested,
    CASE WHEN b.operation_id IS NULL THEN 0 ELSE 1 END AS owns,
    CASE WHEN o.expires_at <= CURRENT_TIMESTAMP(6) THEN 1 ELSE 0 END AS has_run_out,
    CASE WHEN n.requester = 'system:expiry' THEN 1 ELSE 0 END AS removed_at_end,
    CAST(o.created_at AS CHAR) AS created_at, CAST(o.updated_at AS CHAR) AS updated_at
FROM operation o
LEFT JOIN binding b ON b.operation_id = o.operation_id
LEFT JOIN merge_batch m ON m.id = o.batch_id
LEFT JOIN binding p ON p.subject_id = o.subject_id AND p.target_key = o.target_key
LEFT JOIN operation n ON n.operation_id = p.operation_id AND n.replaces_operation_id = o.operation_id
WHERE o.operation_id = :operation
