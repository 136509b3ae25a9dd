DELETE FROM merge_batch_request WHERE operation_id IN (:operations)
