SELECT CAST(p.batch_id AS CHAR) AS reference
FROM (SELECT DISTINCT o.batch_id FROM operation o WHERE o.step_status IN (10103, 10506) AND o.batch_id IS NOT NULL) p
LEFT JOIN workflow_task t ON t.kind = 'deploy.match' AND t.ref = CONVERT(CAST(p.batch_id AS CHAR) USING ascii)
WHERE t.id IS NULL
LIMIT 500
