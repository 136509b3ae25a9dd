UPDATE operation SET failure_code = 'APPROVAL_SEND_REFUSED', failure_detail = :detail WHERE operation_id = :operation
