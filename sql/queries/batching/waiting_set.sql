SELECT COUNT(*) AS waiting, TIMESTAMPDIFF(MICROSECOND, MIN(created_at), CURRENT_TIMESTAMP(6)) DIV 1000 AS oldest_ms,
    COUNT(split_group) AS in_groups
FROM merge_batch_request
WHERE partition_key = :partition AND batch_id IS NULL
