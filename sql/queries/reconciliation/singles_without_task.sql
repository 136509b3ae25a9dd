-- Requests with a merge request of their own that something of ours must move on, and landed ones whose tree was not compared yet.
SELECT o.operation_id AS reference
FROM operation o
JOIN binding b ON b.operation_id = o.operation_id
LEFT JOIN workflow_task t ON t.kind = 'operation.advance' AND t.ref = o.operation_id
WHERE t.id IS NULL
    AND (o.step_status = 10201
        OR (o.flow <> 'batched' AND o.step_status IN (10001, 10002, 10009, 10101, 10102, 10110, 10113, 10114, 10501, 10502, 10503, 10505))
        OR (o.flow <> 'batched' AND o.step_status IN (10103, 10302, 10506) AND o.verified_at IS NULL)
        OR (o.flow <> 'batched' AND o.step_status IN (10401, 10402, 10504) AND o.mr_iid IS NOT NULL))
LIMIT 500
