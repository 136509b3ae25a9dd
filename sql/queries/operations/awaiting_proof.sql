-- What has landed and waits for its proof, as deploy.match tasks refer to it.
SELECT DISTINCT CASE WHEN o.batch_id IS NULL THEN CONCAT('operation:', o.operation_id) ELSE CAST(o.batch_id AS CHAR) END AS reference
FROM operation o
JOIN binding b ON b.operation_id = o.operation_id
WHERE o.step_status IN (10103, 10302, 10506) AND o.partition_key = :partition
LIMIT 500
