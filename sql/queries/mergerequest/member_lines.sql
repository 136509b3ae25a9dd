SELECT o.operation_id, o.subject_id, o.target_key, o.kind, o.requester
FROM merge_batch_request r
JOIN operation o ON o.operation_id = r.operation_id
WHERE r.batch_id = :batch
ORDER BY r.priority, r.created_at, r.id
