-- Oldest first: what is beyond its budget is among them.
SELECT o.operation_id, o.step_status, o.binding_status, TIMESTAMPDIFF(MICROSECOND, o.updated_at, CURRENT_TIMESTAMP(6)) DIV 1000 AS age_ms
FROM operation o
JOIN binding b ON b.operation_id = o.operation_id
WHERE (o.flow <> 'batched' AND o.step_status IN (10001, 10002, 10009, 10101, 10102, 10110, 10113, 10114)) OR o.step_status = 10201
ORDER BY o.updated_at, o.operation_id
LIMIT 500
