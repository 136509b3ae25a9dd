-- A merge request of its own: a batch's is closed by settling the batch.
SELECT o.operation_id, o.requester, o.subject_id, o.target_key, o.step_status, o.binding_status, o.version,
    CASE WHEN b.operation_id IS NULL THEN 0 ELSE 1 END AS owns,
    CASE WHEN o.mr_iid IS NOT NULL AND o.flow <> 'batched' THEN 1 ELSE 0 END AS has_mr,
    CASE WHEN m.id IS NULL THEN 0 ELSE 1 END AS in_active_batch
FROM operation o
LEFT JOIN binding b ON b.operation_id = o.operation_id
LEFT JOIN merge_batch m ON m.id = o.batch_id AND m.status IN (1, 4)
WHERE o.operation_id = :operation
