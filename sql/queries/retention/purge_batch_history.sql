DELETE FROM merge_batch_history WHERE batch_id IN (:ids)
