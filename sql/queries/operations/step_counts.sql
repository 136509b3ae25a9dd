-- Only attempts that own their binding: a replaced one waits for nobody.
SELECT o.step_status, COUNT(*) AS found, TIMESTAMPDIFF(MICROSECOND, MIN(o.updated_at), CURRENT_TIMESTAMP(6)) DIV 1000 AS oldest_ms
FROM operation o
JOIN binding b ON b.operation_id = o.operation_id
WHERE o.step_status IN (:steps)
GROUP BY o.step_status
ORDER BY o.step_status
