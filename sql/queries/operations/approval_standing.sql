SELECT operation_id, state FROM approval WHERE examine_id = :approval
