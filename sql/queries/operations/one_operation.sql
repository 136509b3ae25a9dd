SELECT o.operation_id, o.requester, o.subject_id, o.target_key, o.kind, o.params, o.reason, CAST(o.expires_at AS CHAR) AS expires_at, o.flow,
    o.step_status, o.binding_status, o.version, o.batch_id, o.partition_key, COALESCE(o.mr_iid, m.mr_iid) AS mr_iid, m.project, o.failure_code,
    CASE WHEN b.operation_id IS NULL THEN 0 ELSE 1 END AS owns,
    CAST(o.created_at AS CHAR) AS created_at, CAST(o.updated_at AS CHAR) AS updated_at
FROM operation o
LEFT JOIN binding b ON b.operation_id = o.operation_id
LEFT JOIN merge_batch m ON m.id = o.batch_id
WHERE o.operation_id = :operation
