UPDATE operation SET already_effective = 1 WHERE operation_id IN (:operations)
