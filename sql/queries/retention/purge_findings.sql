DELETE FROM finding WHERE id IN (:ids)
