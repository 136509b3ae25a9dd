UPDATE operation SET failure_code = :code, failure_detail = :detail WHERE operation_id = :operation
