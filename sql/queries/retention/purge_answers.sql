DELETE FROM request_idempotency WHERE id IN (:ids)
