UPDATE operation SET rebases = rebases + 1 WHERE operation_id = :operation
