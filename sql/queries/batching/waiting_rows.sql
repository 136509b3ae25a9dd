-- A plain read: FOR UPDATE would make submitters wait. What changes meanwhile is noticed by claim_rows.
SELECT id, operation_id
FROM merge_batch_request
WHERE partition_key = :partition AND batch_id IS NULL AND split_group <=> :split_group
ORDER BY priority, created_at, id
LIMIT :limit
