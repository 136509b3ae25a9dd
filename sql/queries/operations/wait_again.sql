-- Back into line at the place it had: since it was approved.
INSERT INTO merge_batch_request (operation_id, partition_key, priority, created_at)
SELECT o.operation_id, o.partition_key, :priority,
    COALESCE((SELECT MIN(h.at) FROM operation_history h WHERE h.operation_id = o.operation_id AND h.to_step = 10406), CURRENT_TIMESTAMP(6))
FROM operation o
WHERE o.operation_id = :operation
