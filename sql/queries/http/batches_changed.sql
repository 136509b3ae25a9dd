SELECT id, CAST(batch_id AS CHAR) AS ref FROM merge_batch_history WHERE id > :after ORDER BY id LIMIT :limit
