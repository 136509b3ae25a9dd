SELECT DISTINCT o.batch_id
FROM operation o
JOIN binding b ON b.operation_id = o.operation_id
WHERE o.step_status IN (10103, 10302, 10506) AND o.partition_key = :partition AND o.batch_id IS NOT NULL
LIMIT 500
