-- Asked again is asked once; while the batch is active, and it stands where it was seen.
UPDATE operation o
JOIN merge_batch m ON m.id = o.batch_id AND m.status IN (1, 4)
SET o.withdraw_requested_at = COALESCE(o.withdraw_requested_at, CURRENT_TIMESTAMP(6))
WHERE o.operation_id = :operation AND o.version = :version
