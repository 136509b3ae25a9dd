DELETE FROM remote_call WHERE id IN (:ids)
