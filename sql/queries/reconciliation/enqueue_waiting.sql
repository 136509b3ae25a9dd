INSERT INTO merge_batch_request (operation_id, partition_key, priority, created_at)
SELECT operation_id, partition_key, 100, CURRENT_TIMESTAMP(6)
FROM operation
WHERE operation_id = :operation
