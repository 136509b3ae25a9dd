DELETE FROM callback_receipt WHERE id IN (:ids)
