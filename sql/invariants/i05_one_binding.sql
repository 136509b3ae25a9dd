-- I5: one row per (subject, target), owned by an operation of the same subject and target that shows the same status.
SELECT CONCAT(subject_id, ' / ', target_key) AS subject, CONCAT(COUNT(*), ' binding rows') AS problem
FROM binding
GROUP BY subject_id, target_key
HAVING COUNT(*) > 1
UNION ALL
SELECT CONCAT(b.subject_id, ' / ', b.target_key), 'its operation is missing or speaks of something else'
FROM binding b
LEFT JOIN operation o ON o.operation_id = b.operation_id
WHERE o.operation_id IS NULL OR o.subject_id <> b.subject_id OR o.target_key <> b.target_key
UNION ALL
SELECT b.operation_id, CONCAT('shows ', o.binding_status, ' while its binding shows ', b.status)
FROM binding b
JOIN operation o ON o.operation_id = b.operation_id
WHERE o.binding_status <> b.status
