SELECT operation_id FROM operation WHERE operation_id = :operation AND requester = 'system:adopt'
