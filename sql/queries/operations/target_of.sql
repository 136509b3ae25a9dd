SELECT target_key FROM operation WHERE operation_id = :operation
