SELECT m.id, o.subject_id, o.target_key
FROM merge_batch m
JOIN merge_batch_request r ON r.batch_id = m.id
JOIN operation o ON o.operation_id = r.operation_id
WHERE m.active_slot = :partition
