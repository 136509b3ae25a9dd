UPDATE operation SET history_purged_at = CURRENT_TIMESTAMP(6) WHERE operation_id IN (:ids) AND history_purged_at IS NULL
