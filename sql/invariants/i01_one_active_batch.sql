-- I1: at most one RUNNING or BLOCKED batch per partition, and the slot column really follows the status.
SELECT partition_key AS subject, CONCAT(COUNT(*), ' active batches') AS problem
FROM merge_batch
WHERE status IN (1, 4)
GROUP BY partition_key
HAVING COUNT(*) > 1
UNION ALL
SELECT CONCAT('batch ', id), 'active_slot does not follow status'
FROM merge_batch
WHERE (status IN (1, 4)) <> (active_slot IS NOT NULL) OR active_slot <> partition_key
