SELECT flow, mr_iid, target_key FROM operation WHERE operation_id = :operation
