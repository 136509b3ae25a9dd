SELECT b.id, b.subject_id, b.target_key
FROM binding b
JOIN operation o ON o.operation_id = b.effective_operation_id
WHERE b.id > :after AND o.partition_key = :partition
ORDER BY b.id
LIMIT :limit
