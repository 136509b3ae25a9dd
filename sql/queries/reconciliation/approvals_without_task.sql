SELECT o.operation_id AS reference
FROM operation o
JOIN binding b ON b.operation_id = o.operation_id
LEFT JOIN workflow_task t ON t.kind = 'approval.send' AND t.ref = o.operation_id
WHERE o.step_status IN (10401, 10402, 10504) AND t.id IS NULL
LIMIT 500
