UPDATE operation o
JOIN merge_batch_request r ON r.operation_id = o.operation_id
SET o.failure_code = :code, o.failure_detail = :detail
WHERE r.batch_id = :batch
