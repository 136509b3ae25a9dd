-- Where what the repository holds was written: its targets must stay there.
SELECT DISTINCT b.target_key, o.partition_key
FROM binding b
JOIN operation o ON o.operation_id = b.effective_operation_id
WHERE b.effective_operation_id IS NOT NULL
