-- Those who left the batch by its failure, or were put back into line by it, and still own their binding.
SELECT o.operation_id, o.step_status, o.binding_status, o.version, h.outcome
FROM (SELECT MAX(id) AS id FROM batch_member_history WHERE batch_id = :batch GROUP BY operation_id) latest
JOIN batch_member_history h ON h.id = latest.id
JOIN operation o ON o.operation_id = h.operation_id
JOIN binding b ON b.operation_id = o.operation_id
WHERE h.outcome IN ('FAILED', 'REQUEUED') AND (o.batch_id IS NULL OR o.batch_id = :batch)
ORDER BY o.operation_id
LIMIT 1000
