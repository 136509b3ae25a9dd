UPDATE operation SET failure_code = NULL, failure_detail = NULL WHERE operation_id = :operation
