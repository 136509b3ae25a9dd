SELECT DISTINCT o.batch_id
FROM operation o
WHERE o.step_status IN (10103, 10302, 10506) AND o.partition_key = :partition AND o.batch_id IS NOT NULL
