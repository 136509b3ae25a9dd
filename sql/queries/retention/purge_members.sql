DELETE FROM merge_batch_request WHERE batch_id IN (:ids)
