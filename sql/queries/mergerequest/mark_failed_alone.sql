UPDATE operation o
JOIN merge_batch_request r ON r.operation_id = o.operation_id
SET o.failed_alone_at = CURRENT_TIMESTAMP(6)
WHERE r.batch_id = :batch
