DELETE FROM batch_member_history WHERE batch_id IN (:ids)
