DELETE FROM merge_batch_request WHERE operation_id = :operation AND batch_id IS NULL
