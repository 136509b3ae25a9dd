UPDATE operation SET mr_iid = NULL WHERE operation_id = :operation
