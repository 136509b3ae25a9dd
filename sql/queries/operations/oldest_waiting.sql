SELECT partition_key, CAST(MIN(created_at) AS CHAR) AS oldest
FROM merge_batch_request
WHERE batch_id IS NULL
GROUP BY partition_key
