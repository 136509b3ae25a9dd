-- I13: counters are computed from history, so each success enters it once.
SELECT operation_id AS subject, CONCAT('became ', to_status, ' ', COUNT(*), ' times') AS problem
FROM operation_history
WHERE to_status IN ('MERGED', 'VALIDATED') AND (from_status IS NULL OR from_status <> to_status)
GROUP BY operation_id, to_status
HAVING COUNT(*) > 1
UNION ALL
SELECT CONCAT('batch ', batch_id), CONCAT('succeeded ', COUNT(*), ' times')
FROM merge_batch_history
WHERE to_status = 2 AND (from_status IS NULL OR from_status <> 2)
GROUP BY batch_id
HAVING COUNT(*) > 1
