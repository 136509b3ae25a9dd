-- In which pairs the batch's present members stand; an active batch has exactly one.
SELECT o.step_status, o.binding_status, COUNT(*) AS members
FROM merge_batch_request r
JOIN operation o ON o.operation_id = r.operation_id
WHERE r.batch_id = :batch
GROUP BY o.step_status, o.binding_status
