SELECT DISTINCT partition_key FROM merge_batch_request WHERE batch_id IS NULL
