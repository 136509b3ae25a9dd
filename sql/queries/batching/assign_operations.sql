UPDATE operation o
JOIN merge_batch_request r ON r.operation_id = o.operation_id
SET o.batch_id = r.batch_id
WHERE r.batch_id = :batch
