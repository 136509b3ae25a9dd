SELECT id FROM merge_batch_request WHERE batch_id = :batch ORDER BY priority, created_at, id
