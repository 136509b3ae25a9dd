UPDATE operation SET mr_iid = :iid WHERE operation_id = :operation
