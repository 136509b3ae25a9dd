UPDATE merge_batch SET history_purged_at = CURRENT_TIMESTAMP(6) WHERE id IN (:ids) AND history_purged_at IS NULL
