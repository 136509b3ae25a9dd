SELECT partition_key, COUNT(*) AS waiting, TIMESTAMPDIFF(MICROSECOND, MIN(created_at), CURRENT_TIMESTAMP(6)) DIV 1000 AS oldest_ms
FROM merge_batch_request
WHERE batch_id IS NULL
GROUP BY partition_key
