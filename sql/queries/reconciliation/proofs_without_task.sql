SELECT p.reference
FROM (SELECT DISTINCT CASE WHEN o.batch_id IS NULL THEN CONCAT('operation:', o.operation_id) ELSE CAST(o.batch_id AS CHAR) END AS reference
      FROM operation o
      WHERE o.step_status IN (10103, 10506)) p
LEFT JOIN workflow_task t ON t.kind = 'deploy.match' AND t.ref = CONVERT(p.reference USING utf8mb4) COLLATE utf8mb4_bin
WHERE t.id IS NULL
LIMIT 500
