-- I4: a request is enqueued once; QUEUED and an unclaimed waiting row go together.
SELECT operation_id AS subject, CONCAT(COUNT(*), ' waiting rows') AS problem
FROM merge_batch_request
GROUP BY operation_id
HAVING COUNT(*) > 1
UNION ALL
SELECT m.operation_id, CONCAT('waits for a batch while it stands in ', COALESCE(o.step_status, 'no operation'))
FROM merge_batch_request m
LEFT JOIN operation o ON o.operation_id = m.operation_id
WHERE m.batch_id IS NULL AND (o.operation_id IS NULL OR o.step_status <> 10406)
UNION ALL
SELECT o.operation_id, 'QUEUED without a waiting row'
FROM operation o
WHERE o.step_status = 10406
    AND NOT EXISTS (SELECT 1 FROM merge_batch_request m WHERE m.operation_id = o.operation_id AND m.batch_id IS NULL)
