UPDATE operation SET batch_id = NULL, failure_code = :code, failure_detail = :detail WHERE operation_id IN (:operations)
