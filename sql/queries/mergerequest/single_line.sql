SELECT operation_id, subject_id, target_key, kind, requester FROM operation WHERE operation_id = :operation
