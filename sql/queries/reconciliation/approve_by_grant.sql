UPDATE operation SET approved_at = CURRENT_TIMESTAMP(6), approved_by = :approver WHERE operation_id = :operation
